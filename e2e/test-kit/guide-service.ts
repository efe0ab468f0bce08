import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from './listen.ts';

export interface AskedQuestion {
  /** The answer's id, for the next question. */
  chatId: string;
  input: string;
  previousChatId: string | undefined;
  /** Milliseconds since the epoch; absent until the whole answer was sent. */
  answeredAt?: number;
}

interface GuideScript {
  chunks: readonly string[];
  /** Before each chunk, the first included. */
  delayMs?: number;
  sources?: readonly { title: string; document: string }[];
  lastAfter?: Promise<unknown>;
}

export interface GuideService {
  url: string;
  key: string;
  asked: AskedQuestion[];
  /** Applies to every later question. */
  answerWith(script: (input: string) => GuideScript): void;
  /** Deletes the noted questions and the set answer. */
  reset(): void;
  close(): Promise<void>;
}

const echo = (input: string): GuideScript => ({ chunks: ['You asked: ', ...(input.match(/\S+\s*/g) ?? [])] });

/** A guide in Vapi's shape that streams its answers. `conformance` compares the rest of the shape with the documentation. */
export async function startGuideService(): Promise<GuideService> {
  const key = `guide-key-${randomUUID()}`;
  const asked: AskedQuestion[] = [];
  let scriptOf = echo;
  const server = createServer(async (request, response) => {
    if (request.url !== '/chat' || request.headers.authorization !== `Bearer ${key}`) {
      response.writeHead(401).end();
      return;
    }
    const { input, previousChatId } = (await json(request)) as Pick<AskedQuestion, 'input' | 'previousChatId'>;
    const question: AskedQuestion = { chatId: randomUUID(), input, previousChatId };
    asked.push(question);
    if (await stream(response, question.chatId, scriptOf(input))) question.answeredAt = Date.now();
  });
  const { origin: url, close } = await listen(server);
  return {
    url,
    key,
    asked,
    answerWith(script) {
      scriptOf = script;
    },
    reset() {
      asked.length = 0;
      scriptOf = echo;
    },
    close,
  };
}

/** @returns whether the caller stayed until the end */
async function stream(response: ServerResponse, id: string, { chunks, delayMs = 0, sources, lastAfter }: GuideScript): Promise<boolean> {
  const send = (event: object) => response.write(`data: ${JSON.stringify({ id, ...event })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  if (sources) send({ output: [{ role: 'tool', name: 'guide_context', content: JSON.stringify({ sources }) }] });
  for (const [index, delta] of chunks.entries()) {
    if (delayMs > 0) await wait(delayMs);
    if (index === chunks.length - 1) await lastAfter;
    if (response.destroyed) return false;
    send({ path: 'chat.output[0].content', delta });
  }
  response.end('data: [DONE]\n\n');
  return true;
}
