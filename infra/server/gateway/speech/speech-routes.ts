import { speechRequestSchema } from '@enfilade/shared-contracts/api/request-schemas';
import { findProfile, type ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import { toSpoken } from '@enfilade/shared-contracts/voice/pronunciation/to-spoken';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseInput, watchClose } from '../../http/exchange.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import type { Spending } from '../spending/spending.ts';
import { type CheckedVisit, checkVisit } from '../visits/check-visit.ts';
import type { VisitOf } from '../visits/visit-cookie.ts';
import type { Utterance } from './ask-speech.ts';
import type { SpeechLibrary } from './speech-library.ts';

export interface SpeechRoutesOptions {
  museums: MuseumDirectory;
  profiles: readonly ProfileFile[];
  library: SpeechLibrary;
  visitOf: VisitOf;
  spending: Spending;
  metrics: Pick<Metrics, 'observe'>;
}

const paramsSchema = z.object({ voiceId: z.string() });

/** `POST /api/speech/:voiceId`: one text as sound, with the exhibition's pronunciations. */
export function registerSpeechRoutes(app: FastifyInstance, options: SpeechRoutesOptions): void {
  const { museums, profiles, library, visitOf, spending, metrics } = options;
  app.post('/api/speech/:voiceId', async (request, reply) => {
    const leaving = watchClose(reply);
    const { voiceId } = parseInput(paramsSchema, request.params);
    const { visit: named, text } = parseInput(speechRequestSchema, request.body);
    const visit = await checkVisit(named, museums);
    const providerVoice = pickProviderVoice(visit, findProfile(profiles, named.museumId)?.providerVoices ?? {}, voiceId);
    if (providerVoice === undefined) throw new HttpError('voice-not-found');
    const reserve = (amount: number) => {
      const { museumId } = named;
      return spending.reserve(visitOf(request, reply, { museumId, consent: visit.consent }), { work: 'speech', amount });
    };
    const { log, id: requestId } = request;
    const sound = await library.find(utteranceOf(visit, providerVoice, text), { leaving, reserve, log, requestId });
    metrics.observe('enfilade_first_sound_seconds', { way: 'reading' }, reply.elapsedTime / 1_000);
    return reply.type('audio/mpeg').header('cache-control', 'private, max-age=14400').send(sound);
  });
}

function utteranceOf({ language, exhibition }: CheckedVisit, providerVoice: string, text: string): Utterance {
  return { providerVoice, language, spoken: toSpoken(text, { language, pronunciations: exhibition.pronunciations }) };
}

/** The provider's voice for one the museum offers in the visit's language; undefined for every other id. */
function pickProviderVoice(
  { profile, language }: Pick<CheckedVisit, 'profile' | 'language'>,
  providerVoices: Readonly<Record<string, string>>,
  voiceId: string,
): string | undefined {
  const offered = [...profile.voices[language], ...(profile.allowsPremium ? profile.premiumVoices[language] : [])];
  return offered.some((voice) => voice.voiceId === voiceId) ? providerVoices[voiceId] : undefined;
}
