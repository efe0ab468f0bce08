import { createEventStreamParser } from '@enfilade/shared-contracts/api/event-stream';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { versionedBase } from '@enfilade/shared-contracts/kit/versioned-base';
import { z } from 'zod';
import type { AnswerUsage } from '../guide-state.ts';

/** A language model behind OpenAI's chat completions: vLLM, Ollama, llama.cpp, LM Studio or a provider. */
export interface ModelService {
  /** With or without the version: `https://host/v1`. The default is v1. */
  url: string;
  key?: string | undefined;
  model: string;
}

export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export type Completion = { messages: readonly ChatMessage[]; maxTokens: number; tools?: readonly object[] };

type Usage = Omit<AnswerUsage, 'isEstimated'>;

export type ToolCall = { name: string; arguments: string };

export type CompletionPart =
  | { type: 'text'; text: string }
  | ({ type: 'tool' } & ToolCall)
  | { type: 'usage'; usage: Usage }
  /** The model has finished. A stream without this part was cut or reached the token limit, and its last sentence may be incomplete. */
  | { type: 'whole' };

/** The service refused the request, or its answer is not a completion. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code = 'model';
}

const toolCallSchema = z.object({
  index: z.number().int().min(0).max(8).nullish(),
  function: z.object({ name: z.string().max(64).nullish(), arguments: z.string().max(4096).nullish() }).nullish(),
});
/** Content is null beside tool calls and during reasoning. */
const messageSchema = z.object({ content: z.string().nullish(), tool_calls: z.array(toolCallSchema).nullish() });
const tokensSchema = z.int().nonnegative();
const chunkSchema = z.object({
  error: z.unknown().optional(),
  // Empty in the last chunk, which carries the usage.
  choices: z
    .array(z.object({ delta: messageSchema.nullish(), message: messageSchema.nullish(), finish_reason: z.string().nullish() }))
    .nullish(),
  // An invalid usage does not invalidate the chunk's text.
  usage: z
    .object({ prompt_tokens: tokensSchema, completion_tokens: tokensSchema.default(0) })
    .nullish()
    .catch(undefined),
});

const mostBytes = 512 * 1024;

/** @throws ModelError, or the reason of the aborted `signal` */
export type StreamCompletion = (completion: Completion, signal: AbortSignal) => AsyncIterable<CompletionPart>;

export function createCompletions({ url, key, model }: ModelService, clock: Clock): StreamCompletion {
  const refused = new Set<string>();
  let pausedUntil = 0;

  const post = ({ messages }: Completion, options: readonly Option[], signal: AbortSignal) =>
    fetch(`${versionedBase(url)}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, messages, stream: true, ...Object.fromEntries(options) }),
      signal,
      // A redirect counts as an error. With 'error' fetch loses the signal at a garbage collection (nodejs/undici#4627).
      redirect: 'manual',
    });

  /** Repeats a refused request without the options that may be the reason. */
  const ask = async (completion: Completion, signal: AbortSignal): Promise<Response> => {
    const options = optionsOf(completion).filter(([name]) => !refused.has(name));
    const attempt = async (without: readonly string[]) => {
      const rest = options.filter(([name]) => !without.includes(name));
      const response = await post(completion, rest, signal);
      if (response.ok) for (const name of without) refused.add(name);
      return response;
    };
    const names = options.map(([name]) => name);
    let response = await attempt([]);
    let without: readonly string[] | undefined;
    while (response.status === 400 || response.status === 422) {
      without = suspectsOf(names, await beginningOf(response), without);
      if (!without) break;
      response = await attempt(without);
    }
    return response;
  };

  return async function* (completion, signal) {
    if (clock.now() < pausedUntil) throw new ModelError('The service asked to wait');
    const response = await ask(completion, signal);
    if (response.ok && response.body) return yield* readCompletion(response.body);
    await response.body?.cancel();
    const asked = 1000 * Number(response.headers.get('retry-after') ?? Number.NaN);
    const pauseMs = Number.isFinite(asked) ? Math.min(longestPauseMs, asked) : defaultPauseMs;
    if (response.status === 429 || response.status === 503) pausedUntil = clock.now() + pauseMs;
    throw new ModelError(`The service answered ${response.status}`);
  };
}

type Option = readonly [name: string, value: unknown];

/** Options that some services refuse: reasoning models `temperature`, older servers `stream_options`, small models `tools`. */
const optionsOf = ({ maxTokens, tools }: Completion): Option[] => [
  ...(tools ? [['tools', tools] as const] : []),
  ...Object.entries({ temperature: 0.2, max_tokens: maxTokens, stream_options: { include_usage: true } }),
];

/** Options to leave out of the next try: those that the refusal names, otherwise the tools, then the others, then all. */
function suspectsOf(names: readonly string[], complaint: string, before: readonly string[] = []): readonly string[] | undefined {
  const left = names.filter((name) => !before.includes(name));
  const named = left.filter((name) => complaint.includes(name));
  if (left.length === 0) return undefined;
  if (named.length > 0) return [...before, ...named];
  if (before.length === 0 && left.includes('tools')) return ['tools'];
  return before.join() === 'tools' ? left : names;
}

async function beginningOf({ body }: Response): Promise<string> {
  let text = '';
  for await (const bytes of body ?? []) {
    text += Buffer.from(bytes).toString();
    if (text.length > 4_000) break;
  }
  return text;
}

const defaultPauseMs = 2_000;
const longestPauseMs = 60_000;

type Chunk = z.infer<typeof chunkSchema>;
type Choice = NonNullable<Chunk['choices']>[number];

async function* readCompletion(body: ReadableStream<Uint8Array>): AsyncIterable<CompletionPart> {
  const calls = new Map<number, ToolCall>();
  for await (const { error, choices, usage } of chunksOf(body)) {
    if (error) throw new ModelError('The service failed during its answer');
    if (usage) yield { type: 'usage', usage: { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens } };
    for (const choice of choices?.slice(0, 1) ?? []) yield* readChoice(choice, calls);
  }
  for (const call of calls.values()) yield { type: 'tool', ...call };
}

function* readChoice({ delta, message, finish_reason: reason }: Choice, calls: Map<number, ToolCall>): Iterable<CompletionPart> {
  const { content, tool_calls: pieces } = delta ?? message ?? {};
  if (content) yield { type: 'text', text: content };
  // A tool call comes in pieces: its name first, then its arguments.
  for (const { index, function: part } of pieces ?? []) {
    const begun = calls.get(index ?? 0) ?? { name: '', arguments: '' };
    calls.set(index ?? 0, { name: begun.name + (part?.name ?? ''), arguments: begun.arguments + (part?.arguments ?? '') });
  }
  if (reason && reason !== 'length') yield { type: 'whole' };
}

/** The chunks of an answer until its end mark. A service that does not stream sends one chunk. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncIterable<Chunk> {
  const parser = createEventStreamParser();
  const received: Uint8Array[] = [];
  const state = { length: 0, hasChoices: false, isDone: false };
  const chunksIn = (text: string): Chunk[] => {
    // Some services separate events by a single line end.
    const lines = text.split('\n').map((each) => each.trim());
    const end = lines.indexOf('[DONE]');
    state.isDone = end >= 0;
    const chunks = lines.slice(0, state.isDone ? end : undefined).flatMap((line) => chunkSchema.safeParse(parseJson(line)).data ?? []);
    state.hasChoices ||= chunks.some(({ choices }) => choices);
    return chunks;
  };
  for await (const bytes of body) {
    state.length += bytes.byteLength;
    if (state.length > mostBytes) throw new ModelError(`The answer has more than ${mostBytes} bytes`);
    if (!state.hasChoices) received.push(bytes);
    for (const { data } of parser.push(bytes)) {
      yield* chunksIn(data);
      if (state.isDone) return;
    }
  }
  // The last event may lack the empty line that ends it.
  for (const { data } of parser.push(Buffer.from('\n\n'))) yield* chunksIn(data);
  if (!state.hasChoices) yield* chunksIn(Buffer.concat(received).toString().replaceAll('\n', ' '));
}

/** Four characters are about one token. */
export const tokensOf = (characters: number) => Math.ceil(characters / 4);

/** Includes the requests that check sentences. */
export function createUsageMeter() {
  const requests: { sent: number; received: number; counted?: Usage }[] = [];
  return {
    counting: (complete: StreamCompletion): StreamCompletion =>
      async function* (completion, signal) {
        const sent = completion.messages.reduce((sum, { content }) => sum + content.length, 0);
        const request: (typeof requests)[number] = { sent, received: 0 };
        requests.push(request);
        for await (const part of complete(completion, signal)) {
          if (part.type === 'usage') request.counted = part.usage;
          if (part.type === 'text') request.received += part.text.length;
          yield part;
        }
      },
    usage(): AnswerUsage {
      const sum = { promptTokens: 0, completionTokens: 0, isEstimated: requests.some(({ counted }) => !counted) };
      for (const { sent, received, counted } of requests) {
        sum.promptTokens += counted?.promptTokens ?? tokensOf(sent);
        sum.completionTokens += counted?.completionTokens ?? tokensOf(received);
      }
      return sum;
    },
  };
}
