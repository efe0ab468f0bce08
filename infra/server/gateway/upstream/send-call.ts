import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { type Dispatcher, type FormData, request } from 'undici';
import { z } from 'zod';
import { HttpError } from '../../http/exchange.ts';
import type { CallOutcome } from '../../http/metrics.ts';

export type UpstreamResponse = ReturnType<typeof createResponse>;

const bodyLimitBytes = 1_000_000;
const discardLimitBytes = 65_536;

/** @param secrets credentials of the call, and other texts that no answer may contain */
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
    /** The body as it arrives. The reader must check for secrets itself. */
    chunks,
    /** @throws HttpError `upstream-failed` if the body exceeds the limit or contains a secret of the call */
    bytes,
    text,
    /** Undefined for text that is not JSON. */
    json: async () => parseJson(await text()),
    discard: () => body.dump({ limit: discardLimitBytes }),
  };
}

const isOk = ({ status }: UpstreamResponse) => status >= 200 && status < 300;

export async function readStatus(response: UpstreamResponse): Promise<number> {
  await response.discard();
  return response.status;
}

/** `json` is undefined if the status is not 2xx or the body is not JSON. */
export async function readJson(response: UpstreamResponse): Promise<{ status: number; json: unknown }> {
  return isOk(response)
    ? { status: response.status, json: await response.json() }
    : { status: await readStatus(response), json: undefined };
}

/** @throws HttpError `busy` for status 429, `upstream-failed` for any other status besides 2xx */
export async function assertOk(response: UpstreamResponse, service: string): Promise<void> {
  if (isOk(response)) return;
  await response.discard();
  if (response.status !== 429) throw new HttpError('upstream-failed', { reason: `${service} answered ${response.status}` });
  throw new HttpError('busy', { retryAfterSeconds: pickRetryAfterSeconds(response), reason: `${service} is busy` });
}

/** The service's own retry time if it is between 1 and 120 seconds, otherwise 5 seconds. */
export function pickRetryAfterSeconds({ headers }: UpstreamResponse): number {
  const asked = Number(headers['retry-after']);
  return asked >= 1 && asked <= 120 ? Math.ceil(asked) : 5;
}

/** @throws HttpError `upstream-failed`, with the failing paths and without their values */
export function parseResponse<T>(schema: z.core.$ZodType<T>, json: unknown, service: string): T {
  const parsed = z.safeParse(schema, json);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 5).map(({ path, code }) => `${path.join('.') || '(all)'} ${code}`);
  throw new HttpError('upstream-failed', { reason: `${service} answered in another shape: ${issues.join(', ')}` });
}

/** Shorter secrets, which only tests use, could occur in any text. */
const shortestSecret = 8;

/** An echoed secret is never shown. @throws HttpError `upstream-failed` */
export function assertNoSecret(answer: string | Buffer, secrets: readonly string[]): void {
  if (secrets.some((secret) => secret.length >= shortestSecret && answer.includes(secret)))
    throw new HttpError('upstream-failed', { reason: 'the answer contains a secret' });
}

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
    isExpired: () => expired,
    extend(nextMs: number) {
      cancel();
      if (!controller.signal.aborted) cancel = clock.after(nextMs, expire);
    },
    /** Removes the timer and the listeners. Must be called when the work is over. */
    end() {
      cancel();
      for (const parent of parents) parent.removeEventListener('abort', abort);
    },
  };
}

export interface UpstreamCall {
  method: 'GET' | 'POST';
  url: string;
  /** Sent as `authorization: Bearer …`. An answer that contains the text is refused. */
  bearer?: string;
  /** Other texts that no answer may contain. */
  secrets?: readonly string[];
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent instead of `body`. */
  form?: FormData;
  requestId?: string | undefined;
  /** True if repeating the call is harmless: then it is repeated if the service did not answer. */
  isRepeatable?: boolean;
}

/** undici's type of a dispatcher omits `destroyed`. */
export type UpstreamAgent = Dispatcher & { destroyed?: boolean };

export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** Only `failed` and `timeout` count against the service; an unusable answer of a working service is `ok`. */
  readonly outcome: Exclude<CallOutcome, 'refused'>;
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
  read(response: UpstreamResponse): Promise<T> | T;
  onChunk?: () => void;
}

/** @throws CallFailure */
export async function sendCall<T>(
  agent: UpstreamAgent,
  { call, deadline, read, onChunk }: Sending<T>,
): Promise<{ status: number; value: T }> {
  let status: number | undefined;
  try {
    const response = await request(call.url, {
      method: call.method,
      dispatcher: agent,
      signal: deadline.signal,
      headers: headersOf(call),
      body: call.body === undefined ? (call.form ?? null) : JSON.stringify(call.body),
    });
    status = response.statusCode;
    const { bearer, secrets = [] } = call;
    const value = await read(createResponse(response, bearer === undefined ? secrets : [bearer, ...secrets], onChunk));
    return { status, value };
  } catch (cause) {
    const outcome = agent.destroyed ? 'cancelled' : outcomeOf(cause, status, deadline);
    throw new CallFailure(outcome, status !== undefined, cause);
  }
}

/** Writes all headers, so that no header of a browser reaches a service. */
function headersOf({ bearer, headers, body, requestId }: UpstreamCall): Record<string, string> {
  const sent: Record<string, string> = { accept: 'application/json', ...headers };
  // A service on the same machine may need no key.
  if (bearer) sent['authorization'] = `Bearer ${bearer}`;
  if (requestId !== undefined) sent['x-request-id'] = requestId;
  if (body !== undefined) sent['content-type'] = 'application/json';
  return sent;
}

/** @param status undefined before the headers of an answer have arrived */
function outcomeOf(cause: unknown, status: number | undefined, deadline: Deadline): CallFailure['outcome'] {
  if (deadline.isExpired()) return 'timeout';
  if (deadline.signal.aborted) return 'cancelled';
  return cause instanceof HttpError && status !== undefined && status < 500 ? 'ok' : 'failed';
}
