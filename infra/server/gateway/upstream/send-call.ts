import { Readable } from 'node:stream';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { type Dispatcher, request } from 'undici';
import { HttpError } from '../../http/http-error.ts';
import type { CallOutcome } from '../../http/metrics.ts';
import { createResponse, type UpstreamResponse } from './response.ts';

/** A signal that ends with any of its parents or after `ms`, whichever comes first. */
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
  /** Of the browser's request this call is made for. */
  requestId?: string | undefined;
  /** Whether asking twice does no harm: then a service that did not answer is asked again. */
  isRepeatable?: boolean;
}

export interface UpstreamContent {
  type: string;
  bytes: number;
  chunks: AsyncIterable<Uint8Array>;
}

/** undici's types leave `destroyed` out where a proxy may stand between. */
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
  onChunk?: (() => void) | undefined;
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
    const value = await read(createResponse(response, { secrets: bearer === undefined ? secrets : [bearer, ...secrets], onChunk }));
    return { status, value };
  } catch (cause) {
    const outcome = agent.destroyed ? 'cancelled' : outcomeOf(cause, { status, deadline, content });
    throw new CallFailure(outcome, status !== undefined, cause);
  }
}

/** Written here, each of them: no header of a browser's goes on to a service. */
function headersOf({ bearer, headers, body, content, requestId }: UpstreamCall): Record<string, string> {
  const sent: Record<string, string> = { accept: 'application/json', ...headers };
  // A service on one's own machine may want none.
  if (bearer) sent['authorization'] = `Bearer ${bearer}`;
  if (requestId !== undefined) sent['x-request-id'] = requestId;
  if (body !== undefined) sent['content-type'] = 'application/json';
  if (content) {
    sent['content-type'] = content.type;
    sent['content-length'] = String(content.bytes);
  }
  return sent;
}

interface Content {
  readable: Readable;
  /** Whether it failed by itself, rather than with the call. */
  isBroken(): boolean;
}

function createContent({ chunks }: UpstreamContent): Content {
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
  return { readable, isBroken: () => isBroken };
}

interface CallState {
  /** Undefined before the headers of an answer have come. */
  status: number | undefined;
  deadline: Deadline;
  content: Content | undefined;
}

function outcomeOf(cause: unknown, { status, deadline, content }: CallState): CallFailure['outcome'] {
  // While a visitor still sends, time runs out for the visitor as well: a slow line says nothing of the service.
  if (deadline.isExpired()) return content?.readable.readableEnded === false ? 'cancelled' : 'timeout';
  if (deadline.signal.aborted) return 'cancelled';
  // What visitors send must not close the service to everybody else.
  if (content?.isBroken()) return 'cancelled';
  // A service that answers what we refuse to use is there.
  return cause instanceof HttpError && status !== undefined && status < 500 ? 'ok' : 'failed';
}
