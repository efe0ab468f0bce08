import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import { useT } from '../texts/texts.ts';
import styles from './mode-bar.module.css';

type VisitMode = VisitConfig['visitMode'];
const modes: readonly VisitMode[] = ['guided', 'exploration'];

interface ModeBarProps {
  kind: MuseumProfile['tabBar']['kind'];
  /** If the URL is undefined, Feedback is disabled. */
  feedbackUrl: string | undefined;
  mode: VisitMode;
  isEndNear: boolean;
  links?: readonly ScreenLink[];
  onChoose(mode: VisitMode): void;
  onEnd(): void;
  onLink?(screen: string): void;
}

export function ModeBar({ kind, feedbackUrl, mode, isEndNear, links = [], onChoose, onEnd, onLink }: ModeBarProps) {
  const t = useT();
  const others = links.map(({ id, screen, title }) => (
    <button key={id} type="button" className={styles['tab']} onClick={() => onLink?.(screen)}>
      {title}
    </button>
  ));
  if (kind === 'hidden') {
    return others.length > 0 ? (
      <nav className={styles['bar']} aria-label={t('links.label')}>
        {others}
      </nav>
    ) : null;
  }
  const end = (
    <button type="button" className={`${styles['tab']} ${isEndNear ? styles['near'] : ''}`} aria-label={t('end.long')} onClick={onEnd}>
      <span>{t('end.short')}</span>
    </button>
  );
  if (kind === 'guide-feedback') return <FeedbackTabs url={feedbackUrl} others={others} end={end} />;
  return (
    <nav className={styles['bar']} aria-label={t('mode.label')}>
      {modes.map((each) => (
        <button key={each} type="button" className={styles['tab']} aria-pressed={each === mode} onClick={() => onChoose(each)}>
          {t(`mode.${each}`)}
        </button>
      ))}
      {others}
      {end}
    </nav>
  );
}

function FeedbackTabs({ url, others, end }: { url: string | undefined; others: Elements; end: Elements }) {
  const t = useT();
  return (
    <nav className={styles['bar']} aria-label={t('tabs.label')}>
      <span className={styles['tab']} aria-current="page">
        {t('tabs.guide')}
      </span>
      {url ? (
        <a className={styles['tab']} href={url} target="_blank" rel="noopener">
          <span>
            <span>{t('tabs.feedback')}</span>
            <VisuallyHidden>{` ${t('link.opensOutside')}`}</VisuallyHidden>
          </span>
        </a>
      ) : (
        <button type="button" className={styles['tab']} aria-disabled="true">
          <span>
            <span>{t('tabs.feedback')}</span>
            <VisuallyHidden>{` ${t('tabs.noFeedback')}`}</VisuallyHidden>
          </span>
        </button>
      )}
      {others}
      {end}
    </nav>
  );
}
