import { Readable } from 'node:stream';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { type Dispatcher, request } from 'undici';
import { z } from 'zod';
import { HttpError } from '../../http/exchange.ts';
import type { CallOutcome } from '../../http/metrics.ts';

/** What a service answered, from its headers on. */
export type UpstreamResponse = ReturnType<typeof createResponse>;

const bodyLimitBytes = 1_000_000;
const discardLimitBytes = 65_536;

/**
 * @param secrets what the call was authorized with, and what else no answer may repeat
 * @param onChunk called with each piece of the body
 */
function createResponse({ statusCode, headers, body }: Dispatcher.ResponseData, secrets: readonly string[], onChunk?: () => void) {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      onChunk?.();
      yield chunk;
    }
  }
  const bytes = async (limitBytes = bodyLimitBytes) => {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of chunks()) {
      length += chunk.byteLength;
      if (length > limitBytes) throw new HttpError('upstream-failed', { reason: `answered more than ${limitBytes} bytes` });
      pieces.push(chunk);
    }
    const whole = Buffer.concat(pieces);
    assertNoSecret(whole, secrets);
    return whole;
  };
  const text = async (limitBytes?: number) => (await bytes(limitBytes)).toString('utf8');
  return {
    status: statusCode,
    headers,
    /** The body as it comes. Anybody who reads it so looks for secrets itself. */
    chunks,
    /** The whole body. @throws HttpError `upstream-failed` when it is longer or contains a secret of the call */
    bytes,
    /** The same as text. */
    text,
    /** The same as a JSON value; undefined for other text. */
    json: async () => parseJson(await text()),
    /** Throws the body away, so that the connection can be used again: what an error says is not for us. */
    discard: () => body.dump({ limit: discardLimitBytes }),
  };
}

const isOk = ({ status }: UpstreamResponse) => status >= 200 && status < 300;

/** Reads a response's status alone. */
export async function readStatus(response: UpstreamResponse): Promise<number> {
  await response.discard();
  return response.status;
}

/** Reads any response; of one that is not 2xx, or whose body is not JSON, the status alone. */
export async function readJson(response: UpstreamResponse): Promise<{ status: number; json: unknown }> {
  return isOk(response)
    ? { status: response.status, json: await response.json() }
    : { status: await readStatus(response), json: undefined };
}

/** Passes an answer of status 2xx. @throws HttpError `busy` where the service asks for patience, else `upstream-failed` */
export async function assertOk(response: UpstreamResponse, service: string): Promise<void> {
  if (isOk(response)) return;
  await response.discard();
  if (response.status !== 429) throw new HttpError('upstream-failed', { reason: `${service} answered ${response.status}` });
  throw new HttpError('busy', { retryAfterSeconds: pickRetryAfterSeconds(response), reason: `${service} is busy` });
}

/** A service's own retry time between 1 and 120 seconds, otherwise 5. */
export function pickRetryAfterSeconds({ headers }: UpstreamResponse): number {
  const asked = Number(headers['retry-after']);
  return asked >= 1 && asked <= 120 ? Math.ceil(asked) : 5;
}

/** What a service answered, under its schema. @throws HttpError `upstream-failed`, with where it failed and never what stood there */
export function parseResponse<T>(schema: z.core.$ZodType<T>, json: unknown, service: string): T {
  const parsed = z.safeParse(schema, json);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 5).map(({ path, code }) => `${path.join('.') || '(all)'} ${code}`);
  throw new HttpError('upstream-failed', { reason: `${service} answered in another shape: ${issues.join(', ')}` });
}

/** Shorter secrets, which only tests have, could occur in any text. */
const shortestSecret = 8;

/** Passes texts that contain no secret, so that an echoed secret is never shown. @throws HttpError `upstream-failed` */
export function assertNoSecret(answer: string | Buffer, secrets: readonly string[]): void {
  if (secrets.some((secret) => secret.length >= shortestSecret && answer.includes(secret)))
    throw new HttpError('upstream-failed', { reason: 'the answer contains a secret' });
}

/** A signal that aborts with any of its parents or after `ms`, whichever is first. */
export type Deadline = ReturnType<typeof createDeadline>;

export function createDeadline(clock: Clock, ms: number, parents: readonly AbortSignal[]) {
  const controller = new AbortController();
  let expired = false;
  const expire = () => {
    expired = true;
    controller.abort();
  };
  const abort = () => controller.abort();
  for (const parent of parents) {
    if (parent.aborted) controller.abort();
    parent.addEventListener('abort', abort, { once: true });
  }
  let cancel = clock.after(ms, expire);
  return {
    signal: controller.signal,
    /** Whether it was the time that ended it. */
    isExpired: () => expired,
    /** Restarts the time. */
    extend(nextMs: number) {
      cancel();
      if (!controller.signal.aborted) cancel = clock.after(nextMs, expire);
    },
    /** Must be called when the work is over: removes the timer and the listeners. */
    end() {
      cancel();
      for (const parent of parents) parent.removeEventListener('abort', abort);
    },
  };
}

export interface UpstreamCall {
  method: 'GET' | 'POST';
  url: string;
  /** Sent as `authorization: Bearer …`. An answer that contains it is refused. */
  bearer?: string;
  /** What else no answer may contain. */
  secrets?: readonly string[];
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent instead, while it comes. What failed in it ends the call with the same error. */
  content?: UpstreamContent;
  /** Id of the browser's request that caused this call. */
  requestId?: string | undefined;
  /** Whether asking twice does no harm: then a service that did not answer is asked again. */
  isRepeatable?: boolean;
}

export interface UpstreamContent {
  type: string;
  bytes: number;
  chunks: AsyncIterable<Uint8Array>;
}

/** undici's types omit `destroyed`, because a proxy may be between. */
export type UpstreamAgent = Dispatcher & { destroyed?: boolean };

/** How a call ended that brought nothing usable. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** Whether it is held against the service: not when it was `cancelled`, and not when it answered `ok` what we cannot use. */
  readonly outcome: Exclude<CallOutcome, 'refused'>;
  /** Whether the headers of an answer had come. */
  readonly isAnswered: boolean;

  constructor(outcome: CallFailure['outcome'], isAnswered: boolean, cause: unknown) {
    super(outcome, { cause });
    this.outcome = outcome;
    this.isAnswered = isAnswered;
  }
}

export interface Sending<T> {
  call: UpstreamCall;
  deadline: Deadline;
  /** What is made of an answer whose headers have come. */
  read(response: UpstreamResponse): Promise<T> | T;
  onChunk?: () => void;
}

/** One request over the wire, nothing more. @throws CallFailure */
export async function sendCall<T>(
  agent: UpstreamAgent,
  { call, deadline, read, onChunk }: Sending<T>,
): Promise<{ status: number; value: T }> {
  const content = call.content && createContent(call.content);
  let status: number | undefined;
  try {
    const response = await request(call.url, {
      method: call.method,
      dispatcher: agent,
      signal: deadline.signal,
      headers: headersOf(call),
      body: call.body === undefined ? (content?.readable ?? null) : JSON.stringify(call.body),
    });
    status = response.statusCode;
    const { bearer, secrets = [] } = call;
    const value = await read(createResponse(response, bearer === undefined ? secrets : [bearer, ...secrets], onChunk));
    return { status, value };
  } catch (cause) {
    const outcome = agent.destroyed ? 'cancelled' : outcomeOf(cause, status, deadline, content);
    throw new CallFailure(outcome, status !== undefined, cause);
  }
}

/** Every header is written here: no header of a browser reaches a service. */
function headersOf({ bearer, headers, body, content, requestId }: UpstreamCall): Record<string, string> {
  const sent: Record<string, string> = { accept: 'application/json', ...headers };
  // A service on one's own machine may need no key.
  if (bearer) sent['authorization'] = `Bearer ${bearer}`;
  if (requestId !== undefined) sent['x-request-id'] = requestId;
  if (body !== undefined) sent['content-type'] = 'application/json';
  if (content) {
    sent['content-type'] = content.type;
    sent['content-length'] = String(content.bytes);
  }
  return sent;
}

type Content = ReturnType<typeof createContent>;

function createContent({ chunks }: UpstreamContent) {
  let isBroken = false;
  async function* watch() {
    try {
      yield* chunks;
    } catch (error) {
      isBroken = true;
      throw error;
    }
  }
  const readable = Readable.from(watch(), { objectMode: false });
  // The call itself fails with it; after the call's end nothing else handles the event.
  readable.on('error', () => undefined);
  return {
    readable,
    /** Whether it failed by itself, rather than with the call. */
    isBroken: () => isBroken,
  };
}

/** @param status undefined before the headers of an answer have come */
function outcomeOf(cause: unknown, status: number | undefined, deadline: Deadline, content?: Content): CallFailure['outcome'] {
  // While a visitor still sends, time runs out for the visitor as well: a slow line says nothing of the service.
  if (deadline.isExpired()) return content?.readable.readableEnded === false ? 'cancelled' : 'timeout';
  if (deadline.signal.aborted) return 'cancelled';
  // What visitors send must not close the service to everybody else.
  if (content?.isBroken()) return 'cancelled';
  // A service that answers what we refuse to use is there.
  return cause instanceof HttpError && status !== undefined && status < 500 ? 'ok' : 'failed';
}
