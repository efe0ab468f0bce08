import type { ConversationState, Turn } from '@enfilade/shared-contracts/conversation/conversation';
import { type Progress, pickProgress } from '@enfilade/shared-contracts/conversation/progress';
import { linesOf } from '@enfilade/shared-contracts/conversation/transcript/transcript';
import { hasWords } from '@enfilade/shared-contracts/conversation/turns';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { withDeadline } from '@enfilade/shared-contracts/kit/deadline';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { pickQuickQuestions } from '@enfilade/shared-contracts/museum/profile-texts';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { QuickQuestions } from '@enfilade/shared-contracts/ui/quick-questions';
import { useEffect, useEffectEvent } from 'react';
import { useT } from '../texts/texts.ts';
import type { ChangeUiState, VisitUiState } from '../ui-state/use-visit-ui-state.ts';
import styles from './suggested-questions.module.css';

/** `questions` is empty if generation failed. */
interface GeneratedQuestions {
  language: Language;
  questions: readonly string[];
}

/** `after` is the turn before the questions, 0 before the first. */
export interface Suggestions {
  kind: 'none' | 'fixed' | 'generated';
  after: number;
}

const shortestLine = 20;
/** A filler is short: "Okay" in a long sentence is not a filler. */
const longestFiller = 50;
const fillers = [
  ...['one moment', 'just a moment', 'let me think', 'let me see', 'okay', 'understood', 'got it'],
  ...['einen moment', 'einen augenblick', 'lassen sie mich', 'in ordnung', 'verstanden'],
  ...['un instant', 'un moment', 'laissez-moi', "d'accord", 'entendu', 'compris'],
];

function isFiller(line: string): boolean {
  const folded = line.toLowerCase().replace(/[’ʼ]/g, "'");
  return line.length < longestFiller && fillers.some((phrase) => folded.includes(phrase));
}

export function isWorthFollowing(line: string): boolean {
  const words = line.trim();
  return words.length >= shortestLine && !isFiller(words);
}

type State = Pick<ConversationState, 'phase' | 'turns'>;

const findAnswered = (turns: readonly Turn[]) => turns.findLast(({ id, state, opening }) => id > 0 && state === 'complete' && !opening);

const isTurnWorthFollowing = (turn: Turn) => turn.answer !== undefined && isWorthFollowing(linesOf(turn).at(-1)?.text ?? '');

/** A key that was held without a word begins no new turn. */
export function turnToFollow({ phase, turns }: State, progress: Progress): Turn | undefined {
  const answered = findAnswered(turns);
  if (!answered || progress !== 'idle' || phase === 'listening') return undefined;
  const isLast = turns.every((turn) => turn.id <= answered.id || !hasWords(turn));
  return isLast && isTurnWorthFollowing(answered) ? answered : undefined;
}

interface SuggestionOptions {
  state: State;
  progress: Progress;
  language: Language;
  /** For the last answered turn. */
  generated: GeneratedQuestions | undefined;
}

/** Nothing is suggested while the guide speaks, and until the turn's questions are generated. */
export function pickSuggestions({ state, progress, language, generated }: SuggestionOptions): Suggestions {
  const answered = findAnswered(state.turns);
  const after = answered?.id ?? 0;
  if (progress === 'answering') return { kind: 'none', after };
  if (!answered || !isTurnWorthFollowing(answered)) return { kind: 'fixed', after };
  if (generated?.language !== language) return { kind: 'none', after };
  return { kind: generated.questions.length > 0 ? 'generated' : 'fixed', after };
}

const linesSent = 20;
const askedKept = 9;
/** The gateway refuses longer questions in `asked`. */
const longestAsked = 200;

export const lastLines = (turns: readonly Turn[]): string[] =>
  turns
    .flatMap(linesOf)
    .slice(-linesSent)
    .map(({ text }) => text);

export function rememberAsked(asked: readonly string[], questions: readonly string[]): string[] {
  const short = questions.filter((question) => question.length <= longestAsked);
  return [...asked.filter((question) => !short.includes(question)), ...short].slice(-askedKept);
}

/** Keyed by the turn, so that a screen that opens again requests no questions again. */
const made = new WeakMap<Turn, GeneratedQuestions>();

/** Milliseconds until the museum's own questions replace the generated ones. */
const limitMs = 4000;

interface FollowUpOptions {
  language: Language;
  uiState: VisitUiState;
  changeUiState: ChangeUiState;
  /** False if nothing was sent. */
  ask(question: string): boolean;
}

type FollowUps = ReturnType<typeof useFollowUps>;

export function useFollowUps(props: ScreenProps, { language, uiState, changeUiState, ask }: FollowUpOptions) {
  const state = useStore(props.conversation.store, (all) => all);
  const progress = pickProgress(state);
  const followed = turnToFollow(state, progress);
  const turn = followed?.id;
  const said = state.turns.flatMap(({ question }) => question ?? []);
  const quick = pickQuickQuestions(props.profile, props.exhibition?._id, language, said);
  const readRequest = useEffectEvent(() => {
    const isMade = followed === undefined || made.get(followed)?.language === language;
    return isMade ? undefined : pickRequest(props, language, rememberAsked(uiState.asked, quick.asked));
  });
  const remember = (questions: readonly string[]) => changeUiState(({ asked }) => ({ asked: rememberAsked(asked, questions) }));
  const store = useEffectEvent((questions: readonly string[]) => {
    if (followed) made.set(followed, { language, questions });
    remember(questions);
  });
  const { api, clock } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn and each language has its own questions
  useEffect(() => {
    const request = readRequest();
    if (!request) return;
    const leaving = new AbortController();
    const finish = (questions: readonly string[]) => leaving.signal.aborted || store(questions);
    const onPassed = () => {
      store([]);
      leaving.abort();
    };
    withDeadline(api.generateQuestions(request, leaving.signal), { clock, limitMs, onPassed }).then(finish, () => finish([]));
    return () => leaving.abort();
  }, [turn, language, api, clock]);

  const answered = findAnswered(state.turns);
  const generated = answered && made.get(answered);
  const suggestions = pickSuggestions({ state, progress, language, generated });
  return {
    isFirst: suggestions.after === 0,
    questions: { none: [], fixed: quick.open, generated: generated?.questions ?? [] }[suggestions.kind],
    /** The model has no name here. */
    generated: suggestions.kind === 'generated' ? 'model' : undefined,
    ask(question: string) {
      if (ask(question)) remember([question]);
    },
  };
}

function pickRequest({ session, conversation, museum, exhibition }: ScreenProps, language: Language, asked: readonly string[]) {
  if (!exhibition) return undefined;
  const { answers, visitConfig } = session.store.getState();
  const visit = { museumId: museum._id, exhibitionId: exhibition._id, language, visitMode: visitConfig.visitMode, answers };
  return { visit, lines: lastLines(conversation.store.getState().turns), asked: [...asked] };
}

interface FollowUpQuestionsProps {
  followUps: FollowUps;
  isDisabled?: boolean;
}

export function FollowUpQuestions({ followUps: { isFirst, questions, generated, ask }, isDisabled = false }: FollowUpQuestionsProps) {
  const t = useT();
  const label = t(isFirst ? 'questions.label' : 'questions.next');
  return <QuickQuestions {...{ label, questions, generated, isDisabled }} onAsk={ask} />;
}

interface SuggestedQuestionsProps extends FollowUpQuestionsProps {
  hasAnswer: boolean;
  onRead(): void;
}

export function SuggestedQuestions({ hasAnswer, onRead, ...props }: SuggestedQuestionsProps) {
  const t = useT();
  return (
    <div className={styles['box']}>
      {hasAnswer ? (
        <QuietButton className={styles['read']} onClick={onRead}>
          <Icon name="text-lines" />
          <span>{t('captions.read')}</span>
        </QuietButton>
      ) : (
        <p className={styles['note']}>{t('talk.invitation')}</p>
      )}
      <FollowUpQuestions {...props} />
    </div>
  );
}
