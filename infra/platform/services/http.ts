import { createHash, timingSafeEqual } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** The bearer token of a request, if it carries one. */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Whether two secrets are the same; takes as long wherever they differ. */
export function isSameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** A hook that lets only requests with the key through, before their body is read. */
export function requireKey(key: string, refusal: ServiceError): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const token = bearerOf(request);
    if (token === undefined || !isSameSecret(token, key)) throw refusal;
  };
}

/**
 * The body as the schema makes it.
 * @throws ServiceError 400 naming each field that is wrong
 */
export function parseBody<T>(schema: z.core.$ZodType<T>, body: unknown): T {
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  throw new ServiceError(400, parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; '));
}

/** What a service refuses with. The message may be seen by its client. */
export class ServiceError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
  }
}

/** From here on `app` answers every failure, its own and the framework's, as the middleware and Vapi write errors. */
export function answerErrors(app: FastifyInstance, log: FastifyBaseLogger): void {
  app.setErrorHandler((error: FastifyError | ServiceError, _request, reply) => {
    const { status, message } = asServiceError(error);
    if (status >= 500) log.error({ err: error }, 'a service failed');
    return reply.status(status).send({ message, error: STATUS_CODES[status], statusCode: status });
  });
}

function asServiceError(error: FastifyError | ServiceError): ServiceError {
  if (error instanceof ServiceError) return error;
  const status = error.statusCode ?? 500;
  // The framework's own 4xx (no JSON, wrong content type, too large) are about the request alone.
  return status < 500 ? new ServiceError(status, error.message) : new ServiceError(500, 'Internal server error');
}
