import type { Language } from '../../i18n/language.ts';

export interface Direction {
  from: Language;
  to: Language;
}

/** By direction and sentence; null: it stays as it was said. What is not in it is on its way. */
export type Translations = ReadonlyMap<string, string | null>;

export const keyOf = ({ from, to }: Direction, sentence: string) => `${from} ${to} ${sentence}`;
