const parts = [
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

/** 1 to 39, which is as far as rulers, rooms and centuries count. */
export function roman(value: number): string {
  const [size, letters] = parts.find(([part]) => part <= value) ?? [1, ''];
  return letters === '' ? '' : letters + roman(value - size);
}

/** Whole numbers from `first` to `last`, both included. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/**
 * Roman numerals with their own meaning: of two letters and more anywhere, of one letter after a counted word ("Room V"). One way: the
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

/** One written form and how it is spoken. */
export interface Rule {
  written: string;
  spoken: string;
  /** Spoken only: the spoken form may mean something else ("three"), so a transcript keeps it. */
  isOneWay?: boolean;
  /** Whether the spoken form fits what is before it: a German case follows its preposition. */
  fits?: (before: string) => boolean;
  /** The same for a spoken form that may mean something else ("at twelve fifteen"). */
  fitsHeard?: (before: string) => boolean;
  /** Its own full stop may end the sentence too ("unter Ludwig XIV."). */
  sharesStop?: boolean;
}

/** Pairs of written and spoken form, as a table says them. */
export function pairRules(pairs: Readonly<Record<string, string>>): Rule[] {
  return Object.entries(pairs).map(([written, spoken]) => ({ written, spoken }));
}
