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
import { type TextKey, type Translate, texts } from './texts/texts.ts';

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
  const settings = useStore(session.store, (state) => state.settings);
  const { t, language } = useTexts<TextKey>('settings');
  const panel: Panel = { t, settings, onChange: (change) => session.changeSettings(change) };
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  return (
    <>
      {hasEasy && (
        <Part title={t('language')}>
          <Switch {...panel} name="isEasy" hint={t('isEasyHint')} />
        </Part>
      )}
      <DisplaySettings panel={panel} percent={percent} />
      {hasSound && <SoundSettings panel={panel} percent={percent} times={new Intl.NumberFormat(language, { minimumFractionDigits: 1 })} />}
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

/** The key of a label is the name of its setting. */
interface Panel {
  t: Translate;
  settings: Settings;
  onChange(change: Partial<Settings>): void;
}

type NameOf<Value> = { [Name in keyof Settings]: Settings[Name] extends Value ? Name : never }[keyof Settings];

interface DisplayProps {
  panel: Panel;
  percent: Intl.NumberFormat;
}

function DisplaySettings({ panel, percent }: DisplayProps) {
  const { t, settings } = panel;
  return (
    <Part title={t('display')}>
      <Range {...panel} name="textSize" {...{ min: 100, max: 200, step: 10 }} says={percent.format(settings.textSize / 100)} />
      <Choice {...panel} name="theme" options={{ light: t('light'), dark: t('dark'), device: t('asDevice') }} />
      <Choice {...panel} name="contrast" options={{ standard: t('standard'), more: t('more') }} />
      <Choice {...panel} name="motion" options={{ device: t('asDevice'), none: t('none') }} />
    </Part>
  );
}

function SoundSettings({ panel, percent, times }: DisplayProps & { times: Intl.NumberFormat }) {
  const { t, settings } = panel;
  const { captionSize, speechRate, volume } = settings;
  return (
    <>
      <Part title={t('captions')}>
        <Switch {...panel} name="hasCaptions" />
        <Range {...panel} name="captionSize" {...{ min: 100, max: 200, step: 10 }} says={percent.format(captionSize / 100)} />
        <Choice {...panel} name="captionsIn" hint={t('captionsInHint')} options={{ voice: t('asVoice'), ...languageNames }} />
      </Part>
      <Part title={t('sound')}>
        <Range
          {...panel}
          name="speechRate"
          hint={t('speechRateHint')}
          {...{ min: 0.7, max: 1.5, step: 0.1 }}
          says={`${times.format(speechRate)} ×`}
        />
        <Range
          {...panel}
          name="volume"
          hint={canSetVolume() ? undefined : t('volumeHint')}
          {...{ min: 10, max: 100, step: 10 }}
          says={percent.format(volume / 100)}
        />
        <Switch {...panel} name="hasMusic" hint={t('hasMusicHint')} />
        {'vibrate' in navigator && <Switch {...panel} name="vibrates" />}
        <Switch {...panel} name="isMono" hint={t('isMonoHint')} />
      </Part>
    </>
  );
}

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

interface SettingProps<Name> extends Panel {
  name: Name;
  hint?: string | undefined;
}

interface RangeProps extends SettingProps<NameOf<number>> {
  min: number;
  max: number;
  step: number;
  says: string;
}

function Range({ t, settings, name, hint, says, onChange, ...native }: RangeProps) {
  const id = useId();
  return (
    <div className={styles['range']}>
      <label htmlFor={id}>{t(name)}</label>
      <span aria-hidden="true">{says}</span>
      <input
        {...native}
        value={settings[name]}
        id={id}
        type="range"
        aria-valuetext={says}
        aria-describedby={hint && `${id}-hint`}
        onChange={({ target }) => onChange({ [name]: target.valueAsNumber })}
      />
      <Hint id={`${id}-hint`} text={hint} />
    </div>
  );
}

interface ChoiceProps<Name extends NameOf<string>> extends SettingProps<Name> {
  options: Record<Settings[Name], string>;
}

function Choice<Name extends NameOf<string>>({ t, settings, name, hint, options, onChange }: ChoiceProps<Name>) {
  const id = useId();
  return (
    <fieldset className={styles['choice']} aria-describedby={hint && `${id}-hint`}>
      <legend>{t(name)}</legend>
      {(Object.entries(options) as [Settings[Name], string][]).map(([option, word]) => (
        <label key={option} className={styles['row']}>
          <input type="radio" name={id} checked={option === settings[name]} onChange={() => onChange({ [name]: option })} />
          <span lang={option in languageNames ? option : undefined}>{word}</span>
        </label>
      ))}
      <Hint id={`${id}-hint`} text={hint} />
    </fieldset>
  );
}

function Switch({ t, settings, name, hint, onChange }: SettingProps<NameOf<boolean>>) {
  const id = useId();
  return (
    <div>
      <label className={styles['row']}>
        <input
          type="checkbox"
          checked={settings[name]}
          aria-describedby={hint && id}
          onChange={({ target }) => onChange({ [name]: target.checked })}
        />
        <span>{t(name)}</span>
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
