import type { Language } from '../i18n/language.ts';
import { localize } from '../i18n/localize.ts';
import type { ExhibitionSummary } from './museum.ts';
import type { MuseumProfile } from './profile.ts';

export function exhibitionName(profile: MuseumProfile, { _id, name }: Pick<ExhibitionSummary, '_id' | 'name'>, language: Language): string {
  return localize(profile.exhibitions[_id]?.name ?? name, language);
}

/** Undefined if the guide counts other rooms than the profile. @param room its `number` from 1 */
export function profileRoom({ rooms }: Pick<MuseumProfile, 'rooms'>, { number, count }: { number: number; count: number }) {
  return count === rooms.length ? rooms[number - 1] : undefined;
}

export function pickFeedbackUrl({ tabBar }: Pick<MuseumProfile, 'tabBar'>, language: Language): string | undefined {
  if (tabBar.kind !== 'guide-feedback') return undefined;
  return tabBar.feedbackUrls?.[language] ?? tabBar.feedbackUrls?.en;
}

interface QuickQuestions {
  open: string[];
  /** Questions that the visitor has already asked, in any language. */
  asked: string[];
}

/** Prefers the exhibition's questions to the museum's. @param said the visitor's questions so far */
export function pickQuickQuestions(
  profile: MuseumProfile,
  exhibitionId: string | undefined,
  language: Language,
  said: readonly string[] = [],
): QuickQuestions {
  const own = exhibitionId === undefined ? undefined : profile.exhibitions[exhibitionId]?.quickQuestions;
  const questions: QuickQuestions = { open: [], asked: [] };
  for (const question of own ?? profile.quickQuestions) {
    const texts = typeof question === 'string' ? [question] : Object.values(question);
    questions[texts.some((text) => text !== undefined && said.includes(text)) ? 'asked' : 'open'].push(localize(question, language));
  }
  return questions;
}
