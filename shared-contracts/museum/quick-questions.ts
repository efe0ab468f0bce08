import type { Language } from '../i18n/language.ts';
import { localize } from '../i18n/localize.ts';
import type { MuseumProfile } from './profile.ts';

/** The questions to begin with: the exhibition's own, else the museum's. */
export function pickQuickQuestions(profile: MuseumProfile, exhibitionId: string | undefined, language: Language): string[] {
  const own = exhibitionId === undefined ? undefined : profile.exhibitions[exhibitionId]?.quickQuestions;
  return (own ?? profile.quickQuestions).map((question) => localize(question, language));
}
