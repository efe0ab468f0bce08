import type { ServerResponse } from 'node:http';
import type { Generated } from '@enfilade/shared-contracts/api/schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyInstance } from 'fastify';
import { type AnswerUsage, type GuideEvent, originOf } from '../guide/guide-state.ts';
import { parseBody, requireKey } from '../services/http.ts';
import { chatRequestSchema } from './chat-request.ts';
import type { Chats, ChatTurn } from './chats.ts';
import { invalidKey, orgId } from './organisation.ts';

interface StreamOptions {
  clock: Clock;
  /** Delay between two words of a text. 0 sends all words at once. */
  wordDelayMs: number;
}

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

  // The client may have disconnected before the answer begins, and then "close" was emitted earlier.
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

type OutputMessage = { role: 'tool' | 'assistant'; content: string; name?: string; tool_call_id?: string };
type MarkedEvent = GuideEvent | { type: 'generated'; generated: Generated };

/** Adds the origin of the text before its first piece, and again when another author continues. */
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

/** Sources, room and origin, or the facts about the question, which the gateway does not send to browsers. */
function toolMessage(event: MarkedEvent): OutputMessage | undefined {
  if (event.type === 'text') return undefined;
  const { type: _, ...context } = event;
  const [name, content] = event.type === 'done' ? ['guide_question', event.facts] : ['guide_context', { sources: [], ...context }];
  return content && { role: 'tool', tool_call_id: `call_${name}`, name, content: JSON.stringify(content) };
}

function streamedEvents(id: string, event: MarkedEvent): { data: string; isWord: boolean }[] {
  const message = toolMessage(event);
  if (message) return [{ data: JSON.stringify({ id, output: [message] }), isWord: false }];
  const words = event.type === 'text' ? (event.text.match(/\S+\s*/g) ?? []) : [];
  return words.map((delta) => ({ data: JSON.stringify({ id, path: 'chat.output[0].content', delta }), isWord: true }));
}

/** Vapi's shape without prices, which the site has. Undefined if the service did not count. */
function costsOf(usage: AnswerUsage | undefined) {
  if (!usage || usage.isEstimated) return undefined;
  const { promptTokens, completionTokens } = usage;
  return { costs: [{ type: 'model', promptTokens, completionTokens }] };
}

/** @param now milliseconds since the epoch */
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
    assistantId,
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
