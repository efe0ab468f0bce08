import { z } from 'zod/mini';

/** A museum or an exhibition as the middleware names it: 24 hexadecimal digits, lower case. */
export const entityIdSchema = z.string().check(z.regex(/^[0-9a-f]{24}$/));
export type EntityId = z.infer<typeof entityIdSchema>;

/** The id when it is one, else undefined: for addresses and cookies, where anything may stand. */
export function parseEntityId(value: unknown): EntityId | undefined {
  // Not by the schema, which for every page of the gateway would write down what an absent id lacks.
  return typeof value === 'string' && /^[0-9a-f]{24}$/.test(value) ? value : undefined;
}
