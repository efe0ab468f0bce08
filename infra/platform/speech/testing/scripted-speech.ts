import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SpeechScript = (response: ServerResponse, body: Record<string, unknown>) => void | Promise<void>;
interface HeardSpeechRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

/** Speaks as the test sets it, at any path, and records its requests. */
export async function startScriptedSpeech() {
  const heard: HeardSpeechRequest[] = [];
  const closed: string[] = [];
  let answer: SpeechScript = (response) => void response.writeHead(500).end();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    response.once('close', () => closed.push(path));
    heard.push({ path, headers: request.headers, body });
    await answer(response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...{ heard, closed },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers(next: SpeechScript) {
      answer = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type ScriptedSpeech = Awaited<ReturnType<typeof startScriptedSpeech>>;

/** Half a second of a tone at a rate. */
export const tone = (rate: number) =>
  Int16Array.from({ length: rate / 2 }, (_, at) => Math.round(9_000 * Math.sin((2 * Math.PI * 440 * at) / rate)));
export const bytesOf = ({ buffer }: Int16Array) => Buffer.from(buffer);
