import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { MuseumContent } from '../content/content.ts';
import type { SpeakingVoice } from './speech.ts';

/** The voices of the samples that visitors choose from (`infra/demo/voices`), in the names this synthesiser knows. */
const voices: Readonly<Record<string, SpeakingVoice>> = {
  'en-1': { timbre: 'en-gb-x-rp+m3', pitch: 38, speed: 140 },
  'en-2': { timbre: 'en+f2', pitch: 58, speed: 165 },
  'en-3': { timbre: 'en-us+f4', pitch: 44, speed: 145 },
  'de-1': { timbre: 'de+f4', pitch: 44, speed: 145 },
  'de-2': { timbre: 'de+m3', pitch: 26, speed: 140 },
  'de-3': { timbre: 'de+f2', pitch: 60, speed: 165 },
  'de-4': { timbre: 'de+m1', pitch: 46, speed: 155 },
  'fr-1': { timbre: 'fr+f4', pitch: 46, speed: 150 },
  'fr-2': { timbre: 'fr+m3', pitch: 28, speed: 145 },
  'fr-3': { timbre: 'fr+f2', pitch: 60, speed: 165 },
  'en-p1': { timbre: 'en-gb-x-rp+f3', pitch: 48, speed: 145 },
  'en-p2': { timbre: 'en-gb-scotland+m7', pitch: 30, speed: 140 },
  'en-p3': { timbre: 'en+f5', pitch: 64, speed: 165 },
  'de-p1': { timbre: 'de+f3', pitch: 50, speed: 145 },
  'de-p2': { timbre: 'de+m7', pitch: 30, speed: 140 },
  'de-p3': { timbre: 'de+f5', pitch: 62, speed: 160 },
};

const defaultVoices: Readonly<Record<Language, SpeakingVoice>> = {
  en: { timbre: 'en-gb-x-rp+m3', pitch: 38, speed: 140 },
  de: { timbre: 'de+f4', pitch: 44, speed: 145 },
  fr: { timbre: 'fr+f4', pitch: 46, speed: 150 },
};

/** The premium voices of French visitors are the English ones; what they say is French all the same. */
const frenchSpeaking: Readonly<Record<string, SpeakingVoice>> = {
  'en-p1': { timbre: 'fr+f3', pitch: 48, speed: 145 },
  'en-p2': { timbre: 'fr+m7', pitch: 30, speed: 140 },
  'en-p3': { timbre: 'fr+f5', pitch: 64, speed: 165 },
};

/**
 * The voice a call asks for.
 * @param asked a voice's own id ("de-2"), or the provider's id as the museum's profile names it
 * @returns the language's first voice where the id is unknown, or where the voice speaks another language
 */
export function pickSpeakingVoice(
  asked: string | undefined,
  language: Language,
  { profile }: Pick<MuseumContent, 'profile'>,
): SpeakingVoice {
  const entries = Object.entries(profile.providerVoices).filter(([, provider]) => provider === asked);
  const ids = asked === undefined ? [] : [asked, ...entries.map(([id]) => id)];
  const own = ids.find((id) => id.startsWith(`${language}-`) && Object.hasOwn(voices, id));
  const other = language === 'fr' ? ids.find((id) => Object.hasOwn(frenchSpeaking, id)) : undefined;
  return voices[own ?? ''] ?? frenchSpeaking[other ?? ''] ?? defaultVoices[language];
}
