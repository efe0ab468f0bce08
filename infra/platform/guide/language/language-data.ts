import type { Language } from '@enfilade/shared-contracts/i18n/language';
import deIntents from './de-intents.json';
import deTexts from './de-texts.json';
import deWords from './de-words.json';
import enIntents from './en-intents.json';
import enTexts from './en-texts.json';
import enWords from './en-words.json';
import frIntents from './fr-intents.json';
import frTexts from './fr-texts.json';
import frWords from './fr-words.json';

/** What the guide says of itself, without a source. */
export type PhraseId = keyof typeof enTexts.phrases;
/** What a whole message can be besides a question. */
export type SmallTalkId = keyof typeof enIntents.smallTalk;
/** What the guide says on a tour besides the museum's texts. */
export type TourLineId = keyof typeof enTexts.tour;
/** What a visitor on a tour can want besides an answer, those first that are tried first: "go on" before "go". */
export type TourPhraseKind = keyof typeof enIntents.tour.phrases;

/** Folded words a language's questions are read by; lines of words, a group of synonyms a line. */
interface Words {
  /** Carry no topic: articles, pronouns, question words, the verbs and courtesies questions are dressed in. */
  stop: readonly string[];
  /** Point at the place itself: a question made of nothing else asks for an overview of where the visitor stands. */
  place: readonly string[];
  /** About the visit itself: looked up like any other, and an overview where nothing is written about it. */
  plan: readonly string[];
  /** Say little by themselves: measures, and what people ask of any chat. They never make a topic alone. */
  weak: readonly string[];
  /** Deny what a sentence says. */
  negations: readonly string[];
  /** What people ask of a phone. A question with such a word is no museum's, unless its documents know the word. */
  deviceTask: readonly string[];
  /** Lean on the answer before. */
  pronouns: readonly string[];
  /** Begin a question that goes on from the answer before. */
  conjunctions: readonly string[];
  /** Questions are asked with; a line the words that ask for the same. */
  asking: readonly string[];
  /** What "how" asks for. */
  measures: readonly string[];
  /** A kind of thing and some that are of it: who asks for animals is told of the fox, not the other way round. */
  members: readonly string[];
  /** What visitors of any museum say for the same thing. A word may stand in several groups. */
  synonyms: readonly string[];
}

/** Regular expressions, matched against folded words with single spaces. */
interface Intents {
  /** Whole messages only, so that "Hello, who painted this?" stays a question; asking for a human being anywhere. */
  smallTalk: Readonly<Record<SmallTalkId, readonly string[]>>;
  /** What a question asks for, and how a paragraph (unfolded) that says it can be recognised. */
  hints: readonly { id: string; question: string; answer: string }[];
  /** What visitors of any house need, and how a sentence (unfolded) that says it can be recognised; no answer: never a museum's. */
  practical: readonly { id: string; question: string; answer: string }[];
  /** "Who was X?" and the beginning of an answer whose pronoun means X. */
  subjects: readonly { question: string; answer: string }[];
  tour: {
    /** Named in the phrases as {name}. */
    parts: Readonly<Record<string, string>>;
    /** Words that may stand before or after without changing what is meant. */
    pads: readonly string[];
    /** Words that mean nothing by themselves: what is typed or said while thinking. */
    fillers: readonly string[];
    /** The whole message must be one of them. A room's name comes as the language's word for a room. */
    phrases: Readonly<Record<TourPhraseKind, readonly string[]>>;
    /** What a message says that is about nothing else, those first that are tried first. */
    signs: Readonly<Partial<Record<TourPhraseKind, string>>>;
    /** Words of such a message besides those that carry no topic. */
    about: readonly string[];
  };
}

interface Texts {
  /** `{name}` is the museum's name for its guide, `{museum}` the museum's, `{question}` one its documents answer, `{visitor}` a comma and who asks. */
  phrases: Readonly<Record<PhraseId, string>>;
  /**
   * Lines of one or two sentences. Placeholders: {name} of the guide, {museum}, {room} where the tour stands, {next} room,
   * {number} of the room from 1, {count} of rooms, {minutes} of the tour, {chosen} ones.
   * No dashes: a transcript begins a new line at each.
   */
  tour: Readonly<Record<TourLineId, string>>;
  /** Suggested where the documents leave a gap; formal address, at most eight words. */
  questions: readonly string[];
}

export const languageWords: Readonly<Record<Language, Words>> = { en: enWords, de: deWords, fr: frWords };
export const languageIntents: Readonly<Record<Language, Intents>> = { en: enIntents, de: deIntents, fr: frIntents };
export const languageTexts: Readonly<Record<Language, Texts>> = { en: enTexts, de: deTexts, fr: frTexts };

/** What stands in the place of `{name}` and the like in a phrase; `{number}`, `{nearest}`, `{object}`, `{other}` and `{otherObject}` are of labels, `{visitor}` comes with its comma, or is nothing. */
type PhraseValues = {
  name: string;
  museum: string;
  question?: string;
  visitor?: string;
  number?: string;
  nearest?: string;
  object?: string;
  other?: string;
  otherObject?: string;
};

/** One of the guide's own sentences in the visitor's language. */
export function phrase(id: PhraseId, language: Language, values: PhraseValues): string {
  const filled: Readonly<Record<string, string>> = { question: '', visitor: '', ...values };
  return fillPlaces(languageTexts[language].phrases[id], filled);
}

/** A line with its places filled; a place without a value stays. */
export const fillPlaces = (line: string, values: Readonly<Record<string, string | number>>): string =>
  line.replace(/\{(\w+)\}/g, (place, key: string) => String(values[key] ?? place));

/** The words of lines of words. */
export const wordSetOf = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** A table made for every language. */
export const byLanguage = <T>(make: (language: Language) => T): Readonly<Record<Language, T>> => ({
  en: make('en'),
  de: make('de'),
  fr: make('fr'),
});
