import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { fold } from '@enfilade/shared-contracts/kit/fold';
import { byLanguage } from '../language/language-data.ts';

const parts: Readonly<Record<Language, Readonly<Record<string, number>>>> = {
  en: table(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    'twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100 thousand=1000 million=1000000',
    'first=1 second=2 third=3 fif=5 eigh=8 nin=9 twelf=12',
  ),
  de: table(
    'null ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
    'zwanzig=20 dreissig=30 vierzig=40 funfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 hundert=100 tausend=1000 million=1000000',
    'erst=1 dritt=3 siebt=7 eins=1',
  ),
  fr: table(
    'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
    'vingt=20 trente=30 quarante=40 cinquante=50 soixante=60 septante=70 nonante=90 cent=100 mille=1000 million=1000000',
    'premier=1 premiere=1 second=2 seconde=2 quatr=4 cinqu=5 neuv=9 onz=11 douz=12 treiz=13 quatorz=14 quinz=15 seiz=16 trent=30 quarant=40 cinquant=50 soixant=60 mill=1000',
  ),
};

/** @param counted words that count from 0 @param named words with their values */
function table(counted: string, ...named: string[]): Record<string, number> {
  const entries = named.flatMap((line) => line.split(' ')).map((entry) => entry.split('=') as [string, string]);
  return Object.fromEntries([
    ...counted.split(' ').map((word, at) => [word, at] as const),
    ...entries.map(([word, value]) => [word, Number(value)] as const),
  ]);
}

const ordinalEnding: Readonly<Record<Language, RegExp>> = {
  en: /(?:ths?|s)$/,
  de: /(?:st|t)?(?:en|er|es|em|e)?$/,
  fr: /(?:iemes?|aines?|s)$/,
};

const roman = /^(?=[IVXL]{2,})X{0,3}(?:IX|IV|V?I{0,3})$/;
const romanValues: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 };

/** First letters of all number words, which rule out most words. */
const beginnings = byLanguage((language) => new Set(Object.keys(parts[language]).map((part) => part.slice(0, 2))));

/** The values of a number word's parts: "einundzwanzig" is 1, 20. Undefined for other words. */
function partsOf(word: string, language: Language): number[] | undefined {
  if (!beginnings[language].has(word.slice(0, 2))) return undefined;
  const known = parts[language];
  if (Object.hasOwn(known, word)) return [known[word] ?? 0];
  const bare = word.replace(ordinalEnding[language], '');
  // With and without an ending: "sixty" is not a plural, and "twentieth" is twenty.
  for (const one of [bare, bare.replace(/ie$/, 'y'), word.replace(/e[mnrs]?$/, '')])
    if (one && Object.hasOwn(known, one)) return [known[one] ?? 0];
  return language === 'de' ? (cutGerman(bare) ?? cutGerman(word)) : undefined;
}

const germanParts = Object.keys(parts.de).sort((one, other) => other.length - one.length);

function cutGerman(word: string): number[] | undefined {
  const found: number[] = [];
  let rest = word;
  while (rest !== '') {
    const part = germanParts.find((one) => rest.startsWith(one));
    if (part === undefined) {
      if (!rest.startsWith('und') || found.length === 0) return undefined;
      rest = rest.slice(3);
    } else {
      found.push(parts.de[part] ?? 0);
      rest = rest.slice(part.length);
    }
  }
  return found.length > 0 ? found : undefined;
}

/** "hundred" multiplies, and "five" follows "twenty". Undefined if the part begins a new number. */
function add(total: number, part: number, language: Language): number | undefined {
  if (part >= 100) {
    const low = total % part;
    return total === 0 || low === 0 ? undefined : total - low + low * part;
  }
  if (language === 'fr' && part === 20 && total % 10 === 4 && total % 100 < 10) return total - 4 + 80;
  // "soixante et onze", but "quatre-vingt-dix-sept": French counts by twenties from sixty on.
  const steps = language === 'fr' && total % 100 >= 60 && total % 20 !== 10 ? [1000, 100, 20] : [1000, 100, 10];
  const room = steps.find((step) => total % step === 0) ?? 1;
  return total > 0 && part < room && part > 0 ? total + part : undefined;
}

const joiners: Readonly<Record<Language, RegExp>> = { en: /^(?:\s+and\s+|[\s-]+)$/, de: /^[\s-]+$/, fr: /^(?:[\s-]+et[\s-]+|[\s-]+)$/ };

type FoundNumber = { value: number; from: number; to: number };

const wordOrDigits = /\d+(?:[.,’'\u00a0\u202f ]\d{3})+(?!\d)|\d+|[\p{L}\p{M}]+/gu;

/** The numbers of a text, in digits, words, ordinals and Roman numerals. Articles ("one", "ein", "un") are not numbers. */
export function findNumbers(text: string, language: Language): FoundNumber[] {
  const found: FoundNumber[] = [];
  let open: FoundNumber | undefined;
  for (const { 0: word, index } of text.matchAll(wordOrDigits)) {
    // "nineteen hundred and eleven"
    if (open && joiners[language].test(` ${word.toLowerCase()} `)) continue;
    const values = valuesOf(word, language);
    const to = index + word.length;
    const value = open && continueNumber(open, { word, gap: text.slice(open.to, index), begin: text[open.from] ?? '' }, values, language);
    if (open && value !== undefined) Object.assign(open, { value, to });
    else {
      const begun = values.slice(0, 1).map((first) => ({ value: joinAll(first, values.slice(1), language) ?? first, from: index, to }));
      found.push(...begun);
      [open] = begun;
    }
  }
  return found.filter(({ value, from }) => value !== 1 || /\d/.test(text[from] ?? ''));
}

/** "sixty" by "one", "2" by "million". Undefined if the word does not continue the number. */
function continueNumber(
  { value }: FoundNumber,
  { word, gap, begin }: Record<'word' | 'gap' | 'begin', string>,
  values: readonly number[],
  language: Language,
): number | undefined {
  const isHigh = (values[0] ?? 0) >= 1000 || !/\d/.test(begin);
  const joins = values.length > 0 && isHigh && !/^\d/.test(word) && joiners[language].test(gap);
  return joins ? joinAll(value, values, language) : undefined;
}

const valuesOf = (word: string, language: Language): readonly number[] =>
  /^\d/.test(word) ? [Number(word.replace(/\D/g, ''))] : (partsOf(fold(word), language) ?? romanOf(word) ?? []);

function romanOf(word: string): number[] | undefined {
  const bare = word.replace(/(?:er|e)$/, '');
  const values = [...bare].map((letter) => romanValues[letter] ?? 0);
  return roman.test(bare) ? [values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)] : undefined;
}

/** Undefined if a part begins another number. */
function joinAll(total: number, added: readonly number[], language: Language): number | undefined {
  return added.reduce<number | undefined>((sum, part) => {
    if (sum === undefined) return undefined;
    // German says the ones first: "einundzwanzig".
    const low = sum % 100;
    const isTens = language === 'de' && part >= 20 && part < 100 && low > 0 && low < 10;
    return isTens ? sum + part : add(sum, part, language);
  }, total);
}

export const digitsIn = (text: string, language: Language): string =>
  findNumbers(text, language).reduceRight((all, { value, from, to }) => `${all.slice(0, from)}${value}${all.slice(to)}`, text);

/** Folded words with their numbers as digits: "twenty", "seven" is "27". */
export const numbersInDigits = (words: readonly string[], language: Language): string[] => digitsIn(words.join(' '), language).split(' ');
