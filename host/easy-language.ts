import type { Language, LocalizedText } from '@enfilade/shared-contracts/i18n/language';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';

/** Texts without an easy form stay. */
export function withEasyTexts(profile: MuseumProfile, language: Language): MuseumProfile {
  const easy = profile.easyLanguage?.[language];
  if (!easy) return profile;
  const { practical = {}, quickQuestions } = easy;
  const replace = (text: LocalizedText | undefined, by: string): LocalizedText => ({
    ...(typeof text === 'object' ? text : { en: text ?? by }),
    [language]: by,
  });
  const easyTexts = Object.entries(practical) as [keyof typeof practical, string][];
  const questions = quickQuestions && {
    quickQuestions: quickQuestions.map((text) => replace(undefined, text)) as typeof profile.quickQuestions,
  };
  return {
    ...profile,
    ...(profile.practical && {
      practical: {
        ...profile.practical,
        ...Object.fromEntries(easyTexts.map(([topic, text]) => [topic, replace(profile.practical?.[topic], text)])),
      },
    }),
    ...questions,
    // The exhibitions' own quick questions would replace the easy questions.
    ...(questions && {
      exhibitions: Object.fromEntries(Object.entries(profile.exhibitions).map(([id, { quickQuestions: _, ...look }]) => [id, look])),
    }),
  };
}
