import type { Language } from '../../i18n/language.ts';

export interface Direction {
  from: Language;
  to: Language;
}

/** Keys are from `keyOf`. Null for a sentence without a translation; a missing sentence is being translated. */
export type Translations = ReadonlyMap<string, string | null>;

export const keyOf = ({ from, to }: Direction, sentence: string) => `${from} ${to} ${sentence}`;
