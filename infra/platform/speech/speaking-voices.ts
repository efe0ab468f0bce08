import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { MuseumContent } from '../content/content.ts';
import tables from './speaking-voices.json';
import type { SpeakingVoice } from './speech.ts';

/** The voices of the samples that visitors choose from (`infra/demo/voices`), by this synthesiser's names. */
const voices: Readonly<Record<string, SpeakingVoice>> = tables.voices;
/** The premium voices of French visitors are the English ones; what they say is French all the same. */
const frenchSpeaking: Readonly<Record<string, SpeakingVoice>> = tables.frenchSpeaking;

/**
 * The voice of a call.
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
  const first = `${language}-1` as const;
  const id = own ?? other ?? first;
  const hosted = profile.providerVoices[id];
  const sound = voices[own ?? ''] ?? frenchSpeaking[other ?? ''] ?? tables.voices[first];
  return { ...sound, ...(hosted !== undefined && { hosted: { voice: hosted, language } }) };
}
