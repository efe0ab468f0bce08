import type { z } from 'zod';
import { ServiceError } from './http.ts';

/**
 * The body as the schema makes it.
 * @throws ServiceError 400 naming each field that is wrong
 */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ServiceError(400, parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; '));
}
