import path from 'node:path';
import { createPlatform } from '@enfilade/platform/platform';
import { createTurnedClock } from '@enfilade/platform/testing/turned-clock';
import { startTranscriptionDouble } from '@enfilade/platform/voice/testing/transcription-double';
import type { StandIns } from './exchange.ts';
import { content, keys } from './sample-museum.ts';

const tokenLifeMs = 60 * 60 * 1000;

/** Transcription has no stand-in, so the double of the platform's tests replaces it. */
export async function startStandIns(): Promise<StandIns> {
  const clock = createTurnedClock();
  const { email, password, vapi: vapiKey } = keys;
  const speechProgram = path.resolve(import.meta.dirname, '../../infra/speech/main.mjs');
  const { app: platform, ownWords } = await createPlatform({
    ...{ content, credential: { email, password }, vapiKey },
    ...{ clock, speechProgram },
  });
  const transcription = await startTranscriptionDouble();
  transcription.answerWith({ text: 'Who built the wheel?' });
  return {
    origin: await platform.listen({ port: 0, host: '127.0.0.1' }),
    transcriptionUrl: transcription.url,
    ownWords,
    expireTokens: () => clock.turn(tokenLifeMs),
    async close() {
      await transcription.close();
      await platform.close();
    },
  };
}
