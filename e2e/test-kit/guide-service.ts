import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from './listen.ts';

/** One question that reached the guide. */
export interface AskedQuestion {
  input: string;
  previousChatId: string | undefined;
  /** In ms since the epoch. */
  at: number;
  /** When the whole answer was given. */
  answeredAt?: number;
}

/** What the guide does with a question. */
export interface GuideScript {
  /** Each is one event of the stream. */
  chunks: readonly string[];
  /** Before every chunk, the first too. */
  delayMs?: number;
  sources?: readonly { title: string; document: string }[];
  /** The answer stays open and silent after so many chunks. */
  hangsAfter?: number;
  /** The last chunk is said only when this is kept. */
  lastAfter?: Promise<unknown>;
  /** Refuses with it instead of answering. */
  status?: number;
}

export interface GuideService {
  url: string;
  key: string;
  asked: AskedQuestion[];
  /** From now on questions are answered so. */
  answerWith(script: (input: string) => GuideScript): void;
  /** Forgets what was asked, and answers every question with itself again. */
  reset(): void;
  close(): Promise<void>;
}

interface Question {
  input: string;
  previousChatId: string | undefined;
  isStreamed: boolean;
}

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const echo = (input: string): GuideScript => ({ chunks: ['You asked: ', ...(input.match(/\S+\s*/g) ?? [])] });

/** A hosted guide in Vapi's shape whose words each test decides. It refuses what the real one would. */
export async function startGuideService(): Promise<GuideService> {
  const key = `guide-key-${randomUUID()}`;
  const chatIds = new Set<string>();
  const asked: AskedQuestion[] = [];
  let scriptOf = echo;
  const server = createServer((request, response) => {
    takeQuestion(request, { key, chatIds })
      .then((question) => {
        const { input, previousChatId, isStreamed } = question;
        const noted: AskedQuestion = { input, previousChatId, at: Date.now() };
        asked.push(noted);
        const id = randomUUID();
        chatIds.add(id);
        return answer(response, { id, isStreamed, script: scriptOf(input) }).then((isWhole) => {
          if (isWhole) noted.answeredAt = Date.now();
        });
      })
      .catch((error: Error) => refuse(response, error instanceof Refusal ? error : new Refusal(500, error.message)));
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

async function takeQuestion(request: IncomingMessage, known: { key: string; chatIds: ReadonlySet<string> }): Promise<Question> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  if (request.headers.authorization !== `Bearer ${known.key}`) throw new Refusal(401, 'Invalid Key.');
  if (request.method !== 'POST' || request.url !== '/chat') throw new Refusal(404, `Cannot ${request.method} ${request.url}`);
  if (!request.headers['content-type']?.startsWith('application/json')) throw new Refusal(415, 'body: not JSON');
  return readQuestion(parseBody(Buffer.concat(pieces).toString()), known.chatIds);
}

function parseBody(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Refusal(400, 'body: not JSON');
  }
}

function readQuestion(body: Record<string, unknown>, chatIds: ReadonlySet<string>): Question {
  const { input, previousChatId, assistant, assistantId, stream: isStreamed = false } = body;
  if (assistant === undefined && assistantId === undefined && previousChatId === undefined)
    throw new Refusal(400, 'Assistant or Squad or Workflow must be provided.');
  if (typeof input !== 'string' || input.trim() === '') throw new Refusal(400, 'input: must be a text that is not empty');
  if (typeof isStreamed !== 'boolean') throw new Refusal(400, 'stream: must be true or false');
  if (previousChatId === undefined) return { input, previousChatId, isStreamed };
  if (typeof previousChatId !== 'string' || !chatIds.has(previousChatId)) throw new Refusal(400, 'previousChatId: no such chat');
  return { input, previousChatId, isStreamed };
}

interface Answer {
  id: string;
  isStreamed: boolean;
  script: GuideScript;
}

/** @returns whether it came to its end */
async function answer(response: ServerResponse, { id, isStreamed, script }: Answer): Promise<boolean> {
  const { chunks, sources = [], hangsAfter, status = 200 } = script;
  if (status !== 200) throw new Refusal(status, 'The guide refuses, as the test said.');
  const context = sources.length > 0 ? [{ role: 'tool', name: 'guide_context', content: JSON.stringify({ sources }) }] : [];
  const writer = isStreamed ? streamTo(response, id) : collectFor(response, id);
  writer.begin(context);
  for await (const chunk of paced(script)) {
    // Who asked has gone.
    if (response.destroyed) return false;
    writer.say(chunk);
  }
  if (response.destroyed || (hangsAfter !== undefined && hangsAfter <= chunks.length)) return false;
  writer.end();
  return true;
}

async function* paced({ chunks, delayMs = 0, hangsAfter = chunks.length, lastAfter }: GuideScript): AsyncGenerator<string> {
  for (const [count, chunk] of chunks.slice(0, hangsAfter).entries()) {
    if (delayMs > 0) await wait(delayMs);
    if (count === chunks.length - 1) await lastAfter;
    yield chunk;
  }
}

interface Writer {
  begin(context: readonly object[]): void;
  say(delta: string): void;
  end(): void;
}

function streamTo(response: ServerResponse, id: string): Writer {
  const send = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  return {
    begin(context) {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
      if (context.length > 0) send({ id, output: context });
    },
    say: (delta) => void send({ id, path: 'chat.output[0].content', delta }),
    end: () => void response.end('data: [DONE]\n\n'),
  };
}

function collectFor(response: ServerResponse, id: string): Writer {
  let output: object[] = [];
  let content = '';
  return {
    begin(context) {
      output = [...context];
    },
    say(delta) {
      content += delta;
    },
    end: () => sendJson(response, 201, { id, output: [...output, { role: 'assistant', content }] }),
  };
}

function refuse(response: ServerResponse, { status, message }: Refusal): void {
  if (response.headersSent) response.destroy();
  else sendJson(response, status, { message, error: 'Refused', statusCode: status });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
