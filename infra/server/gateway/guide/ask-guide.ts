import { createEventStreamParser } from '@enfilade/shared-contracts/api/event-stream';
import { type GuideContext, guideContextSchema, type ReplyPart } from '@enfilade/shared-contracts/api/reply-events';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { z } from 'zod';
import { HttpError } from '../../http/exchange.ts';
import { type Costs, costsSchema } from '../spending/spending-limits.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { assertNoSecret, assertOk, parseResponse, type UpstreamResponse } from '../upstream/upstream-response.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { createGuideRequest } from './visit-values.ts';
import { type QuestionFacts, readQuestionFacts } from './visitor-questions.ts';

export const defaultGuideLimits = { firstByteMs: 10_000, idleMs: 15_000, wholeMs: 60_000 };

export interface GuideService {
  upstream: Upstream;
  vapi: Upstreams['vapi'];
  /** An unguessable word in front of the guide's instruction. An answer that contains the word recites the instruction. */
  promptMark: string;
  limits: typeof defaultGuideLimits;
}

interface GuideCall extends ReplyListener {
  body: ReturnType<typeof createGuideRequest>;
  signal: AbortSignal;
  requestId?: string | undefined;
}

const forgotten = Symbol('forgotten');

/** @throws HttpError if the answer failed, broke off or took too long, possibly after some parts were emitted */
export async function askGuide(service: GuideService, call: GuideCall): Promise<string | undefined> {
  const startedAt = service.upstream.clock.now();
  const chatId = await ask(service, call, startedAt);
  if (chatId !== forgotten) return chatId;
  // Otherwise every later question would fail after the platform dropped the conversation.
  const { previousChatId: _, ...body } = call.body;
  const again = await ask(service, { ...call, body }, startedAt);
  return again === forgotten ? undefined : again;
}

function ask(service: GuideService, { body, signal, requestId, ...listener }: GuideCall, startedAt: number) {
  const { upstream, vapi, promptMark, limits } = service;
  const msUntil = (ms: number) => startedAt + ms - upstream.clock.now();
  return upstream.ask(
    {
      method: 'POST',
      url: `${vapi.url}/chat`,
      bearer: vapi.key,
      secrets: [promptMark],
      headers: { accept: body.stream ? 'text/event-stream' : 'application/json' },
      body: markPrompt(body, promptMark),
      requestId,
    },
    {
      limitMs: msUntil(body.stream ? limits.firstByteMs : limits.wholeMs),
      signal,
      onChunk: () => Math.min(limits.idleMs, msUntil(limits.wholeMs)),
      async read(response): Promise<string | undefined | typeof forgotten> {
        if (body.previousChatId !== undefined && (response.status === 400 || response.status === 404)) {
          await response.discard();
          return forgotten;
        }
        await assertOk(response, 'the guide');
        const marking = { ...listener, emit: markText(listener.emit) };
        if (!String(response.headers['content-type']).startsWith('text/event-stream')) return readWholeReply(response, marking);
        return readStreamedReply(response, marking, [vapi.key, promptMark]);
      },
    },
  );
}

function markPrompt(body: GuideCall['body'], mark: string): GuideCall['body'] {
  const { assistantOverrides } = body;
  const { variableValues } = assistantOverrides;
  const instruction = `${mark}\n${variableValues.custom_instruction}`;
  return { ...body, assistantOverrides: { ...assistantOverrides, variableValues: { ...variableValues, custom_instruction: instruction } } };
}

type EmitPart = (part: ReplyPart) => void;

/** Emits how each text was generated. A platform that reports nothing uses a language model. */
export function markText(emit: EmitPart): EmitPart {
  let isMarked = false;
  return (part) => {
    if (part.type === 'text' && !isMarked) emit({ type: 'generated', kind: 'model' });
    isMarked ||= part.type === 'text' || part.type === 'generated';
    emit(part);
  };
}

interface ReplyListener {
  emit: EmitPart;
  told: ToldOfAnswer;
}

export interface ToldOfAnswer {
  facts?: QuestionFacts | undefined;
  costs?: Costs | undefined;
}

const noReplyText = "I'm sorry, I couldn't process your request. Please try again.";

const messageSchema = z.object({
  role: z.string(),
  content: z.string().nullish(),
  name: z.string().optional(),
  tool_calls: z.array(z.unknown()).nullish(),
});
type GuideMessage = z.infer<typeof messageSchema>;

const replySchema = z.object({ id: z.string().min(1).max(256), output: z.array(messageSchema), costs: costsSchema });

const chunkSchema = z.object({
  id: z.string().min(1).max(256).optional(),
  delta: z.string().optional(),
  output: z.array(messageSchema).optional(),
  costs: costsSchema,
});

/** Far above a reply's text: an event for each letter makes a stream fifty times as long as its text. */
const replyLimitBytes = 1_000_000;
const replyLimitCharacters = 64 * 1024;
const endMark = '[DONE]';

/** Resolves with the conversation's id. @throws HttpError if the reply does not match its schema */
async function readWholeReply(response: UpstreamResponse, listener: ReplyListener): Promise<string> {
  const { id, output, costs } = parseResponse(replySchema, parseJson(await response.text(replyLimitBytes)), 'the guide');
  emitContexts(output, listener);
  listener.told.costs = costs;
  listener.emit({ type: 'text', delta: pickReply(output) ?? noReplyText });
  return id;
}

/** The data of each event up to the mark of the end. @throws HttpError if the reply broke off or does not end */
async function* readEvents(response: UpstreamResponse): AsyncGenerator<string> {
  const parser = createEventStreamParser();
  let length = 0;
  for await (const bytes of response.chunks()) {
    length += bytes.byteLength;
    if (length > replyLimitBytes) throw new HttpError('upstream-failed', { reason: 'the answer does not end' });
    for (const { data } of parser.push(bytes)) {
      // The platform may keep the connection open.
      if (data === endMark) return;
      yield data;
    }
  }
  // With a length or in chunks, HTTP itself would have reported a broken connection.
  const { 'transfer-encoding': encoding, 'content-length': announced } = response.headers;
  if (encoding === undefined && announced === undefined) throw new HttpError('upstream-failed', { reason: 'the answer broke off' });
}

/** @param secrets texts that no visitor may read @throws HttpError if the reply contains a secret, broke off or breaks its schema */
async function readStreamedReply(
  response: UpstreamResponse,
  listener: ReplyListener,
  secrets: readonly string[],
): Promise<string | undefined> {
  const longestSecret = Math.max(...secrets.map(({ length }) => length));
  let chatId: string | undefined;
  let characters = 0;
  /** As many characters as the longest secret has, because a secret may arrive in pieces. */
  let recentText = '';
  let wholeText: string | undefined;
  const emitText = (delta: string) => {
    if (delta === '') return;
    characters += delta.length;
    if (characters > replyLimitCharacters) throw new HttpError('upstream-failed', { reason: 'the answer does not end' });
    recentText += delta;
    assertNoSecret(recentText, secrets);
    recentText = recentText.slice(-longestSecret);
    listener.emit({ type: 'text', delta });
  };
  for await (const data of readEvents(response)) {
    assertNoSecret(data, secrets);
    const { id, delta = '', output = [], costs } = parseResponse(chunkSchema, parseJson(data), 'the guide');
    chatId = id ?? chatId;
    if (costs) listener.told.costs = costs;
    emitContexts(output, listener);
    wholeText = pickReply(output) ?? wholeText;
    emitText(delta);
  }
  if (characters === 0 && chatId === undefined) throw new HttpError('upstream-failed', { reason: 'the answer ended before it began' });
  if (characters === 0) emitText(wholeText ?? noReplyText);
  return chatId;
}

const isResultOf =
  (tool: string) =>
  ({ role, name }: GuideMessage) =>
    role === 'tool' && name === tool;
const isContext = isResultOf('guide_context');
const isQuestion = isResultOf('guide_question');

/** Sources, room, tour and the question's outcome arrive as tools' results. */
function emitContexts(output: readonly GuideMessage[], { emit, told }: ReplyListener): void {
  for (const { content } of output.filter(isQuestion)) told.facts = readQuestionFacts(content ?? '') ?? told.facts;
  const contexts: GuideContext[] = output
    .filter(isContext)
    .flatMap(({ content }) => guideContextSchema.safeParse(parseJson(content ?? '')).data ?? []);
  for (const part of contexts.flatMap(partsOf)) emit(part);
}

function partsOf({ sources, room, tour, generated }: GuideContext): ReplyPart[] {
  return [
    ...sources.map((source) => ({ type: 'source', source }) as const),
    ...(room ? [{ type: 'room', room } as const] : []),
    ...(tour ? [{ type: 'tour', tour } as const] : []),
    ...(generated ? [{ type: 'generated', ...generated } as const] : []),
  ];
}

/** The last assistant message without tool calls, otherwise the first content. */
function pickReply(output: readonly GuideMessage[]): string | undefined {
  const messages = output.filter((message) => !isContext(message) && !isQuestion(message));
  const reply = messages.findLast(({ role, content, tool_calls: calls }) => role === 'assistant' && content && !calls?.length);
  return reply?.content ?? messages.find(({ content }) => content)?.content ?? undefined;
}
