import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { englishWishes } from './old/wishes/english-wishes.ts';
import { frenchWishes } from './old/wishes/french-wishes.ts';
import { germanWishes } from './old/wishes/german-wishes.ts';
import type { WishKind, WishWords } from './old/wishes/wish.ts';

const wordsOfLanguage: Record<Language, WishWords> = { en: englishWishes, de: germanWishes, fr: frenchWishes };

interface Matcher {
  pads: ReadonlySet<string>;
  fillers: ReadonlySet<string>;
  phrases: readonly (readonly [WishKind, RegExp])[];
}

// The first that fits counts: "go on" before "go", "no, not yet" before a bare "yet".
const order = ['stop', 'where', 'again', 'back', 'next-room', 'more', 'next', 'begin', 'no', 'yes'] as const;

const matchers = Object.fromEntries(languages.map((language) => [language, matcherOf(wordsOfLanguage[language])])) as Record<
  Language,
  Matcher
>;

function matcherOf({ pads, fillers, phrases }: WishWords): Matcher {
  const alternatives = (text: string) => text.split('\n').map((line) => line.trim());
  const expression = (text: string) => new RegExp(`^(?:${alternatives(text).filter(Boolean).join('|')})$`);
  return { pads: new Set(pads), fillers: new Set(fillers), phrases: order.map((kind) => [kind, expression(phrases[kind])]) };
}

const longestWish = 14;

/**
 * What the whole message asks the tour to do; undefined for a question or small talk. The visitor's own
 * language is tried first, the others after it: "yes" is understood in every visit.
 * @param words folded, without the guide's name; a room's name already replaced by the word for a room
 */
export function pickWish(words: readonly string[], language: Language): WishKind | undefined {
  if (words.length === 0) return 'filler';
  if (words.length > longestWish) return undefined;
  for (const one of [language, ...languages.filter((other) => other !== language)]) {
    const wish = wishIn(words, matchers[one]);
    if (wish) return wish;
  }
  return undefined;
}

function wishIn(words: readonly string[], matcher: Matcher): WishKind | undefined {
  if (words.every((word) => matcher.fillers.has(word))) return 'filler';
  const whole = phraseIn(words, matcher);
  if (whole) return whole;
  const bare = phraseIn(withoutPads(words, matcher.pads), matcher);
  if (bare) return bare;
  return behindYesOrNo(words, matcher);
}

/** "Yes, let's go on", "no, stop": what follows says what is meant. */
function behindYesOrNo(words: readonly string[], matcher: Matcher): WishKind | undefined {
  for (let length = Math.min(3, words.length - 1); length >= 1; length -= 1) {
    const head = phraseIn(words.slice(0, length), matcher);
    if (head !== 'yes' && head !== 'no') continue;
    const rest = withoutPads(words.slice(length), matcher.pads);
    return rest.length === 0 ? head : phraseIn(rest, matcher);
  }
  return undefined;
}

function phraseIn(words: readonly string[], { phrases }: Matcher): WishKind | undefined {
  if (words.length === 0) return undefined;
  const text = words.join(' ');
  return phrases.find(([, expression]) => expression.test(text))?.[0];
}

function withoutPads(words: readonly string[], pads: ReadonlySet<string>): readonly string[] {
  const from = words.findIndex((word) => !pads.has(word));
  const to = words.findLastIndex((word) => !pads.has(word));
  return from < 0 ? [] : words.slice(from, to + 1);
}
