import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { KnowledgeDocument } from '../content/content.ts';
import { wordsOf } from '../guide/words/fold.ts';
import { isQuestion } from '../guide/words/sentences.ts';

const wordLimit = 10;

/** Words of the familiar address, and those that ask the visitor about themselves. */
const unfitting: Record<Language, RegExp> = {
  en: /\b(you|your|yours|i|my|me|mine) (feel|like|love|prefer|favou?rite)\b|\b(do|are|have|would) you\b/i,
  de: /\b(du|dich|dir|deine?[mnrs]?|euch|eure?[mnrs]?|ihr habt|fühlen Sie|gefällt Ihnen)\b/i,
  fr: /(?<!\p{L})(tu|toi|ton|tes|te|aimez|préférez|ressentez)(?!\p{L})/iu,
};

/** Asked where the documents leave a gap; formal address, at most eight words. */
const generalQuestions: Record<Language, readonly string[]> = {
  en: [
    'What should I not miss here?',
    'What is the oldest thing here?',
    'Who worked here in former times?',
    'What was this place built for?',
    'How has this place changed over time?',
    'What do most visitors overlook here?',
    'Which material was used most here?',
    'What is still unknown about this place?',
    'Who decided how this place should look?',
    'What happened here most recently?',
    'Which detail took the longest to make?',
    'What was an ordinary day here like?',
  ],
  de: [
    'Was sollte ich hier nicht verpassen?',
    'Was ist hier das Älteste?',
    'Wer hat hier früher gearbeitet?',
    'Wofür wurde dieser Ort gebaut?',
    'Wie hat sich dieser Ort verändert?',
    'Was übersehen hier die meisten Gäste?',
    'Welches Material wurde hier am meisten verwendet?',
    'Was weiß man bis heute nicht?',
    'Wer bestimmte, wie es hier aussehen soll?',
    'Was ist hier zuletzt geschehen?',
    'Welches Detail hat am längsten gedauert?',
    'Wie sah hier ein gewöhnlicher Tag aus?',
  ],
  fr: [
    'Quelle est la chose à ne pas manquer ici ?',
    'Quel est ici l’objet le plus ancien ?',
    'Qui travaillait ici autrefois ?',
    'À quoi servait ce lieu ?',
    'Quels changements ce lieu a connus ?',
    'Quel détail échappe à la plupart des visiteurs ?',
    'Quel matériau domine dans ce lieu ?',
    'Quel mystère demeure dans ce lieu ?',
    'Qui a décidé de l’aspect de ce lieu ?',
    'Quel est l’événement le plus récent ici ?',
    'Quel détail a demandé le plus de temps ?',
    'Comment se passait ici une journée ordinaire ?',
  ],
};

export interface QuestionWish {
  language: Language;
  /** The last lines of the conversation. */
  talk: string;
  /** Not to be asked again. */
  asked: readonly string[];
}

/**
 * Three different questions of at most ten words without dashes, none of them asked before: those the
 * documents answer first, a document at a time, then general ones.
 * @param documents those that have most to do with the talk first
 */
export function pickQuestions(documents: readonly KnowledgeDocument[], { language, talk, asked }: QuestionWish): string[] {
  const rounds = documents.map((document) =>
    document.paragraphs.flatMap((paragraph) => questionsIn(paragraph, talk)).filter((question) => !unfitting[language].test(question)),
  );
  const longest = Math.max(0, ...rounds.map((questions) => questions.length));
  const byTurns = Array.from({ length: longest }, (_, turn) => rounds.flatMap((questions) => questions.slice(turn, turn + 1))).flat();
  const known = new Set(asked.map(normalise));
  const kept = [...byTurns, ...generalQuestions[language]].filter((question) => {
    const isNew = !known.has(normalise(question));
    known.add(normalise(question));
    return isNew;
  });
  return kept.slice(0, 3);
}

/** The questions a paragraph answers, unless its answer was just told. */
function questionsIn(paragraph: string, talk: string): string[] {
  const sentences = splitSentences(paragraph);
  return sentences.filter((sentence, at) => {
    const isTold = talk.includes(sentences[at + 1] ?? sentence);
    return isQuestion(sentence) && !isTold && !/[-–—_]/.test(sentence) && sentence.split(/\s+/).length <= wordLimit;
  });
}

function normalise(question: string): string {
  return wordsOf(question).join(' ');
}
