import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { MuseumContent } from '../content/content.ts';
import type { Guide } from '../guide/guide.ts';
import { type GuideEvent, type GuideState, originOf } from '../guide/guide-state.ts';
import { parseBody, requireKey, ServiceError } from '../services/http.ts';
import { type ChatRequest, chatRequestSchema, museumContextOf, orgId, questionOf, stateFromSummary } from './chat-request.ts';

const mostChats = 5000;

/** Two turns may refer to the same turn and then continue separately. */
type Chat = { state: GuideState };

export type ChatTurn = { id: string; answer: AsyncIterable<GuideEvent> };

/** Store for conversations of all platforms of a site. A site sends assistant and variables with every question. */
export interface SharedChats {
  load(id: string): Promise<Chat | undefined>;
  save(id: string, chat: Chat): void;
}

export type Chats = ReturnType<typeof createChats>;

export function createChats(
  museums: readonly MuseumContent[],
  guideOf: (museum: MuseumContent) => Guide,
  clock: Pick<Clock, 'now'>,
  shared?: SharedChats,
) {
  const chats = new LRUCache<string, Chat>({ max: mostChats });

  return {
    /** @throws ServiceError 404 for an unknown assistant, 400 for an unknown chat, museum or exhibition */
    async answer({ assistantId, input, assistantOverrides, previousChatId }: ChatRequest, signal: AbortSignal): Promise<ChatTurn> {
      const previous = previousChatId === undefined ? undefined : (chats.get(previousChatId) ?? (await shared?.load(previousChatId)));
      if (previousChatId !== undefined && !previous) throw new ServiceError(400, 'previousChatId: no such chat');
      const variables = assistantOverrides?.variableValues ?? {};
      const context = museumContextOf(museums, assistantId, variables);
      const state = previous?.state ?? stateFromSummary(variables.pastTranscriptSummary, clock.now());
      const id = randomUUID();
      const keepState = (reached: GuideState) => {
        chats.set(id, { state: reached });
        shared?.save(id, { state: reached });
      };
      // Stored before the answer, because a visitor who interrupts the answer continues this chat.
      keepState(state);
      const answer = guideOf(context.museum).answer(state, questionOf(input, variables, context, clock.now()), signal);
      return { id, answer: watchDone(answer, keepState) };
    },
  };
}

async function* watchDone(answer: AsyncIterable<GuideEvent>, onDone: (state: GuideState) => void): AsyncIterable<GuideEvent> {
  for await (const event of answer) {
    if (event.type === 'done') onDone(event.state);
    yield event;
  }
}

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

export function registerChatRoutes(app: FastifyInstance, chats: Chats, { vapiKey, clock }: { vapiKey: string; clock: Clock }): void {
  app.addHook('onRequest', requireKey(vapiKey));
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
