const parts = [
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

/** 1 to 39, the range of rulers, rooms and centuries. */
export function roman(value: number): string {
  const [size, letters] = parts.find(([part]) => part <= value) ?? [1, ''];
  return letters === '' ? '' : letters + roman(value - size);
}

/** Whole numbers from `first` to `last`, both included. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/**
 * Roman numerals: of two letters or more anywhere, of one letter after a counted word ("Room V"). Spoken only, because the
 * spoken form is a number like any other.
 */
export function numeralRules(countedWords: readonly string[], cardinal: (value: number) => string): Rule[] {
  const rule = (before: string, value: number) => ({ written: before + roman(value), spoken: before + cardinal(value), isOneWay: true });
  const clear = range(2, 29).filter((value) => roman(value).length > 1);
  return [...clear.map((value) => rule('', value)), ...countedWords.flatMap((word) => [1, 5, 10].map((value) => rule(`${word} `, value)))];
}

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Years from 1100 to 2099; 2000 is a number like any other. */
export const yearRules = (year: (value: number) => string): Rule[] =>
  [...range(1100, 1999), ...range(2001, 2099)].map((value) => ({ written: String(value), spoken: year(value) }));

/** A written form and its spoken form. */
export interface Rule {
  written: string;
  spoken: string;
  /** Spoken only: the spoken form may have another meaning ("three"), so transcripts keep it. */
  isOneWay?: boolean;
  /** Whether the spoken form fits the text before it: a German case follows its preposition. */
  fits?: (before: string) => boolean;
  /** The same check for a spoken form with another meaning ("at twelve fifteen"). */
  fitsHeard?: (before: string) => boolean;
  /** The term's full stop may also end the sentence ("unter Ludwig XIV."). */
  sharesStop?: boolean;
}

/** Rules from a table of written and spoken forms. */
export function pairRules(pairs: Readonly<Record<string, string>>): Rule[] {
  return Object.entries(pairs).map(([written, spoken]) => ({ written, spoken }));
}
