import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import { Button } from '@enfilade/shared-contracts/ui/button';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { isIconName } from '@enfilade/shared-contracts/ui/glyphs';
import { languageNames } from '@enfilade/shared-contracts/ui/language-select';
import { defaultSettings, type Settings } from '@enfilade/shared-contracts/visit/settings';
import { useId } from 'react';
import { useHost, useTexts } from '../screens/host-services.ts';
import styles from './settings-panel.module.css';
import { type TextKey, texts } from './texts/texts.ts';

interface SettingsPanelProps {
  hasSound: boolean;
  hasEasy: boolean;
  /** Absent if groups are not available. */
  onGroups: (() => void) | undefined;
  links: readonly ScreenLink[];
  onLink(screen: string): void;
}

/** Offers only the settings that this device supports. */
export function SettingsPanel({ hasSound, hasEasy, onGroups, links, onLink }: SettingsPanelProps) {
  const { session } = useHost();
  const { t } = useTexts<TextKey>('settings');
  return (
    <>
      {hasEasy && (
        <Part title={t('language')}>
          <Switch name="isEasy" hint={t('isEasyHint')} />
        </Part>
      )}
      <Part title={t('display')}>
        <Range name="textSize" {...{ min: 100, max: 200, step: 10 }} />
        <Choice name="theme" options={{ light: t('light'), dark: t('dark'), device: t('asDevice') }} />
        <Choice name="contrast" options={{ standard: t('standard'), more: t('more') }} />
        <Choice name="motion" options={{ device: t('asDevice'), none: t('none') }} />
      </Part>
      {hasSound && (
        <>
          <Part title={t('captions')}>
            <Switch name="hasCaptions" />
            <Range name="captionSize" {...{ min: 100, max: 200, step: 10 }} />
            <Choice name="captionsIn" hint={t('captionsInHint')} options={{ voice: t('asVoice'), ...languageNames }} />
          </Part>
          <Part title={t('sound')}>
            <Range name="speechRate" hint={t('speechRateHint')} {...{ min: 0.7, max: 1.5, step: 0.1 }} />
            <Range name="volume" hint={canSetVolume() ? undefined : t('volumeHint')} {...{ min: 10, max: 100, step: 10 }} />
            <Switch name="hasMusic" hint={t('hasMusicHint')} />
            {'vibrate' in navigator && <Switch name="vibrates" />}
            <Switch name="isMono" hint={t('isMonoHint')} />
          </Part>
        </>
      )}
      <Button wide onClick={() => session.changeSettings(defaultSettings)}>
        {t('reset')}
      </Button>
      {links.length > 0 && (
        <Part title={t('moreHere')}>
          {links.map(({ id, screen, title, note, icon = '' }) => (
            <div key={id}>
              <Button wide icon={isIconName(icon) ? icon : 'arrow-right'} onClick={() => onLink(screen)}>
                {title}
              </Button>
              {note && <p className={styles['hint']}>{note}</p>}
            </div>
          ))}
        </Part>
      )}
      {onGroups && (
        <Part title={t('groups')}>
          <p className={styles['hint']}>{t('groupsHint')}</p>
          <Button wide aria-haspopup="dialog" onClick={onGroups}>
            {t('openGroups')}
          </Button>
        </Part>
      )}
    </>
  );
}

export const part = { SettingsPanel, texts };

/** An iPhone ignores the volume of calls and recordings. */
function canSetVolume(): boolean {
  const audio = new Audio();
  audio.volume = 0.5;
  return audio.volume === 0.5;
}

function Part({ title, children }: { title: string; children: Elements }) {
  const id = useId();
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

type NameOf<Value> = { [Name in keyof Settings]: Settings[Name] extends Value ? Name : never }[keyof Settings];

/** The key of a label is the name of its setting. */
function useSetting<Name extends keyof Settings>(name: Name) {
  const { session } = useHost();
  const value = useStore(session.store, ({ settings }) => settings[name]);
  const { t, language } = useTexts<TextKey>('settings');
  return { value, label: t(name), language, change: (next: Settings[Name]) => session.changeSettings({ [name]: next }) };
}

interface SettingProps<Name> {
  name: Name;
  hint?: string | undefined;
}

interface RangeProps extends SettingProps<NameOf<number>> {
  min: number;
  max: number;
  step: number;
}

function Range({ name, hint, ...native }: RangeProps) {
  const { value, label, language, change } = useSetting(name);
  const id = useId();
  const says =
    name === 'speechRate'
      ? `${new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).format(value)} ×`
      : new Intl.NumberFormat(language, { style: 'percent' }).format(value / 100);
  return (
    <div className={styles['range']}>
      <label htmlFor={id}>{label}</label>
      <span aria-hidden="true">{says}</span>
      <input
        {...native}
        value={value}
        id={id}
        type="range"
        aria-valuetext={says}
        aria-describedby={hint && `${id}-hint`}
        onChange={({ target }) => change(target.valueAsNumber)}
      />
      <Hint id={`${id}-hint`} text={hint} />
    </div>
  );
}

interface ChoiceProps<Name extends NameOf<string>> extends SettingProps<Name> {
  options: Record<Settings[Name], string>;
}

function Choice<Name extends NameOf<string>>({ name, hint, options }: ChoiceProps<Name>) {
  const { value, label, change } = useSetting(name);
  const id = useId();
  return (
    <fieldset className={styles['choice']} aria-describedby={hint && `${id}-hint`}>
      <legend>{label}</legend>
      {(Object.entries(options) as [Settings[Name], string][]).map(([option, word]) => (
        <label key={option} className={styles['row']}>
          <input type="radio" name={id} checked={option === value} onChange={() => change(option)} />
          <span lang={option in languageNames ? option : undefined}>{word}</span>
        </label>
      ))}
      <Hint id={`${id}-hint`} text={hint} />
    </fieldset>
  );
}

function Switch({ name, hint }: SettingProps<NameOf<boolean>>) {
  const { value, label, change } = useSetting(name);
  const id = useId();
  return (
    <div>
      <label className={styles['row']}>
        <input type="checkbox" checked={value} aria-describedby={hint && id} onChange={({ target }) => change(target.checked)} />
        <span>{label}</span>
      </label>
      <Hint id={id} text={hint} />
    </div>
  );
}

function Hint({ id, text }: { id: string; text: string | undefined }) {
  return (
    text && (
      <p id={id} className={styles['hint']}>
        {text}
      </p>
    )
  );
}
