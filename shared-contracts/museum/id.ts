import { z } from 'zod/mini';

/** The middleware's id of a museum or exhibition. */
export const entityIdSchema = z.string().check(z.regex(/^[0-9a-f]{24}$/));
export type EntityId = z.infer<typeof entityIdSchema>;

export function parseEntityId(value: unknown): EntityId | undefined {
  // The schema would be slower: it builds an error for each absent id, on every page of the gateway.
  return typeof value === 'string' && /^[0-9a-f]{24}$/.test(value) ? value : undefined;
}
