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

/**
 * Everything that the guide has of a language, in one file: a fourth language adds another file. What visitors write is compared folded: in
 * lower case, without accents and marks (`wordsOf`). `question` and `answer` are regular expressions.
 *
 * - `phrases`: `{name}` is the museum's name for its guide, `{museum}` the museum's, `{question}` one its documents answer,
 *   `{visitor}` a comma and who asks; the others are of labels.
 * - `tour`: lines of one or two sentences. Placeholders: {name} of the guide, {museum}, {room} of the tour's position, {next} room,
 *   {number} of the room from 1, {count} of rooms, {minutes} of the tour, {chosen} minutes. No dashes: a transcript begins a new line at
 *   each.
 * - `questions`: suggested if the documents leave a gap; formal address, at most eight words.
 * - `said`: sayings of visitors, as `sayings.ts` reads them.
 *   - `pads`: may stand before or after without changing what is meant.
 *   - `fillers`: mean nothing by themselves: what is typed or said while thinking.
 *   - `ask`: beginnings of a wish, which may be left out.
 *   - `about`: what a saying with `…` may be about besides the words of these sayings.
 *   - `room`: stands for a room's name; `goTo` before it asks to be led there.
 *   - `tour`, `smallTalk`: the whole message must be one of them: "Hello, who painted this?" stays a question.
 * - `hints`: what a question asks for, those first that are tried first, and how a paragraph (unfolded) that says it can be
 *   recognised.
 * - `practical`: what visitors of any house need, and how a sentence (unfolded) that says it can be recognised; no answer:
 *   never a museum's.
 * - `subjects`: "Who was X?" and the beginning of an answer whose pronoun means X.
 * - `words`: words that questions are read by, in lines.
 *   - `stop`: carry no topic: articles, pronouns, question words, the verbs and courtesies questions are dressed in.
 *   - `place`: point at the place itself: a question made of nothing else asks for an overview of where the visitor stands.
 *   - `plan`: about the visit itself: looked up like any other, and an overview if nothing is written about it.
 *   - `weak`: say little by themselves: measures, and what people ask of any chat. They never make a topic alone.
 *   - `negations`: deny what a sentence says.
 *   - `deviceTask`: what people ask of a phone. Such a question is no museum's, unless its documents know the word.
 *   - `pronouns`: lean on the answer before; `conjunctions` begin a question that goes on from it.
 *   - `asking`: questions are asked with; a line the words that ask for the same. `measures`: what "how" asks for.
 *   - `label`: before a number that is on a label; the first stands for a sign such as “No.”.
 *   - `counted`: behind a number that is on no label: "Is this object 200 years old?" Without the ending of their plural.
 *   - `everyday`: of everyday life, and no names, though no group of synonyms has them.
 * - `synonyms`: what visitors of any museum say for the same thing, a group a line. A word may be in several groups; its regular forms need
 *   not be listed.
 */
type LanguageData = typeof en;

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
