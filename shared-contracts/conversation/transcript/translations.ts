import type { Language } from '../../i18n/language.ts';

export interface Direction {
  from: Language;
  to: Language;
}

/** Translations by `keyOf`; null for a sentence without a translation. Missing sentences are being translated. */
export type Translations = ReadonlyMap<string, string | null>;

export const keyOf = ({ from, to }: Direction, sentence: string) => `${from} ${to} ${sentence}`;
