import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { byLanguage, languageData, wordSetOf } from './language-data.ts';

// The syntax of sayings in a language's file: phrases with commas between them. `a/b` matches one of the words. Words in brackets are
// optional and may repeat. `repeat*` matches any ending. `…` matches any words.

interface Saying<Kind> {
  kind: Kind;
  /** Matches folded words, each followed by a space, and captures the words of `…`. */
  expression: RegExp;
  isLoose: boolean;
}

export function readSayings<Kind extends string>(table: Readonly<Record<Kind, readonly string[]>>): readonly Saying<Kind>[] {
  return Object.entries<readonly string[]>(table).flatMap(([kind, lines]) =>
    lines.flatMap((line) => line.split(', ')).map((phrase) => ({ kind: kind as Kind, ...readPhrase(phrase) })),
  );
}

const readPhrase = (phrase: string) => {
  const parts = phrase.match(/\([^)]*\)|\S+/g) ?? [];
  return { expression: new RegExp(`^${parts.map(readPart).join('')}$`), isLoose: phrase.includes('…') };
};

function readPart(part: string): string {
  if (part === '…') return '((?:\\S+ )*?)';
  if (part.startsWith('(')) return `(?:${part.slice(1, -1).split(' ').map(readWord).join('')})*`;
  return readWord(part);
}

const readWord = (word: string) => `(?:${word.replaceAll('*', '\\S*').replaceAll('/', '|')}) `;

export const wordsOfSayings = (table: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.values(table).flatMap((lines) => lines.flatMap((line) => line.split(/[^\p{L}]+/u).filter(Boolean)));

const ends = byLanguage((language) => {
  const { pads, fillers, ask } = languageData[language].said;
  const asks = ask.flatMap((line) => line.split(', ')).map((one) => one.split(' '));
  return { pads: wordSetOf(pads), fillers: wordSetOf(fillers), asks: asks.sort((one, other) => other.length - one.length) };
});

export const areFillers = (words: readonly string[], language: Language): boolean =>
  words.every((word) => ends[language].fillers.has(word));

/** The message, the message without padding words, and without the beginning of a request ("Can we"). */
export function formsOf(words: readonly string[], language: Language): (readonly string[])[] {
  const bare = withoutPads(words, language);
  const ask = ends[language].asks.find((one) => one.every((word, at) => bare[at] === word));
  return [words, bare, withoutPads(bare.slice(ask?.length ?? 0), language)].filter(({ length }) => length > 0);
}

export function withoutPads(words: readonly string[], language: Language): readonly string[] {
  const { pads } = ends[language];
  const from = words.findIndex((word) => !pads.has(word));
  const to = words.findLastIndex((word) => !pads.has(word));
  return from < 0 ? [] : words.slice(from, to + 1);
}

export function sayingIn<Kind>(forms: readonly (readonly string[])[], sayings: readonly Saying<Kind>[]): Kind | undefined {
  for (const words of forms) {
    const found = sayings.find(({ expression }) => expression.test(`${words.join(' ')} `));
    if (found) return found.kind;
  }
  return undefined;
}

/** The loose sayings that match the words, each with the words of its `…`. */
export function looseSayingsIn<Kind>(words: readonly string[], sayings: readonly Saying<Kind>[]): { kind: Kind; others: string[] }[] {
  return sayings.flatMap(({ kind, expression, isLoose }) => {
    const found = isLoose ? expression.exec(`${words.join(' ')} `) : null;
    return found ? [{ kind, others: found.slice(1).join('').split(' ').filter(Boolean) }] : [];
  });
}
