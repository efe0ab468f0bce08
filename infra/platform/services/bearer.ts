import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ServiceError } from './http.ts';

/** The bearer token of a request, if it carries one. */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Whether two secrets are the same; takes as long wherever they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** A hook that lets only requests with the key through, before their body is read. */
export function requireKey(key: string, refusal: ServiceError): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const token = bearerOf(request);
    if (token === undefined || !isSameSecret(token, key)) throw refusal;
  };
}
