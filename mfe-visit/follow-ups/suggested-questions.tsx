import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { QuestionsRequest } from '@enfilade/shared-contracts/api/request-schemas';
import type { Turn } from '@enfilade/shared-contracts/conversation/conversation';
import { pickProgress } from '@enfilade/shared-contracts/conversation/progress';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { withDeadline } from '@enfilade/shared-contracts/kit/deadline';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { pickQuickQuestions } from '@enfilade/shared-contracts/museum/quick-questions';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { QuickQuestions } from '@enfilade/shared-contracts/ui/quick-questions';
import { useEffect, useEffectEvent, useState } from 'react';
import { useT } from '../texts/texts.ts';
import type { ChangeUiState } from '../ui-state/use-visit-ui-state.ts';
import type { VisitUiState } from '../ui-state/visit-ui-state.ts';
import { type GeneratedQuestions, lastLines, pickSuggestions, rememberAsked, turnToFollow } from './follow-ups.ts';
import styles from './suggested-questions.module.css';

/** By the turn they follow: a screen that is shown again requests none again. */
const made = new WeakMap<Turn, GeneratedQuestions>();

/** Generating may take so long; then the museum's own questions are shown. */
const limitMs = 4000;

interface FollowUpOptions {
  language: Language;
  uiState: VisitUiState;
  changeUiState: ChangeUiState;
  /** False when nothing was sent. */
  ask(question: string): boolean;
}

/** The questions suggested after the guide's last answer. */
export function useFollowUps(props: ScreenProps, { language, uiState, changeUiState, ask }: FollowUpOptions) {
  const state = useStore(props.conversation.store, (all) => all);
  const progress = pickProgress(state);
  const followed = turnToFollow(state, progress);
  const turn = followed?.id;
  const [generated, setGenerated] = useState<GeneratedQuestions>();

  const said = state.turns.flatMap(({ question }) => question ?? []);
  const quick = pickQuickQuestions(props.profile, props.exhibition?._id, language, said);
  const readRequest = useEffectEvent(() => pickRequest(props, language, rememberAsked(uiState.asked, quick.asked)));
  const store = useEffectEvent((next: GeneratedQuestions) => {
    setGenerated(next);
    if (followed && next.questions.length > 0) made.set(followed, next);
    changeUiState(({ asked }) => ({ asked: rememberAsked(asked, next.questions) }));
  });
  const { api, clock } = props;
  const readMade = useEffectEvent(() => followed && made.get(followed));
  useEffect(() => {
    const request = readRequest();
    if (turn === undefined || !request) return;
    const known = readMade();
    if (known?.language === language) return setGenerated(known);
    return generate({ api, clock, request }, (questions) => store({ turn, language, questions }));
  }, [turn, language, api, clock]);

  const suggestions = pickSuggestions({ state, progress, language, generated });
  return {
    isFirst: suggestions.after === 0,
    questions: { none: [], fixed: quick.open, generated: generated?.questions ?? [] }[suggestions.kind],
    /** Of a model that has no name here. */
    generated: suggestions.kind === 'generated' ? 'model' : undefined,
    ask(question: string) {
      if (ask(question)) changeUiState(({ asked }) => ({ asked: rememberAsked(asked, [question]) }));
    },
  };
}

function pickRequest({ session, conversation, museum, exhibition }: ScreenProps, language: Language, asked: readonly string[]) {
  if (!exhibition) return undefined;
  const { answers, visitConfig } = session.store.getState();
  const visit = { museumId: museum._id, exhibitionId: exhibition._id, language, visitMode: visitConfig.visitMode, answers };
  return { visit, lines: lastLines(conversation.store.getState().turns), asked: [...asked] };
}

interface GenerateOptions {
  api: Pick<GuideApi, 'generateQuestions'>;
  clock: Clock;
  request: QuestionsRequest;
}

/** Calls once with the questions, none when they fail or come too late; never after the returned function was called. */
function generate({ api, clock, request }: GenerateOptions, onQuestions: (questions: readonly string[]) => void): () => void {
  const aborting = new AbortController();
  const abort = () => aborting.abort();
  let isCancelled = false;
  const finish = (questions: readonly string[]) => {
    if (!isCancelled) onQuestions(questions);
  };
  // Without generated questions the museum's own are shown: no failure is reported.
  withDeadline(api.generateQuestions(request, aborting.signal), { clock, limitMs, onPassed: abort }).then(finish, () => finish([]));
  return () => {
    isCancelled = true;
    abort();
  };
}

interface SuggestedQuestionsProps {
  questions: readonly string[];
  generated: string | undefined;
  isFirst: boolean;
  guideName: string;
  /** There is an answer to go back to. */
  hasAnswer: boolean;
  isDisabled: boolean;
  onAsk(question: string): void;
  onRead(): void;
}

/** What the visitor may ask next, and the way back to the last answer. */
export function SuggestedQuestions({
  questions,
  generated,
  isFirst,
  guideName,
  hasAnswer,
  isDisabled,
  onAsk,
  onRead,
}: SuggestedQuestionsProps) {
  const t = useT();
  return (
    <div className={styles['box']}>
      {hasAnswer ? (
        <QuietButton className={styles['read']} onClick={onRead}>
          <Icon name="text-lines" />
          <span>{t('captions.read')}</span>
        </QuietButton>
      ) : (
        <p className={styles['note']}>{t('talk.invitation', { guide: guideName })}</p>
      )}
      <QuickQuestions
        label={t(isFirst ? 'questions.label' : 'questions.next')}
        questions={questions}
        generated={generated}
        isDisabled={isDisabled}
        onAsk={onAsk}
      />
    </div>
  );
}
