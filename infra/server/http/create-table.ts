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
