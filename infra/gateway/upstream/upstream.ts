import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import type { Clock } from '@enfilade/shared-contracts/remote/clock';
import { Agent, type Dispatcher, request } from 'undici';
import { GatewayFault } from '../http/gateway-fault.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { parseJson } from './parse-json.ts';

export interface UpstreamCall {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent instead, while it comes. What goes wrong in it ends the call with the same error. */
  content?: UpstreamContent;
}

export interface UpstreamContent {
  type: string;
  bytes: number;
  chunks: AsyncIterable<Uint8Array>;
}

export interface UpstreamAnswer {
  status: number;
  /** Undefined unless the status is 2xx and the body is JSON. */
  json: unknown;
}

export interface UpstreamStream {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: Dispatcher.ResponseData['body'];
}

/** The one way out of the gateway. Redirects are never followed: an upstream must not choose whom we call. */
export interface Upstream {
  /** @throws GatewayFault `upstream-timeout`, else `upstream-failed` when nothing usable came back. */
  call(call: UpstreamCall, limit: { ms: number }): Promise<UpstreamAnswer>;
  /** Hands over the body while it comes. Errors are for `rethrow`; whoever made the deadline ends it. */
  open(call: UpstreamCall, deadline: Deadline): Promise<UpstreamStream>;
  /** A deadline that ends with the gateway, and with any of `parents`. */
  startDeadline(ms: number, parents?: readonly AbortSignal[]): Deadline;
  /** Rethrows whatever went wrong on the way as a GatewayFault. */
  rethrow(cause: unknown, deadline: Deadline): never;
  readonly clock: Clock;
  /** Breaks off every call. */
  close(): Promise<void>;
}

const bodyLimitBytes = 1_000_000;

export function createUpstream(clock: Clock): Upstream {
  const agent = new Agent({ connections: 1024, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } });
  const closing = new AbortController();
  // One listener a call under way.
  setMaxListeners(0, closing.signal);
  const startDeadline: Upstream['startDeadline'] = (ms, parents = []) => createDeadline(clock, ms, [closing.signal, ...parents]);
  const rethrow: Upstream['rethrow'] = (cause, deadline) => {
    if (cause instanceof GatewayFault) throw cause;
    if (closing.signal.aborted) throw new GatewayFault('busy', { retryAfterSeconds: 1, reason: 'this site is closing' });
    if (deadline.isExpired()) throw new GatewayFault('upstream-timeout', { reason: 'took too long', cause });
    throw new GatewayFault('upstream-failed', { reason: 'could not be reached or broke off', cause });
  };
  const open: Upstream['open'] = async ({ method, url, headers, body, content }, { signal }) => {
    const answer = await request(url, {
      method,
      dispatcher: agent,
      signal,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(content && streamed(content, headers)),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  };
  return {
    clock,
    startDeadline,
    rethrow,
    open,
    async call(call, { ms }) {
      const deadline = startDeadline(ms);
      try {
        const { status, body } = await open(call, deadline);
        return { status, json: await readJson(status, body) };
      } catch (error) {
        return rethrow(error, deadline);
      } finally {
        deadline.end();
      }
    },
    async close() {
      closing.abort();
      await agent.destroy();
    },
  };
}

function streamed({ type, bytes, chunks }: UpstreamContent, headers: UpstreamCall['headers']) {
  const body = Readable.from(chunks, { objectMode: false });
  // The call tells; after its end nobody else listens.
  body.on('error', () => undefined);
  return { body, headers: { accept: 'application/json', 'content-type': type, 'content-length': String(bytes), ...headers } };
}

async function readJson(status: number, body: UpstreamStream['body']): Promise<unknown> {
  if (status < 200 || status >= 300) {
    // What an error says is not for us; it is read only to keep the connection.
    await body.dump({ limit: 65_536 });
    return undefined;
  }
  return parseJson(await readText(body));
}

/** The body as text. @throws GatewayFault above a megabyte; the connection is given up then. */
export async function readText(body: UpstreamStream['body']): Promise<string> {
  return (await readBytes(body, bodyLimitBytes)).toString('utf8');
}

/** The whole body. @throws GatewayFault when it is longer; the connection is given up then. */
export async function readBytes(body: UpstreamStream['body'], limitBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > limitBytes) throw new GatewayFault('upstream-failed', { reason: `answered more than ${limitBytes} bytes` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
