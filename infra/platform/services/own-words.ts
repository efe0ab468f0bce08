import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { exhibitionName } from '@enfilade/shared-contracts/museum/profile-texts';
import type { KnowledgeDocument, MuseumContent } from '../content/content.ts';
import type { Guide } from '../guide/guide.ts';
import { byLanguage, fillPlaces, languageData } from '../guide/language/language-data.ts';
import { nameSubject } from '../guide/quotes.ts';
import { leadOf } from '../guide/search/knowledge-index.ts';
import { isQuestion } from '../guide/words/sentences.ts';
import { languageOf } from '../guide/words/word-lists.ts';

/** Suggestions and translations from the museum's own texts, for a site without a language model. */
export type OwnWords = ReturnType<typeof createOwnWords>;

export function createOwnWords(museums: readonly MuseumContent[], guideOf: (museum: MuseumContent) => Guide) {
  const translations = new Map(museums.map((museum) => [museum.museum._id, createWrittenTranslations(museum)]));
  return {
    suggest(museumId: string, context: QuestionContext): string[] {
      const museum = museums.find((one) => one.museum._id === museumId);
      return pickQuestions(museum ? relatedTo(guideOf(museum), context) : [], context);
    },
    translate: (museumId: string, lines: readonly string[], direction: Direction): (string | null)[] =>
      translations.get(museumId)?.(lines, direction) ?? lines.map(() => null),
  };
}

export type QuestionContext = { language: Language; talk: string; asked: readonly string[] };

/** The conversation may have another language than the page. */
export function relatedTo(guide: Guide, { talk, language }: Pick<QuestionContext, 'talk' | 'language'>): KnowledgeDocument[] {
  const spoken = languageOf(talk, language);
  const related = guide.related(talk, spoken);
  if (spoken === language) return related;
  const places = new Map(related.map(({ id }, at) => [id, at]));
  const placeOf = ({ id }: KnowledgeDocument) => places.get(id) ?? related.length;
  return guide.related('', language).sort((one, other) => placeOf(one) - placeOf(other));
}

const wordLimit = 10;

/** Words of the familiar address, and those that ask the visitor about themselves. */
const unfitting: Record<Language, RegExp> = {
  en: /\b(you|your|yours|i|my|me|mine) (feel|like|love|prefer|favou?rite)\b|\b(do|are|have|would) you\b/i,
  de: /\b(du|dich|dir|deine?[mnrs]?|euch|eure?[mnrs]?|ihr habt|fühlen Sie|gefällt Ihnen)\b/i,
  fr: /(?<!\p{L})(tu|toi|ton|tes|te|aimez|préférez|ressentez)(?!\p{L})/iu,
};

/**
 * Three new questions of up to ten words without dashes: questions of the documents by turns, then general ones.
 * In a conversation about a place, questions about other places come last.
 * @param documents the most related to the conversation first
 */
export function pickQuestions(documents: readonly KnowledgeDocument[], { language, talk, asked }: QuestionContext): string[] {
  const byTurns = (group: readonly KnowledgeDocument[]): string[] => {
    const rounds = group.map((document) =>
      document.paragraphs.flatMap((paragraph) => questionsIn(paragraph, talk)).filter((question) => !unfitting[language].test(question)),
    );
    const longest = Math.max(0, ...rounds.map((questions) => questions.length));
    return Array.from({ length: longest }, (_, turn) => rounds.flatMap((questions) => questions.slice(turn, turn + 1))).flat();
  };
  const excluded = new Set(asked.map(normalise));
  // "You could ask me, for example: …" has offered a question already.
  const said = ` ${normalise(talk)} `;
  const fresh = [...nearestFirst(documents).flatMap(byTurns), ...languageData[language].questions].filter((question) => {
    const isNew = !excluded.has(normalise(question)) && !said.includes(` ${normalise(question)} `);
    excluded.add(normalise(question));
    return isNew;
  });
  return fresh.slice(0, 3);
}

/** Documents of the first document's place, then of no place, then of other places. One group if the first document has no place. */
function nearestFirst(documents: readonly KnowledgeDocument[]): (readonly KnowledgeDocument[])[] {
  const placeOf = ({ roomId, exhibitionId }: KnowledgeDocument) => roomId ?? exhibitionId;
  const here = documents[0] && placeOf(documents[0]);
  if (here === undefined) return [documents];
  return [
    documents.filter((document) => placeOf(document) === here),
    documents.filter((document) => placeOf(document) === undefined),
    documents.filter((document) => ![here, undefined].includes(placeOf(document))),
  ];
}

function questionsIn(paragraph: string, talk: string): string[] {
  const sentences = splitSentences(paragraph);
  return sentences.filter((sentence, at) => {
    // Compares the end of the answer, because its beginning may differ: "Ida was" for "She was".
    const isAnswered = talk.includes((sentences[at + 1] ?? sentence).slice(-40));
    return isQuestion(sentence) && !isAnswered && !/[-–—_]/.test(sentence) && sentence.split(/\s+/).length <= wordLimit;
  });
}

const normalise = (question: string): string => wordsOf(question).join(' ');

export type Direction = { from: Language; to: Language };

/** Finds the sentence at the same position in the other language. Null for a line that no text contains. */
export function createWrittenTranslations(content: MuseumContent): (lines: readonly string[], direction: Direction) => (string | null)[] {
  let tables: ReturnType<typeof createTables> | undefined;
  const sayIn = (sentence: string, from: Language, to: Language): string | null => {
    tables ??= createTables(content);
    const said = tables[from].get(keyOf(sentence))?.(to);
    if (said !== undefined) return said;
    // "Room 2 of 3." may end a sentence, although splitSentences reads "3." as an ordinal.
    const parts = sentence.split(/(?<=\d\.) (?=\p{Lu}|„|«)/u);
    return parts.length > 1 ? joinAll(parts.map((part) => sayIn(part, from, to))) : null;
  };
  return (lines, { from, to }) => {
    // A line may be in another language than the named one, because the guide answers in the language of the question.
    const sources = [from, ...languages.filter((language) => language !== from)];
    const say = (line: string, source: Language) => joinAll(splitSentences(line).map((sentence) => sayIn(sentence, source, to)));
    return lines.map((line) => sources.map((source) => say(line, source)).find((said) => said !== null) ?? null);
  };
}

/** Equal neighbours appear once. */
function joinAll(said: readonly (string | null)[]): string | null {
  const each = said.filter((one, at) => one !== said[at - 1]);
  return each.length > 0 && said.every((one) => one !== null) ? each.join(' ') : null;
}

const keyOf = (sentence: string) => wordsOf(sentence).join(' ');

/** For each language its sentences, each with its translation into another language. The first text with a sentence wins. */
function createTables(content: MuseumContent) {
  const texts = byLanguage(
    (language) => new Map([...documentTexts(content, language), ...profileTexts(content, language), ...guideTexts(content, language)]),
  );
  return byLanguage((from) => {
    const table = new Map<string, (to: Language) => string | undefined>();
    for (const [place, text] of texts[from]) {
      const sentences = splitSentences(text);
      /** @param isNamed the sentence has the subject's name in place of the pronoun */
      const add = (sentence: string, at: number, isNamed: boolean) => {
        const key = keyOf(sentence);
        if (!key || table.has(key)) return;
        table.set(key, (to) => {
          const others = sentencesOf(texts[to].get(place), sentences.length);
          return isNamed ? nameSubject(others[0] ?? '', others.slice(at, at + 1), to)[0] : others[at];
        });
      };
      for (const [at, sentence] of sentences.entries()) {
        add(sentence, at, false);
        add(nameSubject(sentences[0] ?? '', [sentence], from)[0] ?? '', at, true);
      }
    }
    return table;
  });
}

/** If the number of sentences differs, their positions mean nothing, so the whole text is the translation of each. */
function sentencesOf(text: string | undefined, count: number): string[] {
  const sentences = splitSentences(text ?? '');
  return text === undefined || sentences.length === count ? sentences : Array.from({ length: count }, () => text);
}

/** The key has the number of paragraphs, because documents of different lengths do not match paragraph by paragraph. */
function* documentTexts({ knowledge }: MuseumContent, language: Language): Iterable<[string, string]> {
  for (const { id, paragraphs, easy, kids } of knowledge.filter((document) => document.language === language)) {
    const place = (kind: string, at: number, of: readonly string[]) => `${kind} ${id} ${at}/${of.length}`;
    for (const [at, text] of paragraphs.entries()) {
      yield [place('paragraph', at, paragraphs), text];
      yield [place('easy', at, paragraphs), easy?.paragraphs[at] ?? text];
      if (leadOf(text))
        yield [place('instead', at, paragraphs), fillPlaces(languageData[language].phrases.instead, { question: leadOf(text) })];
    }
    for (const [at, text] of (kids?.paragraphs ?? []).entries()) yield [place('kids', at, kids?.paragraphs ?? []), text];
  }
}

function* profileTexts({ profile, exhibitions }: MuseumContent, language: Language): Iterable<[string, string]> {
  const easy = profile.easyLanguage?.[language];
  for (const [topic, text] of Object.entries(profile.practical ?? {})) {
    yield [`practical ${topic}`, localize(text, language)];
    yield [`easy practical ${topic}`, easy?.practical?.[topic as keyof typeof profile.practical] ?? localize(text, language)];
  }
  if (easy?.greeting !== undefined) yield ['easy greeting', easy.greeting];
  const questions = [profile.quickQuestions, ...Object.values(profile.exhibitions).map(({ quickQuestions = [] }) => quickQuestions)].flat();
  for (const [at, question] of questions.entries()) yield [`question ${at}`, localize(question, language)];
  for (const [at, { assistant }] of exhibitions.entries()) {
    const first = Object(parseJson(assistant?.firstMessage ?? ''))[language];
    if (typeof first === 'string') yield [`first message ${at}`, first];
  }
  for (const [at, { text }] of (profile.introduction?.transcripts[language] ?? []).entries()) yield [`introduction ${at}`, text];
}

/** The guide's own lines: in every room, at every exhibition, and without a visitor's name. */
function* guideTexts({ profile, museum, exhibitions }: MuseumContent, language: Language): Iterable<[string, string]> {
  const { phrases, tour, questions } = languageData[language];
  const names = { name: localize(profile.guideName, language), museum: museum.name, count: String(profile.rooms.length), visitor: '' };
  const rooms = profile.rooms.map(({ name }, at) => {
    const next = profile.rooms[at + 1];
    return { number: String(at + 1), room: localize(name, language), ...(next && { next: localize(next.name, language) }) };
  });
  const exhibitionNames = exhibitions.map((exhibition) => exhibitionName(profile, exhibition, language));
  const places = [{}, ...rooms, ...[museum.name, ...exhibitionNames].map((exhibition) => ({ exhibition, room: exhibition }))];
  for (const [id, line] of [...Object.entries(phrases), ...Object.entries(tour)]) {
    for (const [at, place] of places.entries()) {
      const said = fillPlaces(line, { ...names, ...place });
      if (!said.includes('{')) yield [`${id} ${at}`, said];
    }
  }
  for (const [at, question] of questions.entries()) yield [`suggestion ${at}`, question];
}
