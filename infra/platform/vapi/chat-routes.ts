import type { ServerResponse } from 'node:http';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyInstance } from 'fastify';
import { type GuideEvent, originOf } from '../guide/guide-state.ts';
import { parseBody, requireKey } from '../services/http.ts';
import { type ChatRequest, chatRequestSchema, invalidKey, orgId } from './chat-request.ts';
import type { Chats, ChatTurn } from './chats.ts';

type OutputMessage = { role: 'tool' | 'assistant'; content: string; name?: string; tool_call_id?: string };
type Part = { output: [OutputMessage] } | { path: string; delta: string } | { costs: object[] };

const toolPart = (name: string, content: object): Part => ({
  output: [{ role: 'tool', tool_call_id: `call_${name}`, name, content: JSON.stringify(content) }],
});

const contextPart = (context: object): Part => toolPart('guide_context', { sources: [], ...context });

/** The parts of a streamed answer. The origin comes before the first piece of a text, and again when another author continues. */
async function* partsOf(answer: AsyncIterable<GuideEvent>): AsyncIterable<Part> {
  let author: string | undefined;
  for await (const event of answer) {
    if (event.type === 'text' && author !== (event.model ?? '')) {
      author = event.model ?? '';
      yield contextPart({ generated: originOf(event) });
    }
    if (event.type === 'text') yield* wordParts(event.text);
    else if (event.type === 'done') yield* endParts(event);
    else {
      const { type: _, ...context } = event;
      yield contextPart(context);
    }
  }
}

const wordParts = (text: string): Part[] => (text.match(/\S+\s*/g) ?? []).map((delta) => ({ path: 'chat.output[0].content', delta }));

/** The facts about the question, which the gateway does not send to browsers, and costs in Vapi's shape without prices, if the service counted. */
function* endParts({ facts, usage }: Pick<Extract<GuideEvent, { type: 'done' }>, 'facts' | 'usage'>): Iterable<Part> {
  if (facts) yield toolPart('guide_question', facts);
  if (!usage || usage.isEstimated) return;
  const { promptTokens, completionTokens } = usage;
  yield { costs: [{ type: 'model', promptTokens, completionTokens }] };
}

async function streamAnswer(response: ServerResponse, { id, answer }: ChatTurn): Promise<void> {
  // The client may have disconnected before the answer begins.
  if (response.destroyed) return;
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' });
  // Reads the answer to its end even after a disconnection, because the end has the state for the next turn.
  for await (const part of partsOf(answer)) if (!response.destroyed) response.write(`data: ${JSON.stringify({ id, ...part })}\n\n`);
  if (!response.destroyed) response.end('data: [DONE]\n\n');
}

/** @param now milliseconds since the epoch */
async function chatBody({ assistantId, previousChatId, input }: ChatRequest, { id, answer }: ChatTurn, now: number) {
  const tools: OutputMessage[] = [];
  let content = '';
  let costs: Part | undefined;
  for await (const part of partsOf(answer)) {
    if ('output' in part) tools.push(...part.output);
    else if ('delta' in part) content += part.delta;
    else costs = part;
  }
  const at = new Date(now).toISOString();
  return {
    id,
    orgId,
    assistantId,
    ...(previousChatId !== undefined && { previousChatId }),
    messages: [{ role: 'user', content: input }],
    output: [...tools, { role: 'assistant', content: content.trimEnd() }],
    ...costs,
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
    if (!body.stream) return chatBody(body, turn, clock.now());
    reply.hijack();
    await streamAnswer(reply.raw, turn);
    return reply;
  });
}
