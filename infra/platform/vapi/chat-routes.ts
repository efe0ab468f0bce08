import type { ServerResponse } from 'node:http';
import type { Generated } from '@enfilade/shared-contracts/api/schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyInstance } from 'fastify';
import { type AnswerUsage, type GuideEvent, originOf, type QuestionFacts } from '../guide/guide-state.ts';
import { parseBody, requireKey } from '../services/http.ts';
import { chatRequestSchema } from './chat-request.ts';
import type { Chats, ChatTurn } from './chats.ts';
import { invalidKey, orgId } from './organisation.ts';

interface StreamOptions {
  clock: Clock;
  /** Between two words of a piece of text; the first goes out at once. 0: all at once. */
  wordDelayMs: number;
}

/** Sends an answer as server-sent events, word by word, each after `data: `. Once the connection is gone no timer is left. */
async function streamAnswer(
  response: ServerResponse,
  { id, answer, usage }: ChatTurn,
  { clock, wordDelayMs }: StreamOptions,
): Promise<void> {
  const waiting: { data: string; isWord: boolean }[] = [];
  const state: { isPausing: boolean; hasEnded: boolean } = { isPausing: false, hasEnded: false };
  let cancelPause = () => {};
  const sendWaiting = () => {
    state.isPausing = false;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      response.write(`data: ${next.data}\n\n`);
      if (!next.isWord || wordDelayMs === 0 || waiting.length === 0) continue;
      state.isPausing = true;
      cancelPause = clock.after(wordDelayMs, sendWaiting);
      return;
    }
    if (state.hasEnded) response.end('data: [DONE]\n\n');
  };

  // A client may be gone before its answer begins, and then "close" has already happened.
  if (response.destroyed) return;
  response.once('close', () => cancelPause());
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' });
  for await (const event of markText(answer)) {
    waiting.push(...streamedEvents(id, event));
    if (!state.isPausing && !response.destroyed) sendWaiting();
  }
  const costs = costsOf(usage());
  if (costs) waiting.push({ data: JSON.stringify({ id, ...costs }), isWord: false });
  state.hasEnded = true;
  if (!state.isPausing && !response.destroyed) sendWaiting();
}

interface OutputMessage {
  role: 'tool' | 'assistant';
  content: string;
  name?: string;
  tool_call_id?: string;
}

type MarkedEvent = GuideEvent | { type: 'generated'; generated: Generated };

/** The origin of the text precedes its first piece, and appears again if another author continues. */
async function* markText(answer: AsyncIterable<GuideEvent>): AsyncIterable<MarkedEvent> {
  let author: string | undefined;
  for await (const event of answer) {
    if (event.type === 'text' && author !== (event.model ?? '')) {
      author = event.model ?? '';
      yield { type: 'generated', generated: originOf(event) };
    }
    yield event;
  }
}

/** Sources, room and origin as a tool's result; undefined for other events. */
function contextMessage(event: MarkedEvent): OutputMessage | undefined {
  if (event.type !== 'context' && event.type !== 'generated') return undefined;
  const { type: _, ...context } = event;
  const content = JSON.stringify({ sources: [], ...context });
  return { role: 'tool', tool_call_id: 'call_guide_context', name: 'guide_context', content };
}

/** What became of the question, for the site alone: no browser is sent it. */
function questionMessage(facts: QuestionFacts): OutputMessage {
  return { role: 'tool', tool_call_id: 'call_guide_question', name: 'guide_question', content: JSON.stringify(facts) };
}

const toolMessage = (event: MarkedEvent): OutputMessage | undefined =>
  event.type === 'done' ? event.facts && questionMessage(event.facts) : contextMessage(event);

/** What is sent of an event; words include the space that follows them. */
function streamedEvents(id: string, event: MarkedEvent): { data: string; isWord: boolean }[] {
  const message = toolMessage(event);
  if (message) return [{ data: JSON.stringify({ id, output: [message] }), isWord: false }];
  const words = event.type === 'text' ? (event.text.match(/\S+\s*/g) ?? []) : [];
  return words.map((delta) => ({ data: JSON.stringify({ id, path: 'chat.output[0].content', delta }), isWord: true }));
}

/** What a chat cost, as Vapi lists it, but without prices, which are the site's. Undefined if the service did not count. */
function costsOf(usage: AnswerUsage | undefined) {
  if (!usage || usage.isEstimated) return undefined;
  const { promptTokens, completionTokens } = usage;
  return { costs: [{ type: 'model', promptTokens, completionTokens }] };
}

/** The body of an answer that is not streamed. @param now milliseconds since the epoch */
async function chatBody({ id, assistantId, previousChatId, text, answer, usage }: ChatTurn, now: number) {
  const tools: OutputMessage[] = [];
  let content = '';
  for await (const event of markText(answer)) {
    const message = toolMessage(event);
    if (message) tools.push(message);
    if (event.type === 'text') content += event.text;
  }
  const at = new Date(now).toISOString();
  return {
    id,
    orgId,
    ...(assistantId !== undefined && { assistantId }),
    ...(previousChatId !== undefined && { previousChatId }),
    messages: [{ role: 'user', content: text }],
    output: [...tools, { role: 'assistant', content: content.trimEnd() }],
    ...costsOf(usage()),
    createdAt: at,
    updatedAt: at,
  };
}

export interface ChatRoutesOptions extends StreamOptions {
  chats: Chats;
  vapiKey: string;
}

/** Vapi's `POST /chat`, in one piece or streamed. */
export function registerChatRoutes(app: FastifyInstance, { chats, vapiKey, clock, wordDelayMs }: ChatRoutesOptions): void {
  app.addHook('onRequest', requireKey(vapiKey, invalidKey));
  app.post('/chat', async (request, reply) => {
    const body = parseBody(chatRequestSchema, request.body);
    const listening = new AbortController();
    reply.raw.once('close', () => listening.abort());
    const turn = await chats.answer(body, listening.signal);
    if (!body.stream) return chatBody(turn, clock.now());
    reply.hijack();
    await streamAnswer(reply.raw, turn, { clock, wordDelayMs });
    return reply;
  });
}
