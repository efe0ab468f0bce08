import type { Language } from '../i18n/language.ts';
import type { MuseumProfile } from './profile.ts';

export function pickFeedbackUrl({ tabBar }: Pick<MuseumProfile, 'tabBar'>, language: Language): string | undefined {
  if (tabBar.kind !== 'guide-feedback') return undefined;
  return tabBar.feedbackUrls?.[language] ?? tabBar.feedbackUrls?.en;
}
