import type { Readable } from 'node:stream';
import { type GatewayErrorBody, type GatewayErrorCode, gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type EncodedText, encodeText } from './encoded-text.ts';
import messages from './error-messages.json' with { type: 'json' };

/** The only words an error of ours ever carries: what an upstream said goes to the log, never to a visitor. */
export const errorMessages: Record<GatewayErrorCode, string> = messages.codes;
/** What a code says instead where its cause is known better. */
export const particularMessages = messages.particular;
export type ParticularMessage = keyof typeof particularMessages;

interface HttpErrorDetails {
  retryAfterSeconds?: number | undefined;
  /** Visitors ahead in the line for a slot. */
  queuePosition?: number | undefined;
  /** Absent: the code's usual words, or with `queuePosition` those for a slot that is not free. */
  says?: ParticularMessage | undefined;
  /** For the log alone: what really happened. */
  reason?: string | undefined;
  cause?: unknown;
}

/** Default time until a missing service may be back. Every 503 has `Retry-After`, because a client without it retries at once. */
export const usualRetrySeconds = 5;

/** An error that ends a request, with a code of the catalogue. Only the code and its catalogue text reach the visitor. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: GatewayErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly queuePosition: number | undefined;
  readonly reason: string | undefined;

  constructor(code: GatewayErrorCode, { retryAfterSeconds, queuePosition, says, reason, cause }: HttpErrorDetails = {}) {
    const particular = says ?? (queuePosition === undefined ? undefined : 'places-taken');
    super(particular === undefined ? errorMessages[code] : particularMessages[particular], { cause });
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds ?? (gatewayErrorStatus[code] === 503 ? usualRetrySeconds : undefined);
    this.queuePosition = queuePosition;
    this.reason = reason;
  }
}

/** What Fastify and the registry refuse says its status; by it they are codes of ours. */
const codeOfStatus: Record<number, GatewayErrorCode> = {
  400: 'malformed',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-found',
  412: 'stale',
  413: 'too-large',
  414: 'malformed',
  415: 'unsupported-type',
  422: 'refused',
  503: 'busy',
};

/** Any thrown thing as one of our errors; an unforeseen one is `internal`. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const code = typeof error === 'object' && error !== null && 'statusCode' in error ? codeOfStatus[Number(error.statusCode)] : undefined;
  return new HttpError(code ?? 'internal', { cause: error });
}

/** What a browser is answered with. */
export function errorBody({ code, message, retryAfterSeconds, queuePosition }: HttpError, requestId: string): GatewayErrorBody {
  return {
    code,
    message,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(queuePosition !== undefined && { ahead: queuePosition }),
    requestId,
  };
}

/** What came in, under its schema. @throws HttpError `malformed` */
export function parseInput<T>(schema: z.core.$ZodType<T>, value: unknown): T {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new HttpError('malformed', { cause: parsed.error });
  return parsed.data;
}

/** What goes out, under its schema: fields it does not name stay here. */
export function sendResponse<T>(reply: FastifyReply, schema: z.core.$ZodType<T>, value: T): FastifyReply {
  return sendJson(reply, writeResponse(schema, value));
}

/** Writes responses made of records that are served again and again: checked, written and compressed once a record. */
export function createResponseWriter<K extends object, T>(schema: z.core.$ZodType<T>, make: (record: K) => T) {
  const written = new WeakMap<K, Promise<EncodedText>>();
  return (record: K): Promise<EncodedText> => {
    const text = written.get(record) ?? encodeText(Buffer.from(writeResponse(schema, make(record))));
    written.set(record, text);
    return text;
  };
}

export function sendJson(reply: FastifyReply, text: string | Buffer): FastifyReply {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return reply.type('application/json; charset=utf-8').send(text);
}

function writeResponse<T>(schema: z.core.$ZodType<T>, value: T): string {
  const checked = z.safeParse(schema, value);
  if (!checked.success) throw new HttpError('internal', { reason: 'an answer did not match its schema', cause: checked.error });
  return JSON.stringify(checked.data);
}

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

/** @param more what the body of a route that speaks somebody else's protocol has beside ours */
export function sendError(cause: unknown, request: FastifyRequest, reply: FastifyReply, more?: (status: number) => object): FastifyReply {
  const error = toHttpError(cause);
  const status = gatewayErrorStatus[error.code];
  logError(error, request);
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...errorBody(error, request.id), ...more?.(status) }));
}

/** A visitor's mistake is not logged, nor is a full queue for slots; an error of ours or of an upstream is logged with its cause. */
function logError(error: HttpError, request: FastifyRequest): void {
  if (gatewayErrorStatus[error.code] < 500 || error.queuePosition !== undefined) return;
  const { code, reason, cause } = error;
  request.log.error({ code, reason, err: cause ?? (code === 'internal' ? error : undefined) }, 'request failed');
}

/** Server-sent events, none of which nginx holds back. */
export function sendEvents(reply: FastifyReply, events: Readable): FastifyReply {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
  return reply.headers(headers).send(events);
}

/**
 * A signal that aborts if the visitor leaves before the answer. The request's own signal is useless here: it ends as soon as a body has
 * been read.
 */
export function watchClose({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  else raw.once('close', () => controller.abort());
  return controller.signal;
}
