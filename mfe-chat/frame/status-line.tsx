import type { Progress } from '@enfilade/shared-contracts/conversation/progress';
import type { ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { Phase } from '@enfilade/shared-contracts/ui/speech/dictation/dictation-state';
import buttonStyles from '@enfilade/shared-contracts/ui/styles/button.module.css';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import { useT } from '../texts/texts.ts';
import styles from './status-line.module.css';

interface Status {
  key: 'status.loading' | 'status.recording' | 'status.sending' | 'status.empty' | 'status.messages';
  count?: number;
}

/** The visitor's own action comes first. */
export function pickStatus(progress: Progress, messageCount: number, dictation: Phase): Status {
  if (dictation === 'recording') return { key: 'status.recording' };
  if (dictation === 'transcribing' || progress === 'thinking') return { key: 'status.sending' };
  if (messageCount > 0) return { key: 'status.messages', count: messageCount };
  return { key: progress === 'loading' ? 'status.loading' : 'status.empty' };
}

interface StatusLineProps {
  status: Status;
  feedbackUrl: string | undefined;
  onEnd(): void;
  find?: Elements;
  /** Absent in a museum with one exhibition. */
  onLeave?: (() => void) | undefined;
}

export function StatusLine({ status, feedbackUrl, find, onEnd, onLeave }: StatusLineProps) {
  const t = useT();
  return (
    <div className={styles['line']}>
      {onLeave && (
        <QuietButton className={styles['back']} data-back onClick={onLeave}>
          <Icon name="arrow-left" />
          <span>{t('place.back')}</span>
        </QuietButton>
      )}
      <p className={styles['status']}>
        <b className={styles['kind']}>{t('guide.kind')}</b>
        <span key={`${status.key} ${status.count}`}>{t(status.key, status.count === undefined ? {} : { count: status.count })}</span>
      </p>
      <div className={styles['links']}>
        <QuietButton onClick={onEnd} aria-label={t('end.long')}>
          {t('end.short')}
        </QuietButton>
        {feedbackUrl && (
          <a className={buttonStyles['quiet']} href={feedbackUrl} target="_blank" rel="noopener">
            <span>{t('feedback')}</span>
            <VisuallyHidden>{` ${t('link.opensOutside')}`}</VisuallyHidden>
          </a>
        )}
        {/* The icon is after the words, because their width changes with the font, and an icon between pixels is blurred. */}
        {find}
      </div>
    </div>
  );
}

interface OtherScreensProps {
  links: readonly ScreenLink[];
  onChoose(screen: string): void;
}

export function OtherScreens({ links, onChoose }: OtherScreensProps) {
  const t = useT();
  if (links.length === 0) return null;
  return (
    <nav className={styles['others']} aria-label={t('links.label')}>
      {links.map(({ id, screen, title }) => (
        <QuietButton key={id} onClick={() => onChoose(screen)}>
          {title}
        </QuietButton>
      ))}
    </nav>
  );
}
