import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';

/** The museum's feedback form in the visitor's language, else the English one, if it has any. */
export function pickFeedbackUrl({ tabBar }: Pick<MuseumProfile, 'tabBar'>, language: Language): string | undefined {
  if (tabBar.kind !== 'guide-feedback') return undefined;
  return tabBar.feedbackUrls?.[language] ?? tabBar.feedbackUrls?.en;
}
