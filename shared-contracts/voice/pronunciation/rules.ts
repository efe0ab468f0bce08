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

/** Includes both ends. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Two letters or more anywhere, one after a counted word ("Room V"). Spoken only: the spoken form is a number like any other. */
export function numeralRules(countedWords: readonly string[], cardinal: (value: number) => string): Rule[] {
  const rule = (before: string, value: number) => ({ written: before + roman(value), spoken: before + cardinal(value), isOneWay: true });
  const clear = range(2, 29).filter((value) => roman(value).length > 1);
  return [...clear.map((value) => rule('', value)), ...countedWords.flatMap((word) => [1, 5, 10].map((value) => rule(`${word} `, value)))];
}

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Years from 1100 to 2099; 2000 is a number like any other. */
export const yearRules = (year: (value: number) => string): Rule[] =>
  [...range(1100, 1999), ...range(2001, 2099)].map((value) => ({ written: String(value), spoken: year(value) }));

export interface Rule {
  written: string;
  spoken: string;
  /** The spoken form may have another meaning ("three"), so that transcripts keep it. */
  isOneWay?: boolean;
  /** A German case follows its preposition. */
  fits?: (before: string) => boolean;
  /** `fits` for a spoken form with another meaning ("at twelve fifteen"). */
  fitsHeard?: (before: string) => boolean;
  /** The term's full stop may also end the sentence ("unter Ludwig XIV."). */
  sharesStop?: boolean;
}

export function pairRules(pairs: Readonly<Record<string, string>>): Rule[] {
  return Object.entries(pairs).map(([written, spoken]) => ({ written, spoken }));
}
