import path from 'node:path';
import { createPlatform, type PlatformOptions } from '../platform.ts';
import { sampleContent } from './sample-content.ts';
import { createTurnedClock } from './turned-clock.ts';

export const credential = { email: 'site@museum.example', password: 'correct horse' };
export const vapiKey = 'vapi-private-key';

export type TestPlatform = Awaited<ReturnType<typeof startTestPlatform>>;

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export async function startTestPlatform(options: Pick<PlatformOptions, 'languageModel' | 'transcription' | 'onCallQuestion' | 'log'> = {}) {
  const clock = createTurnedClock();
  const speechProgram = path.resolve(import.meta.dirname, '../../speech/main.mjs');
  const { app } = await createPlatform({ content: sampleContent, credential, vapiKey, speechProgram, clock, ...options });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    clock,
    /** A string body is sent unchanged. */
    post: (path: string, body: unknown, headers: Record<string, string> = {}, signal: AbortSignal | null = null) =>
      fetch(url + path, {
        ...{ method: 'POST', signal },
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers }),
    close: () => app.close(),
  };
}
