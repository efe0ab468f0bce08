import type { Language } from '@enfilade/shared-contracts/i18n/language';
import de from './de.json';
import en from './en.json';
import fr from './fr.json';

export type PhraseId = keyof typeof en.phrases;
export type SmallTalkId = keyof typeof en.said.smallTalk;
export type TourLineId = keyof typeof en.tour;
/** Intents of visitors on a tour, in the order in which they are tried: "go on" before "go". */
export type TourPhraseKind = keyof typeof en.said.tour;

/**
 * All data of a language in one file. A fourth language adds a file. Words of visitors are folded: in lower case, without accents and marks
 * (`wordsOf`). `asked`, `told`, `question` and `answer` are regular expressions.
 *
 * - `phrases`: the guide's own phrases. Placeholders: {name} of the guide, {museum}, {question} that the documents answer, {visitor} with a
 *   comma before the name; the others are of labels.
 * - `tour`: lines of one or two sentences. Placeholders: {name} of the guide, {museum}, {room} of the tour's position, {next} room,
 *   {number} of the room from 1, {count} of rooms, {minutes} of the tour, {chosen} minutes. Without dashes, because a transcript begins a
 *   new line at a dash.
 * - `questions`: suggested questions if the documents have too few; formal address, up to eight words.
 * - `said`: sayings of visitors in the syntax of `sayings.ts`.
 *   - `pads`: words before or after a saying that do not change its meaning.
 *   - `fillers`: words without a meaning, typed or said while thinking.
 *   - `ask`: beginnings of a request, which a saying may lack.
 *   - `about`: topics of a saying with `…`, besides the words of the sayings.
 *   - `room`: the word for a room's name; `goTo` before it asks for the way.
 *   - `tour`, `smallTalk`: the whole message must match a saying: "Hello, who painted this?" stays a question.
 * - `hints`: kinds of questions. `practical`: practical needs of visitors. In both, `asked` has patterns of questions in the order in which
 *   they are tried, and `told` has patterns of unfolded texts with an answer. No text of a museum answers a need without such a pattern.
 * - `subject`: "Who was X?" and the beginning of an answer whose pronoun means X.
 * - `words`: lists of words.
 *   - `stop`: words without a topic: articles, pronouns, question words, verbs and courtesies of questions.
 *   - `place`: words for the place. A question with no other words asks for an overview of the visitor's place.
 *   - `plan`: words for the visit. A question with no other words gets an overview if no document answers.
 *   - `weak`: words that are never a topic alone: measures, and general requests.
 *   - `negations`: words that negate a sentence.
 *   - `deviceTask`: tasks for a phone. A question with such a word has no answer, unless the documents contain the word.
 *   - `pronouns`: words that refer to the previous answer; `conjunctions` begin a question that continues it.
 *   - `asking`: question words, a line for each meaning. `measures`: words after "how".
 *   - `label`: words before a label number; the first replaces a sign such as “No.”.
 *   - `counted`: words after a number that is no label's ("Is this object 200 years old?"), without the ending of their plural.
 *   - `everyday`: everyday words that are no names and in no group of synonyms.
 * - `synonyms`: groups of words with the same meaning, a group on each line. A word may be in several groups. Regular forms are not listed.
 */
type LanguageData = typeof en;

export const languageData: Readonly<Record<Language, LanguageData>> = { en, de, fr };

/** A placeholder without a value stays. */
export const fillPlaces = (line: string, values: Readonly<Record<string, string | number>>): string =>
  line.replace(/\{(\w+)\}/g, (place, key: string) => String(values[key] ?? place));

/** Patterns of questions and of texts that answer them, in the file's order. */
export const readPatterns = ({ asked, told }: Record<'asked' | 'told', Readonly<Record<string, string>>>) =>
  Object.entries(asked).map(([id, question]) => ({
    id,
    question: new RegExp(question),
    answer: new RegExp(told[id] ?? '(?!)', 'u'),
  }));

export const wordSetOf = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

export const byLanguage = <T>(make: (language: Language) => T): Readonly<Record<Language, T>> => ({
  en: make('en'),
  de: make('de'),
  fr: make('fr'),
});
