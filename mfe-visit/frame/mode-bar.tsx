import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { ReactNode } from 'react';
import type { Translate } from '../texts/texts.ts';
import styles from './mode-bar.module.css';

type VisitMode = VisitConfig['visitMode'];
const modes: readonly VisitMode[] = ['guided', 'exploration'];

interface ModeBarProps {
  kind: MuseumProfile['tabBar']['kind'];
  /** Without one Feedback is shown disabled. */
  feedbackUrl: string | undefined;
  mode: VisitMode;
  /** The tour's last room: nothing comes after it. */
  isEndNear: boolean;
  t: Translate;
  onChoose(mode: VisitMode): void;
  onEnd(): void;
}

/** At the bottom of the visit: the visit's mode, or the link to the museum's feedback form, and the visit's end. */
export function ModeBar({ kind, feedbackUrl, mode, isEndNear, t, onChoose, onEnd }: ModeBarProps) {
  if (kind === 'hidden') return null;
  const end = (
    <button type="button" className={`${styles['tab']} ${isEndNear ? styles['near'] : ''}`} aria-label={t('end.long')} onClick={onEnd}>
      {t('end.short')}
    </button>
  );
  if (kind === 'guide-feedback') return <FeedbackTabs url={feedbackUrl} end={end} t={t} />;
  return (
    <nav className={styles['bar']} aria-label={t('mode.label')}>
      {modes.map((each) => (
        <button key={each} type="button" className={styles['tab']} aria-pressed={each === mode} onClick={() => onChoose(each)}>
          {t(`mode.${each}`)}
        </button>
      ))}
      {end}
    </nav>
  );
}

function FeedbackTabs({ url, end, t }: { url: string | undefined; end: ReactNode; t: Translate }) {
  return (
    <nav className={styles['bar']} aria-label={t('tabs.label')}>
      <span className={styles['tab']} aria-current="page">
        {t('tabs.guide')}
      </span>
      {url ? (
        <a className={styles['tab']} href={url} target="_blank" rel="noopener">
          <span>
            {t('tabs.feedback')}
            <VisuallyHidden> {t('tabs.opensOutside')}</VisuallyHidden>
          </span>
        </a>
      ) : (
        <button type="button" className={styles['tab']} aria-disabled="true">
          <span>
            {t('tabs.feedback')}
            <VisuallyHidden> {t('tabs.noFeedback')}</VisuallyHidden>
          </span>
        </button>
      )}
      {end}
    </nav>
  );
}
