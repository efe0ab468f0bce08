import { keywordsOf } from '@enfilade/shared-contracts/pronunciation/keywords-of';
import type { AssistantSettings } from '../museums/assistant-settings.ts';
import type { CheckedVisit } from '../visits/check-visit.ts';

/** How the visitor is understood: the museum's names first, those the visitor chose before the rest. */
export function transcriberOf({ profile, language, answers }: CheckedVisit, { confidenceThreshold }: AssistantSettings) {
  return {
    provider: 'deepgram',
    model: 'nova-3',
    language,
    numerals: true,
    // This model takes whole names in the order of their weight; `keywords` with numbers is for its forerunners, and refused.
    keyterm: keywordsOf(profile, answers.artistSelection).map(({ name }) => name),
    confidenceThreshold,
  };
}

/** How the guide sounds. Undefined where the profile knows no provider's voice: the assistant's own speaks then. */
export function voiceOf({ profile, exhibition, language, answers }: CheckedVisit, providerVoices: Readonly<Record<string, string>>) {
  const [first] = profile.voices[language];
  const chosen = answers.voice?.[0] ?? first?.voiceId;
  const voiceId = chosen === undefined ? undefined : providerVoices[chosen];
  if (voiceId === undefined) return undefined;
  return {
    provider: '11labs',
    voiceId,
    model: 'eleven_turbo_v2_5',
    stability: language === 'fr' && chosen === first?.voiceId ? 0.3 : 0.5,
    enableSsmlParsing: true,
    language,
    // Only the first place of a word would be replaced otherwise.
    chunkPlan: { formatPlan: { replacements: exhibition.pronunciations.map((term) => ({ ...term, replaceAllEnabled: true })) } },
  };
}
