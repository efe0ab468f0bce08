import { z } from 'zod/mini';

/** A museum or an exhibition as the middleware names it: 24 hexadecimal digits, lower case. */
export const entityIdSchema = z.string().check(z.regex(/^[0-9a-f]{24}$/));
export type EntityId = z.infer<typeof entityIdSchema>;

/** The id if it is one, otherwise undefined: for addresses and cookies, which may contain anything. */
export function parseEntityId(value: unknown): EntityId | undefined {
  // Not by the schema, which would build an error for an absent id on every page of the gateway.
  return typeof value === 'string' && /^[0-9a-f]{24}$/.test(value) ? value : undefined;
}
