import type { CheckedVisit } from '../visits/check-visit.ts';

/** The provider's voice for one the museum offers in the visit's language; undefined for every other id. */
export function pickProviderVoice(
  { profile, language }: Pick<CheckedVisit, 'profile' | 'language'>,
  providerVoices: Readonly<Record<string, string>>,
  voiceId: string,
): string | undefined {
  const offered = [...profile.voices[language], ...(profile.allowsPremium ? profile.premiumVoices[language] : [])];
  return offered.some((voice) => voice.voiceId === voiceId) ? providerVoices[voiceId] : undefined;
}
