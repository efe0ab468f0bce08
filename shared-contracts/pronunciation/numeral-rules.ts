import { range, roman } from './roman.ts';
import type { Rule } from './rule.ts';

/**
 * Roman numerals that stand for themselves: of two letters and more anywhere, of one letter after a word
 * that is counted ("Room V"). One way: what is heard is a number like any other.
 */
export function numeralRules(countedWords: readonly string[], cardinal: (value: number) => string): Rule[] {
  const rule = (before: string, value: number) => ({ written: before + roman(value), spoken: before + cardinal(value), isOneWay: true });
  const clear = range(2, 29).filter((value) => roman(value).length > 1);
  return [...clear.map((value) => rule('', value)), ...countedWords.flatMap((word) => [1, 5, 10].map((value) => rule(`${word} `, value)))];
}
