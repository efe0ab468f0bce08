import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { checkAnswer, pickValidAnswers, questionPosition } from '@enfilade/shared-contracts/visit/answer-rules';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { pickQuestion } from '@enfilade/shared-contracts/visit/arrival';
import { type Question, questionsFor } from '@enfilade/shared-contracts/visit/question';
import { useEffect, useRef } from 'react';

/** Milliseconds before the next question. The second tap of a double tap must not hit that question. */
const shownMs = 200;

export type Tailoring = NonNullable<ReturnType<typeof useTailoring>>;

/** Undefined when every question is answered and the visit is about to open. */
export function useTailoring(props: ScreenProps) {
  const stored = useStore(props.session.store, (state) => state.answers);
  // The session's language, not the page's: voices change at once, texts after loading.
  const language = useStore(props.session.store, (state) => state.language);
  const questions = questionsFor({ profile: props.profile, language, wantsPremium: props.wantsPremium ?? false });
  const answers = pickValidAnswers(questions, stored);
  const step = pickStep(questions, answers, props.question);
  useQuestionAddress(props, step?.question.id);
  const leaveSoon = useDelayedLeave(props.clock, step?.question.id);
  if (!step) return undefined;

  const { question, previous, next } = step;
  const chosen = answers[question.id] ?? [];
  const leave = (answer: readonly string[]) => {
    props.bus.emit('question-answered', { questionId: question.id, options: [...answer] });
    if (next) props.go({ screen: 'tailoring', question: next });
    else finishTailoring(props);
  };
  const choose = (optionId: string) => {
    const choice = pickChoice(question, chosen, optionId);
    storeAnswer(props, questions, question.id, choice);
    if (question.answerFormat !== 'single') return;
    leaveSoon(() => leave(choice));
  };
  return {
    step,
    chosen,
    choose,
    next: () => leave(chosen),
    back: previous && (() => props.go({ screen: 'tailoring', question: previous })),
  };
}

/** The step in the address unless an earlier step is open, otherwise the first open step. Undefined when the visit follows. */
export function pickStep(questions: readonly Question[], answers: TailoringAnswers, asked?: QuestionId) {
  const openQuestions = questions.filter(({ id }) => !answers[id]).map(({ id }) => id);
  const shownId = pickQuestion({ offeredQuestions: questions.map(({ id }) => id), openQuestions, askedQuestion: asked });
  const position = shownId && questionPosition(questions, shownId);
  return position && { ...position, next: questions[position.number]?.id ?? openQuestions.find((id) => id !== shownId) };
}

/** If the address names no question, the first checked box would leave the question. */
function useQuestionAddress({ go, question }: Pick<ScreenProps, 'go' | 'question'>, shownId: QuestionId | undefined): void {
  useEffect(() => {
    if (!shownId) go({ screen: 'visit', replace: true });
    else if (shownId !== question) go({ screen: 'tailoring', question: shownId, replace: true });
  }, [shownId, question, go]);
}

/** Leaves a question shortly after its answer, unless the visitor left the question earlier. */
function useDelayedLeave(clock: Clock, shownId: QuestionId | undefined): (leave: () => void) => void {
  const cancel = useRef<() => void>(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question cancels it
  useEffect(() => () => cancel.current(), [shownId]);
  return (leave) => {
    cancel.current();
    cancel.current = clock.after(shownMs, leave);
  };
}

/** A multiple choice keeps the offered order. */
export function pickChoice(question: Question, chosen: readonly string[], optionId: string): string[] {
  if (question.answerFormat !== 'multiple') return [optionId];
  const isAdded = !chosen.includes(optionId);
  return question.answerOptions.map(({ uiStringID }) => uiStringID).filter((id) => (id === optionId ? isAdded : chosen.includes(id)));
}

/** @throws if the museum does not offer the choice. Then nothing is stored. */
export function storeAnswer(
  { session }: { session: Pick<ScreenProps['session'], 'answer'> },
  questions: readonly Question[],
  questionId: QuestionId,
  chosen: readonly string[],
): void {
  checkAnswer(questions, questionId, chosen);
  session.answer(questionId, chosen);
}

function finishTailoring({ api, bus, go, museum }: Pick<ScreenProps, 'api' | 'bus' | 'go' | 'museum'>): void {
  bus.emit('tailoring-finished', {});
  // The ping only starts the knowledge base. The gateway logs a failure, which no visitor can mend.
  api.pingKnowledgeBase(museum._id).catch(() => undefined);
  go({ screen: 'visit' });
}
