import type { ServerResponse } from 'node:http';
import type { Generated } from '@enfilade/shared-contracts/api/schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyInstance } from 'fastify';
import { type AnswerUsage, type GuideEvent, originOf } from '../guide/guide-state.ts';
import { parseBody, requireKey } from '../services/http.ts';
import { chatRequestSchema, invalidKey, orgId } from './chat-request.ts';
import type { Chats, ChatTurn } from './chats.ts';

async function streamAnswer(response: ServerResponse, { id, answer, usage }: ChatTurn): Promise<void> {
  // The client may have disconnected before the answer begins.
  if (response.destroyed) return;
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' });
  // Reads the answer to its end even after a disconnection, because the end has the state for the next turn.
  const send = (part: object) => {
    if (!response.destroyed) response.write(`data: ${JSON.stringify({ id, ...part })}\n\n`);
  };
  for await (const event of markText(answer)) for (const part of streamedParts(event)) send(part);
  const costs = costsOf(usage());
  if (costs) send(costs);
  if (!response.destroyed) response.end('data: [DONE]\n\n');
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

function streamedParts(event: MarkedEvent): object[] {
  const message = toolMessage(event);
  if (message) return [{ output: [message] }];
  const words = event.type === 'text' ? (event.text.match(/\S+\s*/g) ?? []) : [];
  return words.map((delta) => ({ path: 'chat.output[0].content', delta }));
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

export interface ChatRoutesOptions {
  chats: Chats;
  vapiKey: string;
  clock: Pick<Clock, 'now'>;
}

export function registerChatRoutes(app: FastifyInstance, { chats, vapiKey, clock }: ChatRoutesOptions): void {
  app.addHook('onRequest', requireKey(vapiKey, invalidKey));
  app.post('/chat', async (request, reply) => {
    const body = parseBody(chatRequestSchema, request.body);
    const listening = new AbortController();
    reply.raw.once('close', () => listening.abort());
    const turn = await chats.answer(body, listening.signal);
    if (!body.stream) return chatBody(turn, clock.now());
    reply.hijack();
    await streamAnswer(reply.raw, turn);
    return reply;
  });
}
