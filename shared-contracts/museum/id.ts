import { z } from 'zod/mini';

/** A museum or an exhibition as the middleware names it: 24 hexadecimal digits, lower case. */
const entityId = /^[0-9a-f]{24}$/;
export const entityIdSchema = z.string().check(z.regex(entityId));
export type EntityId = z.infer<typeof entityIdSchema>;

/** The id when it is one, else undefined: for addresses and cookies, where anything may stand. */
export function parseEntityId(value: unknown): EntityId | undefined {
  // Not by the schema: for every page of the gateway it would write down what is wrong with an id that is not there.
  return typeof value === 'string' && entityId.test(value) ? value : undefined;
}
