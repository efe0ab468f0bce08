import type { Language, LocalizedText } from '@enfilade/shared-contracts/i18n/language';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';

/** Texts without an easy form stay. */
export function withEasyTexts(profile: MuseumProfile, language: Language): MuseumProfile {
  const easy = profile.easyLanguage?.[language];
  if (!easy) return profile;
  const replace = (text: LocalizedText | undefined, by: string): LocalizedText => ({
    ...(typeof text === 'object' ? text : { en: text ?? by }),
    [language]: by,
  });
  const changed = { ...profile };
  if (profile.practical) {
    const practical = { ...profile.practical };
    for (const [topic, text] of Object.entries(easy.practical ?? {}) as [keyof typeof practical, string][])
      practical[topic] = replace(practical[topic], text);
    changed.practical = practical;
  }
  if (easy.quickQuestions) {
    changed.quickQuestions = easy.quickQuestions.map((text) => replace(undefined, text)) as typeof profile.quickQuestions;
    // The exhibitions' own quick questions would replace the easy questions.
    const looks = Object.entries(profile.exhibitions).map(([id, { quickQuestions: _, ...look }]) => [id, look]);
    changed.exhibitions = Object.fromEntries(looks);
  }
  return changed;
}
