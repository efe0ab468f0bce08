import type { Language } from '@enfilade/shared-contracts/i18n/language';
import de from './de.json';
import en from './en.json';
import fr from './fr.json';

/** What the guide says of itself, without a source. */
export type PhraseId = keyof typeof en.phrases;
/** What a whole message can be besides a question. */
export type SmallTalkId = keyof typeof en.said.smallTalk;
/** What the guide says on a tour besides the museum's texts. */
export type TourLineId = keyof typeof en.tour;
/** What a visitor on a tour can want besides an answer, those first that are tried first: "go on" before "go". */
export type TourPhraseKind = keyof typeof en.said.tour;

/** What a question may ask for: a name, a price. */
export type HintId = keyof typeof en.hints;

/** Regular expressions. */
interface Recognised {
  question: string;
  answer: string;
}

/**
 * Everything that the guide has of a language, in one file: a fourth language adds another file. What visitors write is compared folded: in
 * lower case, without accents and marks (`wordsOf`).
 */
interface LanguageData {
  /** `{name}` is the museum's name for its guide, `{museum}` the museum's, `{question}` one its documents answer, `{visitor}` a comma and who asks; the others are of labels. */
  phrases: Readonly<Record<PhraseId, string>>;
  /**
   * Lines of one or two sentences. Placeholders: {name} of the guide, {museum}, {room} of the tour's position, {next} room, {number} of the
   * room from 1, {count} of rooms, {minutes} of the tour, {chosen} minutes. No dashes: a transcript begins a new line at each.
   */
  tour: Readonly<Record<TourLineId, string>>;
  /** Suggested if the documents leave a gap; formal address, at most eight words. */
  questions: readonly string[];
  /** Sayings of visitors, as `sayings.ts` reads them. */
  said: {
    /** Words before or after a phrase that do not change its meaning. */
    pads: readonly string[];
    /** Words that mean nothing by themselves: what is typed or said while thinking. */
    fillers: readonly string[];
    /** Beginnings of a wish, which may be left out. */
    ask: readonly string[];
    /** What a saying with `…` may be about besides the words of these sayings. */
    about: readonly string[];
    /** Stands for a room's name. */
    room: string;
    /** Before a room's name: to be led there. */
    goTo: string;
    /** The whole message must be one of them. */
    tour: Readonly<Record<TourPhraseKind, readonly string[]>>;
    /** Whole messages, so that "Hello, who painted this?" stays a question. */
    smallTalk: Readonly<Record<SmallTalkId, readonly string[]>>;
  };
  /** Kinds of questions, in the order of the attempts, each with the pattern of a paragraph (unfolded) that answers it. */
  hints: Readonly<Record<HintId, Recognised>>;
  /** What visitors of any house need, and how a sentence (unfolded) that says it can be recognised; no answer: never a museum's. */
  practical: Readonly<Record<string, Recognised>>;
  /** "Who was X?" and the beginning of an answer whose pronoun means X. */
  subjects: readonly { question: string; answer: string }[];
  /** Words that questions are read by, in lines. */
  words: {
    /** Carry no topic: articles, pronouns, question words, the verbs and courtesies questions are dressed in. */
    stop: readonly string[];
    /** Words for the place itself: a question of only these words asks for an overview of the visitor's place. */
    place: readonly string[];
    /** About the visit itself: looked up like any other, and an overview if nothing is written about it. */
    plan: readonly string[];
    /** Say little by themselves: measures, and what people ask of any chat. They never make a topic alone. */
    weak: readonly string[];
    /** Deny what a sentence says. */
    negations: readonly string[];
    /** What people ask of a phone. A question with such a word is not about the museum, unless its documents contain the word. */
    deviceTask: readonly string[];
    /** Lean on the answer before. */
    pronouns: readonly string[];
    /** Beginnings of a question that continues the previous answer. */
    conjunctions: readonly string[];
    /** Questions are asked with; a line the words that ask for the same. */
    asking: readonly string[];
    /** Kinds of questions with "how". */
    measures: readonly string[];
    /** A kind of thing and its instances: a question about animals finds the fox, not the other way round. */
    members: readonly string[];
    /** Words before a number on a label; the first is for a sign such as “No.”. */
    label: readonly string[];
    /** Behind a number that is on no label: "Is this object 200 years old?" Without the ending of their plural. */
    counted: readonly string[];
    /** Everyday words that are no names, although no group of synonyms contains them. */
    everyday: readonly string[];
  };
  /**
   * What visitors of any museum say for the same thing, a group a line. A word may be in several groups; its regular forms need not be
   * listed.
   */
  synonyms: readonly string[];
}

export const languageData: Readonly<Record<Language, LanguageData>> = { en, de, fr };

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
