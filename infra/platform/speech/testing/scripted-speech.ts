import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { startLocalServer } from '../../testing/local-server.ts';

export type SpeechScript = (response: ServerResponse, body: Record<string, unknown>) => void | Promise<void>;
interface HeardSpeechRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

export async function startScriptedSpeech() {
  const heard: HeardSpeechRequest[] = [];
  const closed: string[] = [];
  let answer: SpeechScript = (response) => void response.writeHead(500).end();
  const server = await startLocalServer(async (request, response) => {
    const path = request.url ?? '';
    const body = (await json(request)) as Record<string, unknown>;
    response.once('close', () => closed.push(path));
    heard.push({ path, headers: request.headers, body });
    await answer(response, body);
  });
  return {
    ...{ heard, closed, ...server },
    answers(next: SpeechScript) {
      answer = next;
    },
  };
}

export type ScriptedSpeech = Awaited<ReturnType<typeof startScriptedSpeech>>;

export const tone = (rate: number) =>
  Int16Array.from({ length: rate / 2 }, (_, at) => Math.round(9_000 * Math.sin((2 * Math.PI * 440 * at) / rate)));
export const bytesOf = ({ buffer }: Int16Array) => Buffer.from(buffer);
