import fastify from 'fastify';
import { millContent } from '../../testing/sample-content.ts';
import { createTurnedClock } from '../../testing/turned-clock.ts';
import type { Speech } from '../speech.ts';
import { registerSpeechRoutes } from '../speech-routes.ts';

export const ttsKey = 'tts-key';

const profile = { ...millContent.profile, providerVoices: { 'en-1': 'provider-anne', 'de-2': 'provider-bernd', 'en-p1': 'provider-cleo' } };
const museums = [{ ...millContent, profile }];

/** The speech service alone on a free port. */
export async function startSpeechTestKit(speech: Speech) {
  const app = fastify({ forceCloseConnections: true });
  registerSpeechRoutes(app, { museums, ttsKey, speech, clock: createTurnedClock() });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    /** `path` follows `/v1/text-to-speech/`; a string as body is sent as it is. */
    speak: (path: string, body: unknown, init: RequestInit = {}) =>
      fetch(`${url}/v1/text-to-speech/${path}`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...init,
        headers: { 'content-type': 'application/json', 'xi-api-key': ttsKey, ...init.headers },
      }),
    close: async () => {
      await app.close();
      await speech.close();
    },
  };
}

export type SpeechTestKit = Awaited<ReturnType<typeof startSpeechTestKit>>;
