import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { VisuallyHidden } from '@enfilade/shared-contracts/ui/visually-hidden';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import styles from './mode-bar.module.css';

/** The bar at the foot of the visit, ready to draw. */
type TabBar = { kind: 'modes' } | { kind: 'hidden' } | { kind: 'guide-feedback'; feedbackUrl?: string };

/** Without a form in the visitor's language the English one serves; without any, Feedback is shown disabled. */
export function pickTabBar({ tabBar }: Pick<MuseumProfile, 'tabBar'>, language: Language): TabBar {
  if (tabBar.kind !== 'guide-feedback') return tabBar;
  const feedbackUrl = tabBar.feedbackUrls?.[language] ?? tabBar.feedbackUrls?.en;
  return feedbackUrl ? { kind: 'guide-feedback', feedbackUrl } : { kind: 'guide-feedback' };
}

type VisitMode = VisitConfig['visitMode'];
const modes: readonly VisitMode[] = ['guided', 'exploration'];

interface ModeBarProps {
  bar: TabBar;
  mode: VisitMode;
  t: Translate;
  onChoose(mode: VisitMode): void;
}

/** The foot of the visit: how to be led, or the way to a museum's feedback form. */
export function ModeBar({ bar, mode, t, onChoose }: ModeBarProps) {
  if (bar.kind === 'hidden') return null;
  if (bar.kind === 'guide-feedback') return <FeedbackTabs url={bar.feedbackUrl} t={t} />;
  return (
    <nav className={styles['bar']} aria-label={t('mode.label')}>
      {modes.map((each) => (
        <button key={each} type="button" className={styles['tab']} aria-pressed={each === mode} onClick={() => onChoose(each)}>
          {t(`mode.${each}`)}
        </button>
      ))}
    </nav>
  );
}

function FeedbackTabs({ url, t }: { url: string | undefined; t: Translate }) {
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
    </nav>
  );
}
