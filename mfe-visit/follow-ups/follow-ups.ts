import type { ConversationState, Turn } from '@enfilade/shared-contracts/conversation/conversation';
import type { Progress } from '@enfilade/shared-contracts/conversation/progress';
import { linesOf } from '@enfilade/shared-contracts/conversation/transcript/transcript';
import { hasWords } from '@enfilade/shared-contracts/conversation/turns';
import type { Language } from '@enfilade/shared-contracts/i18n/language';

/** The questions generated for one turn, in one language; none when they failed. */
export interface GeneratedQuestions {
  turn: number;
  language: Language;
  questions: readonly string[];
}

/** The kind of questions below the guide's last answer. `after` is the turn they follow, 0 before the first. */
export interface Suggestions {
  kind: 'none' | 'fixed' | 'generated';
  after: number;
}

/** Shorter last lines give nothing to ask about. */
const shortestLine = 20;
/** A filler is short: "Okay" in a long sentence is no filler. */
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

/** Whether an answer that ends with `line` gives something to ask about. */
export function isWorthFollowing(line: string): boolean {
  const words = line.trim();
  return words.length >= shortestLine && !isFiller(words);
}

type State = Pick<ConversationState, 'phase' | 'turns'>;

/** The turn the guide answered last and to the end. Undefined before the first. */
const findAnswered = (turns: readonly Turn[]) => turns.findLast(({ id, state, opening }) => id > 0 && state === 'complete' && !opening);

const isTurnWorthFollowing = (turn: Turn) => turn.answer !== undefined && isWorthFollowing(linesOf(turn).at(-1)?.text ?? '');

/** The turn to generate questions for: its answer is complete, and long enough. A key that was held without a word begins no new one. */
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
  generated: GeneratedQuestions | undefined;
}

/** None while the guide speaks, and until the turn's questions are generated. */
export function pickSuggestions({ state, progress, language, generated }: SuggestionOptions): Suggestions {
  const answered = findAnswered(state.turns);
  const after = answered?.id ?? 0;
  if (progress === 'answering') return { kind: 'none', after };
  if (!answered || !isTurnWorthFollowing(answered)) return { kind: 'fixed', after };
  if (generated?.turn !== after || generated.language !== language) return { kind: 'none', after };
  return { kind: generated.questions.length > 0 ? 'generated' : 'fixed', after };
}

const linesSent = 20;
const askedKept = 9;
/** The longest question the gateway accepts as already asked. */
const longestAsked = 200;

/** The end of the transcript, from which questions are generated. */
export const lastLines = (turns: readonly Turn[]): string[] =>
  turns
    .flatMap(linesOf)
    .slice(-linesSent)
    .map(({ text }) => text);

/** The last nine questions that were suggested, newest last, none twice. */
export function rememberAsked(asked: readonly string[], questions: readonly string[]): string[] {
  const short = questions.filter((question) => question.length <= longestAsked);
  return [...asked.filter((question) => !short.includes(question)), ...short].slice(-askedKept);
}
