import { type QuestionId, questionIds } from '../museum/question-ids.ts';
import type { TailoringAnswers } from './answers.ts';
import { type QuestionContext, questionsFor } from './question.ts';
import type { VisitConfig } from './visit-config.ts';

/** A visit as it is when a screen is opened; what is left out is as for somebody who was never here before. */
export interface VisitState {
  path: `/${string}`;
  /** Tailoring only. */
  question?: QuestionId;
  /** The museum's first exhibition is chosen. */
  hasExhibition?: boolean;
  /** What is answered: every question (by its first option, which chooses a voice, too), those before one, or this. */
  answers?: 'all' | { before: QuestionId } | TailoringAnswers;
  visitConfig?: Partial<VisitConfig>;
}

const answered = { hasExhibition: true, answers: 'all' } as const;
const visit = { path: '/visit', ...answered } as const;
const atQuestion = (question: QuestionId) => [
  `question-${question}`,
  { path: '/tailoring', question, hasExhibition: true, answers: { before: question } },
];

/** Start states for a developer: `npm run dev -- --at NAME`, and what a screen's tests begin with. */
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

/** What was answered in such a state, or in a play's, at one museum in one language. */
export function answersOf({ answers = {} }: { answers?: VisitState['answers'] | undefined }, context: QuestionContext): TailoringAnswers {
  if (answers !== 'all' && !('before' in answers)) return answers;
  const end = answers === 'all' ? questionIds.length : questionIds.indexOf(answers.before);
  const given = questionsFor(context).filter(({ id }) => questionIds.indexOf(id) < end);
  return Object.fromEntries(given.map(({ id, answerOptions }) => [id, answerOptions.slice(0, 1).map(({ uiStringID }) => uiStringID)]));
}
