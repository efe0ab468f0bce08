import type { Readable } from 'node:stream';
import { type GatewayErrorBody, type GatewayErrorCode, gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type EncodedText, encodeText } from './encoded-text.ts';
import messages from './error-messages.json' with { type: 'json' };

/** The message of an upstream goes to the log, never to a visitor. */
export const errorMessages: Record<GatewayErrorCode, string> = messages.codes;
export const particularMessages = messages.particular;
export type ParticularMessage = keyof typeof particularMessages;

interface HttpErrorDetails {
  retryAfterSeconds?: number | undefined;
  queuePosition?: number | undefined;
  /** Default: the code's message, or with `queuePosition` the message for no free slot. */
  says?: ParticularMessage | undefined;
  reason?: string | undefined;
  cause?: unknown;
}

/** Every 503 has `Retry-After`, because a client retries at once if the header is missing. */
export const usualRetrySeconds = 5;

/** Only the code and its catalogue text reach the visitor. */
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

/** Unexpected values become `internal`. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const code = typeof error === 'object' && error !== null && 'statusCode' in error ? codeOfStatus[Number(error.statusCode)] : undefined;
  return new HttpError(code ?? 'internal', { cause: error });
}

export function errorBody({ code, message, retryAfterSeconds, queuePosition }: HttpError, requestId: string): GatewayErrorBody {
  return {
    code,
    message,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(queuePosition !== undefined && { ahead: queuePosition }),
    requestId,
  };
}

/** @throws HttpError `malformed` */
export function parseInput<T>(schema: z.core.$ZodType<T>, value: unknown): T {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new HttpError('malformed', { cause: parsed.error });
  return parsed.data;
}

/** Sends a response without the fields that its schema does not name. */
export function sendResponse<T>(reply: FastifyReply, schema: z.core.$ZodType<T>, value: T): FastifyReply {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return reply.type('application/json; charset=utf-8').send(writeResponse(schema, value));
}

/** Validates, serialises and compresses the response of a record once. */
export function createResponseWriter<K extends object, T>(schema: z.core.$ZodType<T>, make: (record: K) => T) {
  const written = new WeakMap<K, Promise<EncodedText>>();
  return (record: K): Promise<EncodedText> => {
    const text = written.get(record) ?? encodeText(Buffer.from(writeResponse(schema, make(record))));
    written.set(record, text);
    return text;
  };
}

function writeResponse<T>(schema: z.core.$ZodType<T>, value: T): string {
  const checked = z.safeParse(schema, value);
  if (!checked.success) throw new HttpError('internal', { reason: 'a response did not match its schema', cause: checked.error });
  return JSON.stringify(checked.data);
}

/** @param more further fields of the body, for a route with another service's protocol */
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

/** Client errors and a full queue for slots are not logged. */
function logError(error: HttpError, request: FastifyRequest): void {
  if (gatewayErrorStatus[error.code] < 500 || error.queuePosition !== undefined) return;
  const { code, reason, cause } = error;
  request.log.error({ code, reason, err: cause ?? (code === 'internal' ? error : undefined) }, 'request failed');
}

export function sendEvents(reply: FastifyReply, events: Readable): FastifyReply {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
  return reply.headers(headers).send(events);
}

/** Aborts if the visitor leaves before the answer. Fastify's own signal aborts as soon as the body has been read. */
export function watchClose({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  else raw.once('close', () => controller.abort());
  return controller.signal;
}
