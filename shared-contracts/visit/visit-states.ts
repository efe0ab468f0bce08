import { type QuestionId, questionIds } from '../museum/question-ids.ts';
import type { TailoringAnswers } from './answers.ts';
import { type QuestionContext, questionsFor } from './question.ts';
import type { VisitConfig } from './visit-config.ts';

/** State of a visit when a screen is opened. Missing fields are those of a new visitor. */
export interface VisitState {
  path: `/${string}`;
  question?: QuestionId;
  hasExhibition?: boolean;
  /** The first option of all questions, or of the questions before one, or these. */
  answers?: 'all' | { before: QuestionId } | TailoringAnswers;
  visitConfig?: Partial<VisitConfig>;
}

const answered = { hasExhibition: true, answers: 'all' } as const;
const visit = { path: '/visit', ...answered } as const;
const atQuestion = (question: QuestionId) => [
  `question-${question}`,
  { path: '/tailoring', question, hasExhibition: true, answers: { before: question } },
];

/** Start states for `npm run dev -- --at NAME` and for screens' tests. */
export const visitStates = {
  landing: { path: '/collection-selection' },
  'landing-returning': { path: '/collection-selection', ...answered },
  tailoring: { path: '/tailoring', hasExhibition: true },
  ...(Object.fromEntries(questionIds.map(atQuestion)) as Record<`question-${QuestionId}`, VisitState>),
  visit,
  'visit-writing': { ...visit, visitConfig: { inputMode: 'text' } },
  'visit-continuous': { ...visit, visitConfig: { talkingMode: 'continuous' } },
  'visit-exploration': { ...visit, visitConfig: { visitMode: 'exploration' } },
  'visit-muted': { ...visit, visitConfig: { isAudioMuted: true } },
  chat: { path: '/text-chat', ...answered },
} as const satisfies Record<string, VisitState>;

export function answersOf({ answers = {} }: { answers?: VisitState['answers'] | undefined }, context: QuestionContext): TailoringAnswers {
  if (answers !== 'all' && !('before' in answers)) return answers;
  const end = answers === 'all' ? questionIds.length : questionIds.indexOf(answers.before);
  const given = questionsFor(context).filter(({ id }) => questionIds.indexOf(id) < end);
  return Object.fromEntries(given.map(({ id, answerOptions }) => [id, answerOptions.slice(0, 1).map(({ uiStringID }) => uiStringID)]));
}
