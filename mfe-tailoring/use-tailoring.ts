import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { useStore } from '@enfilade/shared-contracts/i18n/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import { useEffect, useRef } from 'react';
import { moveOn } from './effects/move-on.ts';
import { storeAnswer, tellAnswer } from './effects/store-answer.ts';
import { pickChoice } from './model/choice.ts';
import { pickStep, type Step } from './model/step.ts';

/** How long a single choice stays to be seen; a second tap of a double tap falls into it, not onto the next question. */
const seenMs = 200;

export interface Tailoring {
  step: Step;
  chosen: readonly string[];
  choose(optionId: string): void;
  /** Leaves a question with several answers. */
  next(): void;
  /** Absent on the first question. */
  back: (() => void) | undefined;
}

/** The questionnaire as it stands; undefined when the museum asks nothing, and then on the way to the visit. */
export function useTailoring(props: ScreenProps, language: Language): Tailoring | undefined {
  const stored = useStore(props.session.store, (state) => state.answers);
  const questions = questionsFor({ profile: props.profile, language, wantsPremium: props.wantsPremium ?? false });
  const answers = pickValidAnswers(questions, stored);
  const step = pickStep(questions, answers, props.question);
  const leaveSoon = useLeaving(props, step);
  if (!step) return undefined;

  const { question, previous, next } = step;
  const chosen = answers[question.id] ?? [];
  const choose = (optionId: string) => {
    const choice = pickChoice(question, chosen, optionId);
    storeAnswer(props, questions, question.id, choice);
    if (question.answerFormat === 'multiple') return;
    tellAnswer(props, question.id, choice);
    leaveSoon(() => moveOn(props, next));
  };
  return {
    step,
    chosen,
    choose,
    next: () => {
      tellAnswer(props, question.id, chosen);
      moveOn(props, next);
    },
    back: previous && (() => props.go({ screen: 'tailoring', question: previous })),
  };
}

/** Leaves a question a moment after its answer; not at all once the visitor has gone elsewhere, and at once when there is none. */
function useLeaving({ clock, go }: Pick<ScreenProps, 'clock' | 'go'>, step: Step | undefined): (leave: () => void) => void {
  const cancel = useRef<() => void>(() => undefined);
  const shownId = step?.question.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question shown is another place.
  useEffect(() => () => cancel.current(), [shownId]);
  useEffect(() => {
    if (!shownId) go({ screen: 'visit', replace: true });
  }, [shownId, go]);
  return (leave) => {
    cancel.current();
    cancel.current = clock.after(seenMs, leave);
  };
}
