import type { z } from 'zod';
import { MalformedRequestError } from '../registry-error.ts';

/** Of the JSON a command may send. */
export const jsonBodyBytes = 4_096;

/** @throws MalformedRequestError that names the part */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new MalformedRequestError(`"${issue?.path.join('.') || 'body'}" is not of the shape it must have: ${issue?.message}.`);
}
