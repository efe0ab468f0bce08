import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import { useEffect, useRef } from 'react';
import { moveOn } from './move-on.ts';
import { storeAnswer, tellAnswer } from './store-answer.ts';
import { pickChoice } from './choice.ts';
import { pickStep, type Step } from './step.ts';

/** How long a single choice stays to be seen; a second tap of a double tap falls into it, not onto the next question. */
const seenMs = 200;

export interface Tailoring {
  step: Step;
  chosen: readonly string[];
  choose(optionId: string): void;
  /** Leaves a question with several answers, or with voices to be heard before one is left with. */
  next(): void;
  /** Absent on the first question. */
  back: (() => void) | undefined;
}

/** The questionnaire as it stands; undefined when nothing is left to ask, and then on the way to the visit. */
export function useTailoring(props: ScreenProps): Tailoring | undefined {
  const stored = useStore(props.session.store, (state) => state.answers);
  // The session's, not the one on the page: voices follow the visitor at once, words when they have come.
  const language = useStore(props.session.store, (state) => state.language);
  const questions = questionsFor({ profile: props.profile, language, wantsPremium: props.wantsPremium ?? false });
  const answers = pickValidAnswers(questions, stored);
  const step = pickStep(questions, answers, props.question);
  useOwnAddress(props, step?.question.id);
  const leaveSoon = useLeaving(props.clock, step?.question.id);
  if (!step) return undefined;

  const { question, previous, next } = step;
  const chosen = answers[question.id] ?? [];
  const choose = (optionId: string) => {
    const choice = pickChoice(question, chosen, optionId);
    storeAnswer(props, questions, question.id, choice);
    if (question.answerFormat !== 'single') return;
    tellAnswer(props, question.id, choice);
    leaveSoon(() => moveOn(props, next));
  };
  return {
    step,
    chosen,
    choose,
    next() {
      tellAnswer(props, question.id, chosen);
      moveOn(props, next);
    },
    back: previous && (() => props.go({ screen: 'tailoring', question: previous })),
  };
}

/** Puts the question shown into the address: without it a first box checked would count as answered, and left. */
function useOwnAddress({ go, question }: Pick<ScreenProps, 'go' | 'question'>, shownId: QuestionId | undefined): void {
  useEffect(() => {
    if (!shownId) go({ screen: 'visit', replace: true });
    else if (shownId !== question) go({ screen: 'tailoring', question: shownId, replace: true });
  }, [shownId, question, go]);
}

/** Leaves a question a moment after its answer, and not at all once the visitor has gone elsewhere. */
function useLeaving(clock: Clock, shownId: QuestionId | undefined): (leave: () => void) => void {
  const cancel = useRef<() => void>(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question shown is another place.
  useEffect(() => () => cancel.current(), [shownId]);
  return (leave) => {
    cancel.current();
    cancel.current = clock.after(seenMs, leave);
  };
}
