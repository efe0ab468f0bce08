import { Readable } from 'node:stream';
import { type Agent, request } from 'undici';
import type { UpstreamCall, UpstreamContent, UpstreamStream } from './upstream-call.ts';
import type { CallEnd } from './call-end.ts';
import { CallFailure } from './call-failure.ts';

/** What is made of an answer whose headers have come. */
type TakeAnswer<T> = (answer: UpstreamStream, call: UpstreamCall) => Promise<T> | T;

export interface Sending<T> {
  call: UpstreamCall;
  deadline: CallEnd;
  take: TakeAnswer<T>;
}

/** One request over the wire, nothing more. @throws CallFailure */
export async function sendCall<T>(agent: Agent, { call, deadline, take }: Sending<T>): Promise<T> {
  const content = call.content && createContent(call.content);
  let isAnswered = false;
  try {
    const { statusCode, headers, body } = await request(call.url, {
      method: call.method,
      dispatcher: agent,
      signal: deadline.signal,
      headers: headersOf(call),
      body: call.body === undefined ? (content?.readable ?? null) : JSON.stringify(call.body),
    });
    isAnswered = true;
    return await take({ status: statusCode, headers, body }, call);
  } catch (cause) {
    const outcome = agent.destroyed ? 'cancelled' : outcomeOf(deadline, content);
    throw new CallFailure(outcome, isAnswered, cause);
  }
}

/** Written here, each of them: no header of a browser's goes on to a service. */
function headersOf({ bearer, headers, body, content, requestId }: UpstreamCall): Record<string, string> {
  const sent: Record<string, string> = { accept: 'application/json', ...headers };
  if (bearer !== undefined) sent['authorization'] = `Bearer ${bearer}`;
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
  /** Whether it went wrong by itself, rather than with the call. */
  isBroken(): boolean;
}

function createContent({ chunks }: UpstreamContent): Content {
  let broken = false;
  async function* watch() {
    try {
      yield* chunks;
    } catch (error) {
      broken = true;
      throw error;
    }
  }
  const readable = Readable.from(watch(), { objectMode: false });
  // The call tells; after its end nobody else listens.
  readable.on('error', () => undefined);
  return { readable, isBroken: () => broken };
}

function outcomeOf(deadline: CallEnd, content: Content | undefined): CallFailure['outcome'] {
  // While a visitor still sends, time runs out for the visitor as well: a slow line says nothing of the service.
  if (deadline.isExpired()) return content?.readable.readableEnded === false ? 'cancelled' : 'timeout';
  if (deadline.signal.aborted) return 'cancelled';
  // What visitors send must not close the service to everybody else.
  return content?.isBroken() ? 'cancelled' : 'failed';
}
