import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { useT } from '../texts/texts.ts';
import styles from './music-button.module.css';

interface MusicButtonProps {
  isOn: boolean;
  /** The music could not be had: said in the place of on and off. */
  hasFailed: boolean;
  onChange(isOn: boolean): void;
}

/** Switches the background music; always there, because it may disturb at any time. */
export function MusicButton({ isOn, hasFailed, onChange }: MusicButtonProps) {
  const t = useT();
  const word = isOn ? 'music.on' : 'music.off';
  return (
    <QuietButton className={styles['music']} aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      <svg className={isOn ? styles['note'] : styles['silent']} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M9 17.5V5.5l10-2v12M4 17.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0ZM14 15.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0Z" />
        {!isOn && <path d="M3.5 3.5l17 17" />}
      </svg>
      <span className={styles['label']}>{t('music.label')}</span>
      {/* Whether it is on, a screen reader says by itself. */}
      <span className={styles['state']} {...(hasFailed ? { role: 'status' } : { 'aria-hidden': true })}>
        {t(isOn && hasFailed ? 'music.failed' : word)}
      </span>
    </QuietButton>
  );
}
