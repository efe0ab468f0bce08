import { parseJson } from './json.ts';

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

export type SafeStorage = ReturnType<typeof safeStorage>;

/** If storage is blocked or full, writes have no effect. `storage` is called each time, because reading a blocked `localStorage` throws. */
export function safeStorage(storage: () => TextStorage) {
  /** Undefined if the key is missing or the text is longer than `limit` characters. */
  const readText = (key: string, limit = 1_000_000): string | undefined => {
    try {
      const text = storage().getItem(key);
      return typeof text === 'string' && text.length <= limit ? text : undefined;
    } catch {
      return undefined;
    }
  };
  const writeText = (key: string, text: string): void => {
    try {
      storage().setItem(key, text);
    } catch {}
  };
  return {
    readText,
    writeText,
    /** Not validated. Undefined if the key is missing or the text is not JSON. */
    readJson: (key: string, limit?: number): unknown => parseJson(readText(key, limit) ?? ''),
    writeJson: (key: string, value: unknown): void => writeText(key, JSON.stringify(value)),
  };
}
