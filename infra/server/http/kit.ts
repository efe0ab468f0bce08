import { createHash } from 'node:crypto';

/** As Subresource Integrity names contents. */
export const integrityOf = (bytes: string | Uint8Array) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** As a content policy names an inline script or style. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * An object for keys that hardly any other object has, such as the paths of a version's files. V8 remembers each way in which `{}` got its
 * properties, some 1,500 from its beginning; once living objects have used them up, every other `{}` of the process, those of each
 * request too, gets a hidden class that nothing shares and only a whole garbage collection clears away. An object
 * without a prototype is a hash table from the start.
 */
export function createTable<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const table: Record<string, T> = Object.create(null);
  for (const [key, value] of entries) table[key] = value;
  return table;
}

export type OneAtATime = <T>(task: () => Promise<T>) => Promise<T>;

/** A queue of tasks of which never two run at once, in the order in which they came. A failed one does not stop the next. */
export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
