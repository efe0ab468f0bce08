export interface Unkept {
  field: string;
  what: string;
}

/**
 * What a file says and its schema did not keep: a mistyped field, a value replaced by a default. A schema
 * that forgives a hosted service must not hide the slips of a file that people edit by hand.
 */
export function findUnkept(raw: unknown, parsed: unknown, path: readonly string[] = []): Unkept[] {
  if (raw === parsed) return [];
  if (!isContainer(raw) || !isContainer(parsed)) return [{ field: path.join('.'), what: 'is not valid here' }];
  return Object.entries(raw).flatMap(([key, value]) => {
    const at = [...path, key];
    if (!Object.hasOwn(parsed, key)) return [{ field: at.join('.'), what: 'is not a known field' }];
    return findUnkept(value, parsed[key], at);
  });
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
