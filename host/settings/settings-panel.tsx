import type { I18n } from '@enfilade/shared-contracts/i18n/i18n';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import { Button } from '@enfilade/shared-contracts/ui/button';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { isIconName } from '@enfilade/shared-contracts/ui/glyphs';
import { languageNames } from '@enfilade/shared-contracts/ui/language-select';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { defaultSettings, type Settings } from '@enfilade/shared-contracts/visit/settings';
import { useId } from 'react';
import styles from './settings-panel.module.css';
import type { TextKey, Translate } from './texts/texts.ts';

interface SettingsPanelProps {
  i18n: I18n;
  session: VisitorSession;
  hasSound: boolean;
  /** The museum has easy texts in the visitor's language. */
  hasEasy: boolean;
  /** Leading a group, and following one; absent where there are none. */
  onGroups: (() => void) | undefined;
  /** To the museum's other screens. */
  links: readonly ScreenLink[];
  onLink(screen: string): void;
}

/** What this device can do is offered, and nothing else. */
export function SettingsPanel({ i18n, session, hasSound, hasEasy, onGroups, links, onLink }: SettingsPanelProps) {
  const settings = useStore(session.store, (state) => state.settings);
  const { t, language } = useTranslation<TextKey>(i18n, 'settings');
  const parts = { t, settings, onChange: (change: Partial<Settings>) => session.changeSettings(change) };
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  return (
    <>
      {hasEasy && (
        <Part title={t('language')}>
          <Switch label={t('isEasy')} hint={t('isEasyHint')} isOn={settings.isEasy} onChange={(isEasy) => parts.onChange({ isEasy })} />
        </Part>
      )}
      <DisplaySettings {...parts} percent={percent} />
      {hasSound && <SoundSettings {...parts} percent={percent} times={new Intl.NumberFormat(language, { minimumFractionDigits: 1 })} />}
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

interface PartProps {
  t: Translate;
  settings: Settings;
  percent: Intl.NumberFormat;
  onChange(change: Partial<Settings>): void;
}

function DisplaySettings({ t, settings, percent, onChange }: PartProps) {
  const { textSize, theme, contrast, motion } = settings;
  return (
    <Part title={t('display')}>
      <Range
        label={t('textSize')}
        value={textSize}
        {...{ min: 100, max: 200, step: 10 }}
        says={percent.format(textSize / 100)}
        onChange={(value) => onChange({ textSize: value })}
      />
      <Choice
        label={t('theme')}
        value={theme}
        options={{ light: t('light'), dark: t('dark'), device: t('asDevice') }}
        onChange={(value) => onChange({ theme: value })}
      />
      <Choice
        label={t('contrast')}
        value={contrast}
        options={{ standard: t('standard'), more: t('more') }}
        onChange={(value) => onChange({ contrast: value })}
      />
      <Choice
        label={t('motion')}
        value={motion}
        options={{ device: t('asDevice'), none: t('none') }}
        onChange={(value) => onChange({ motion: value })}
      />
    </Part>
  );
}

function SoundSettings({ t, settings, percent, times, onChange }: PartProps & { times: Intl.NumberFormat }) {
  const { hasCaptions, captionSize, captionsIn, speechRate, volume, hasMusic, vibrates, isMono } = settings;
  return (
    <>
      <Part title={t('captions')}>
        <Switch label={t('hasCaptions')} isOn={hasCaptions} onChange={(isOn) => onChange({ hasCaptions: isOn })} />
        <Range
          label={t('captionSize')}
          value={captionSize}
          {...{ min: 100, max: 200, step: 10 }}
          says={percent.format(captionSize / 100)}
          onChange={(value) => onChange({ captionSize: value })}
        />
        <Choice
          label={t('captionsIn')}
          hint={t('captionsInHint')}
          value={captionsIn}
          options={{ voice: t('asVoice'), ...languageNames }}
          onChange={(value) => onChange({ captionsIn: value })}
        />
      </Part>
      <Part title={t('sound')}>
        <Range
          label={t('speechRate')}
          hint={t('speechRateHint')}
          value={speechRate}
          {...{ min: 0.7, max: 1.5, step: 0.1 }}
          says={`${times.format(speechRate)} ×`}
          onChange={(value) => onChange({ speechRate: value })}
        />
        <Range
          label={t('volume')}
          hint={canSetVolume() ? undefined : t('volumeHint')}
          value={volume}
          {...{ min: 10, max: 100, step: 10 }}
          says={percent.format(volume / 100)}
          onChange={(value) => onChange({ volume: value })}
        />
        <Switch label={t('hasMusic')} hint={t('hasMusicHint')} isOn={hasMusic} onChange={(isOn) => onChange({ hasMusic: isOn })} />
        {'vibrate' in navigator && <Switch label={t('vibrates')} isOn={vibrates} onChange={(isOn) => onChange({ vibrates: isOn })} />}
        <Switch label={t('isMono')} hint={t('isMonoHint')} isOn={isMono} onChange={(isOn) => onChange({ isMono: isOn })} />
      </Part>
    </>
  );
}

/** An iPhone ignores the volume of what plays by itself: calls and recordings. */
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

interface RangeProps {
  label: string;
  hint?: string | undefined;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value in words. */
  says: string;
  onChange(value: number): void;
}

function Range({ label, hint, says, onChange, ...native }: RangeProps) {
  const id = useId();
  return (
    <div className={styles['range']}>
      <label htmlFor={id}>{label}</label>
      <span aria-hidden="true">{says}</span>
      <input
        {...native}
        id={id}
        type="range"
        aria-valuetext={says}
        aria-describedby={hint && `${id}-hint`}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  hint?: string;
  value: Value;
  options: Record<Value, string>;
  onChange(value: Value): void;
}

function Choice<Value extends string>({ label, hint, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles['choice']} aria-describedby={hint && `${name}-hint`}>
      <legend>{label}</legend>
      {(Object.entries(options) as [Value, string][]).map(([option, word]) => (
        <label key={option} className={styles['row']}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          <span lang={option in languageNames ? option : undefined}>{word}</span>
        </label>
      ))}
      {hint && (
        <p id={`${name}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}

interface SwitchProps {
  label: string;
  hint?: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
}

function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div>
      <label className={styles['row']}>
        <input type="checkbox" checked={isOn} aria-describedby={hint && id} onChange={({ target }) => onChange(target.checked)} />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={id} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  );
}
