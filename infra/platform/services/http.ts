import { createHash, timingSafeEqual } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];

/** Compares two secrets in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** Runs before the body is read. Refuses as Vapi does. */
export function requireKey(key: string): (request: FastifyRequest) => Promise<void> {
  const refusal = new ServiceError(401, 'Invalid Key. Hot tip, you may be using the public key instead of the private key.');
  return async (request) => {
    const token = bearerOf(request);
    if (token === undefined || !isSameSecret(token, key)) throw refusal;
  };
}

/** @throws ServiceError 400 with each invalid field */
export function parseBody<T>(schema: z.core.$ZodType<T>, body: unknown): T {
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  throw new ServiceError(400, parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; '));
}

/** The client may see the message. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function answerErrors(app: FastifyInstance, log: FastifyBaseLogger): void {
  app.setErrorHandler((error: FastifyError | ServiceError, _request, reply) => {
    const status = error instanceof ServiceError ? error.status : (error.statusCode ?? 500);
    // Messages of Fastify's 4xx errors (no JSON, wrong content type, too large) describe only the request.
    const message = status < 500 || error instanceof ServiceError ? error.message : 'Internal server error';
    if (status >= 500) log.error({ err: error }, 'A platform service failed');
    return reply.status(status).send({ message, error: STATUS_CODES[status], statusCode: status });
  });
}
