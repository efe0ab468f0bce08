import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { MuseumContent } from '../content/content.ts';
import tables from './speaking-voices.json';
import type { SpeakingVoice } from './speech.ts';

/** The voices of the samples (`infra/demo/voices`), with the synthesiser's names. */
const voices: Readonly<Record<string, SpeakingVoice>> = tables.voices;
/** French visitors choose among the English premium voices, which then speak French. */
const frenchSpeaking: Readonly<Record<string, SpeakingVoice>> = tables.frenchSpeaking;

/**
 * @param asked a voice's own id ("de-2"), or the provider's id in the museum's profile
 * @returns the language's first voice if the id is unknown or its voice speaks another language
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
