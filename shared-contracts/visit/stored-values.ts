import { z } from 'zod';
import { defaultLanguage, type Language, languageSchema } from '../i18n/language.ts';
import type { ThemeMode } from '../museum/theme.ts';
import { defaultVisitConfig, type VisitConfig, visitConfigSchema } from './visit-config.ts';

export const storageKeys = ['language', 'userChangedLanguage', 'visitConfig', 'themeMode'] as const;
export type StorageKey = (typeof storageKeys)[number];

/** What local storage keeps beyond a visit. */
export interface StoredValues {
  language: Language;
  userChangedLanguage: boolean;
  visitConfig: VisitConfig;
  themeMode: ThemeMode;
}

/** A window as far as its storage goes. Where storage is blocked, even looking at the property throws. */
export interface StorageOwner {
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>;
}

/** Characters; the longest value of ours has about a hundred. */
const textLimit = 1000;

/** The text under `key`: empty when it is too long to be ours, undefined when there is none or storage is blocked. */
export function readText(owner: StorageOwner, key: StorageKey): string | undefined {
  try {
    const text = owner.localStorage.getItem(key);
    if (typeof text !== 'string') return undefined;
    return text.length <= textLimit ? text : '';
  } catch {
    return undefined;
  }
}

/** Stores `text` if it can: a full or blocked storage leaves the value to this page's memory. */
export function writeText(owner: StorageOwner, key: StorageKey, text: string): void {
  try {
    owner.localStorage.setItem(key, text);
  } catch {
    // Nothing to do and nobody to tell: the page goes on with what it holds.
  }
}

const themeModeSchema = z.enum(['positive', 'negative']);

function parseVisitConfig(text: string | undefined): VisitConfig | undefined {
  try {
    return visitConfigSchema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}

/** Whether something is stored as visit configuration that is none. */
export function hasBrokenVisitConfig(owner: StorageOwner): boolean {
  const text = readText(owner, 'visitConfig');
  return text !== undefined && parseVisitConfig(text) === undefined;
}

/** Every stored value, with its default where none of ours is found. */
export function readStoredValues(owner: StorageOwner): StoredValues {
  const language = languageSchema.safeParse(readText(owner, 'language')).data;
  return {
    language: language ?? defaultLanguage,
    // A choice whose language is lost is no choice: it would hold back the museum's default for ever.
    userChangedLanguage: language !== undefined && readText(owner, 'userChangedLanguage') === 'true',
    visitConfig: parseVisitConfig(readText(owner, 'visitConfig')) ?? defaultVisitConfig,
    themeMode: themeModeSchema.safeParse(readText(owner, 'themeMode')).data ?? 'positive',
  };
}

/** Writes the values named by `keys`. */
export function writeStoredValues(owner: StorageOwner, values: StoredValues, keys: readonly StorageKey[]): void {
  for (const key of keys) {
    const value = values[key];
    writeText(owner, key, typeof value === 'string' ? value : JSON.stringify(value));
  }
}
