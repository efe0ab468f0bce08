import { type GatewayErrorBody, type GatewayErrorCode, gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';

/** Fastify's own refusals, as codes of ours. */
const codeOfFramework: Record<string, GatewayErrorCode> = {
  FST_ERR_BAD_URL: 'malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
};

const codeOfStatus = new Map<number, GatewayErrorCode>([
  [400, 'malformed'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [405, 'not-found'],
  [412, 'stale'],
  [413, 'too-large'],
  [415, 'unsupported-type'],
  [422, 'refused'],
  [503, 'busy'],
]);

/** Any thrown thing as one of our faults; what nobody foresaw is `internal`. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const { code, statusCode } = (typeof error === 'object' ? error : null) as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? codeOfFramework[code] : undefined;
  const byStatus = typeof statusCode === 'number' ? codeOfStatus.get(statusCode) : undefined;
  return new HttpError(known ?? byStatus ?? 'internal', { cause: error });
}

export function errorBody({ code, message, retryAfterSeconds, ahead }: HttpError, requestId: string): GatewayErrorBody {
  return { code, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }), ...(ahead !== undefined && { ahead }), requestId };
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault = toHttpError(error);
  logFault(fault, request);
  if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', String(fault.retryAfterSeconds));
  return reply
    .code(gatewayErrorStatus[fault.code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(fault, request.id)));
}

/** A visitor's mistake is no news, nor is a visitor in line; a fault of ours or of an upstream is told with its cause. */
function logFault(fault: HttpError, request: FastifyRequest): void {
  if (gatewayErrorStatus[fault.code] < 500 || fault.ahead !== undefined) return;
  const { code, reason, cause } = fault;
  request.log.error({ code, reason, err: cause ?? (fault.code === 'internal' ? fault : undefined) }, 'request failed');
}

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}
