import type { Language } from '../i18n/language.ts';
import type { MuseumProfile } from '../museum/profile.ts';
import type { TailoringAnswers } from './answers.ts';

interface VoiceChoice {
  profile: Pick<MuseumProfile, 'voices' | 'premiumVoices' | 'allowsPremium'>;
  language: Language;
  answers: TailoringAnswers;
}

/** The visitor's voice if it has this language, or else the museum's first voice of the language. */
export function pickVoiceId({ profile, language, answers }: VoiceChoice): string | undefined {
  const ordinary = profile.voices[language];
  const offered = [...ordinary, ...(profile.allowsPremium ? profile.premiumVoices[language] : [])];
  const chosen = offered.find(({ voiceId }) => answers.voice?.includes(voiceId));
  return (chosen ?? ordinary[0])?.voiceId;
}
