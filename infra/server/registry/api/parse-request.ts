import type { z } from 'zod';
import { MalformedRequestError } from '../state/registry-error.ts';

/** Of the JSON a command may send. */
export const jsonBodyBytes = 4_096;

/** @throws MalformedRequestError that names the part */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // Names of keys were the caller's to choose: none that is not of the shape is repeated.
  const place = issue?.code === 'invalid_key' ? issue.path.slice(0, -1) : issue?.path;
  const problem = issue?.code === 'unrecognized_keys' ? 'it has a key that is not known' : issue?.message;
  throw new MalformedRequestError(`"${place?.join('.') || 'body'}" is not of the shape it must have: ${problem}.`);
}
