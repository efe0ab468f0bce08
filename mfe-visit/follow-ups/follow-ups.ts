import type { ConversationState, TranscriptLine } from '@enfilade/shared-contracts/conversation/conversation';
import type { Progress } from '@enfilade/shared-contracts/conversation/progress';
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

type State = Pick<ConversationState, 'phase' | 'turn' | 'turns' | 'transcript'>;

/** The turn the guide answered last and to the end; 0 before the first. */
function lastAnswered({ turn, turns }: State): number {
  let answered = turn;
  while (answered > 0 && turns[answered]?.state !== 'complete') answered -= 1;
  return answered;
}

function lastGuideLine(transcript: readonly TranscriptLine[], turn: number): string {
  return transcript.findLast((line) => line.turn === turn && line.speaker === 'guide')?.text ?? '';
}

/** The turn to generate questions for: its answer is complete, and long enough. A key that was held without a word begins no new one. */
export function turnToFollow(state: State, progress: Progress): number | undefined {
  const answered = lastAnswered(state);
  const hasStopped = progress === 'idle' && state.phase !== 'listening' && state.transcript.every(({ turn }) => turn <= answered);
  return answered > 0 && hasStopped && isWorthFollowing(lastGuideLine(state.transcript, answered)) ? answered : undefined;
}

interface SuggestionOptions {
  state: State;
  progress: Progress;
  language: Language;
  generated: GeneratedQuestions | undefined;
}

/** None while the guide speaks, and until the turn's questions are generated. */
export function pickSuggestions({ state, progress, language, generated }: SuggestionOptions): Suggestions {
  const after = lastAnswered(state);
  if (progress === 'answering') return { kind: 'none', after };
  if (after === 0 || !isWorthFollowing(lastGuideLine(state.transcript, after))) return { kind: 'fixed', after };
  if (generated?.turn !== after || generated.language !== language) return { kind: 'none', after };
  return { kind: generated.questions.length > 0 ? 'generated' : 'fixed', after };
}

const linesSent = 20;
const askedKept = 9;
/** The longest question the gateway accepts as already asked. */
const longestAsked = 200;

/** The end of the transcript, from which questions are generated. */
export const lastLines = (transcript: readonly TranscriptLine[]): string[] => transcript.slice(-linesSent).map(({ text }) => text);

/** The last nine questions that were suggested, newest last, none twice. */
export function rememberAsked(asked: readonly string[], questions: readonly string[]): string[] {
  const short = questions.filter((question) => question.length <= longestAsked);
  return [...asked.filter((question) => !short.includes(question)), ...short].slice(-askedKept);
}
