import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { KnowledgeDocument, MuseumContent } from '../content/content.ts';
import type { Guide } from '../guide/guide.ts';
import { languageData } from '../guide/language/language-data.ts';
import { isQuestion } from '../guide/words/sentences.ts';
import { languageOf } from '../guide/words/word-lists.ts';
import { createWrittenTranslations, type Direction } from '../guide/written-translations.ts';

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
