import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';

/** The bar at the foot of the visit, ready to draw. */
export type TabBar = { kind: 'modes' } | { kind: 'hidden' } | { kind: 'guide-feedback'; feedbackUrl?: string };

/** Without a form in the visitor's language the English one serves; without any, Feedback is shown disabled. */
export function pickTabBar({ tabBar }: Pick<MuseumProfile, 'tabBar'>, language: Language): TabBar {
  if (tabBar.kind !== 'guide-feedback') return tabBar;
  const feedbackUrl = tabBar.feedbackUrls?.[language] ?? tabBar.feedbackUrls?.en;
  return feedbackUrl ? { kind: 'guide-feedback', feedbackUrl } : { kind: 'guide-feedback' };
}
