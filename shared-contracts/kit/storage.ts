import { parseJson } from './json.ts';

/** What is used of the browser's storage. */
type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Storage that never throws. Where it is blocked or full, reading finds nothing and writing has no effect. */
export interface SafeStorage {
  /** The text under `key`; undefined if missing, or longer than `limit` characters. */
  readText(key: string, limit?: number): string | undefined;
  writeText(key: string, text: string): void;
  /** The unvalidated JSON value under `key`; undefined if missing or no JSON. */
  readJson(key: string, limit?: number): unknown;
  writeJson(key: string, value: unknown): void;
}

/** @param storage Called each time: where storage is blocked, even looking at `window.localStorage` throws. */
export function safeStorage(storage: () => TextStorage): SafeStorage {
  const readText: SafeStorage['readText'] = (key, limit = 1_000_000) => {
    try {
      const text = storage().getItem(key);
      return typeof text === 'string' && text.length <= limit ? text : undefined;
    } catch {
      return undefined;
    }
  };
  const writeText: SafeStorage['writeText'] = (key, text) => {
    try {
      storage().setItem(key, text);
    } catch {
      // Blocked or full: the value lives as long as the page.
    }
  };
  return {
    readText,
    writeText,
    readJson: (key, limit) => parseJson(readText(key, limit) ?? ''),
    writeJson: (key, value) => writeText(key, JSON.stringify(value)),
  };
}
