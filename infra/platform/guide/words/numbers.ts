import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { byLanguage } from '../language/language-data.ts';

// From two on, in order, then the tens: "one" and "ein" are rather articles.
const names: Readonly<Record<Language, string>> = {
  en: 'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand',
  de: 'zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig hundert tausend',
  fr: 'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize - - - vingt trente quarante cinquante soixante - - - cent mille',
};
const round = [20, 30, 40, 50, 60, 70, 80, 90, 100, 1000];
const valueAt = (at: number) => round[at - 18] ?? at + 2;

const numbers = byLanguage((language) => {
  const values = new Map(names[language].split(' ').map((name, at) => [name, valueAt(at)]));
  const parts = [...values.keys(), 'und', 'ein'].filter((name) => name !== '-').sort((one, other) => other.length - one.length);
  // German writes a number as one word: "siebenundzwanzig".
  return { values, whole: new RegExp(`^(?:${parts.join('|')})+s?$`), part: new RegExp(parts.join('|'), 'g') };
});

/** Folded words with number words as digits: "twenty", "seven" is "27". */
export function numbersInDigits(words: readonly string[], language: Language): string[] {
  const result: (string | number)[] = [];
  for (const word of words) {
    const value = numberIn(word, language);
    const before = result.at(-1);
    if (value === undefined) result.push(word);
    else if (typeof before === 'number') result.push(together(Number(result.pop()), value));
    else result.push(value);
  }
  return result.map(String);
}

/** The number a folded word says, from two on. */
function numberIn(word: string, language: Language): number | undefined {
  const { values, whole, part } = numbers[language];
  if (!whole.test(word)) return undefined;
  const value = (word.match(part) ?? []).reduce((sum, name) => (name === 'und' ? sum : together(sum, values.get(name) ?? 1)), 0);
  return value > 1 ? value : undefined;
}

function together(sum: number, value: number): number {
  // "quatre-vingts" is the only product below a hundred.
  if (value >= 100 || (sum === 4 && value === 20)) return Math.max(1, sum) * value;
  return sum + value;
}
