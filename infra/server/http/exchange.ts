import { gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type EncodedText, encodeText } from './encoded-text.ts';
import { errorBody, HttpError, toHttpError } from './http-error.ts';

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
  if (!checked.success) throw new HttpError('internal', { reason: 'an answer left its schema', cause: checked.error });
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

/**
 * A signal that aborts when the visitor leaves before there is an answer. The request's own signal is useless
 * here: it ends as soon as a body has been read.
 */
export function watchClose({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  else raw.once('close', () => controller.abort());
  return controller.signal;
}
