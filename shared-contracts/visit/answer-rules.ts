import { type QuestionId, questionIds } from '../museum/question-ids.ts';
import type { TailoringAnswers } from './answers.ts';
import type { Question } from './question.ts';

const isKnown = (id: string): id is QuestionId => (questionIds as readonly string[]).includes(id);

/** @throws Error if the question is unknown, or not offered by the museum */
export function findQuestion(questions: readonly Question[], id: string): Question {
  if (!isKnown(id)) throw new Error(`Question ${id} not found`);
  const question = questions.find((candidate) => candidate.id === id);
  if (!question) throw new Error('Question is not available for this museum');
  return question;
}

export function fits(question: Question, chosen: readonly string[]): boolean {
  const offered = new Set(question.answerOptions.map((option) => option.uiStringID));
  if (chosen.length === 0 || new Set(chosen).size !== chosen.length) return false;
  if (question.answerFormat !== 'multiple' && chosen.length > 1) return false;
  return chosen.every((id) => offered.has(id));
}

/** An empty choice clears a multiple question. @throws Error unless `chosen` fits */
export function checkAnswer(questions: readonly Question[], id: string, chosen: readonly string[]): Question {
  const question = findQuestion(questions, id);
  const clears = question.answerFormat === 'multiple' && chosen.length === 0;
  if (!clears && !fits(question, chosen)) throw new Error('Answer is not valid for the given question');
  return question;
}

/** A voice of another language is dropped, so that its question is asked again. */
export function pickValidAnswers(questions: readonly Question[], answers: TailoringAnswers): TailoringAnswers {
  const valid: TailoringAnswers = {};
  for (const question of questions) {
    const chosen = answers[question.id];
    if (chosen && fits(question, chosen)) valid[question.id] = chosen;
  }
  return valid;
}

/** `number` starts at 1. */
export function questionPosition(questions: readonly Question[], id: QuestionId) {
  const index = questions.findIndex((question) => question.id === id);
  const question = questions[index];
  if (!question) return undefined;
  const [number, total] = [index + 1, questions.length];
  return { question, number, total, percent: Math.round((number / total) * 100), previous: questions[index - 1]?.id };
}
