import type { ConversationState, TranscriptLine } from '@enfilade/shared-contracts/conversation/conversation';
import type { Progress } from '@enfilade/shared-contracts/conversation/progress';
import type { Language } from '@enfilade/shared-contracts/i18n/language';

/** Follow-up questions that were made for one turn, in one language; none when there were none to make. */
export interface Round {
  turn: number;
  language: Language;
  questions: readonly string[];
}

/** What stands under the guide's last words. `after` is the turn it follows, 0 before the first. */
export interface Offer {
  kind: 'none' | 'fixed' | 'generated';
  after: number;
}

/** spec.md, section 4: shorter last lines give nothing to ask about. */
const shortestLine = 20;
/** A filler is short: "Okay" in a long sentence is a word like any other. */
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

/** Whether a guide who stopped at `line` has said something one can ask about. */
export function isWorthFollowing(line: string): boolean {
  const words = line.trim();
  return words.length >= shortestLine && !isFiller(words);
}

type Talk = Pick<ConversationState, 'turn' | 'turns' | 'transcript'>;

/** The turn the guide answered last and to the end; 0 before the first. */
function lastAnswered({ turn, turns }: Talk): number {
  let answered = turn;
  while (answered > 0 && turns[answered]?.state !== 'complete') answered -= 1;
  return answered;
}

function lastGuideLine(transcript: readonly TranscriptLine[], turn: number): string {
  return transcript.findLast((line) => line.turn === turn && line.speaker === 'guide')?.text ?? '';
}

/** The turn to make questions for: the guide has stopped, and said enough. */
export function turnToFollow(talk: Talk, progress: Progress): number | undefined {
  const answered = lastAnswered(talk);
  const hasStopped = progress === 'idle' && answered === talk.turn && answered > 0;
  return hasStopped && isWorthFollowing(lastGuideLine(talk.transcript, answered)) ? answered : undefined;
}

interface OfferState {
  talk: Talk;
  progress: Progress;
  language: Language;
  round: Round | undefined;
  /** The `after` of the offer the visitor has taken a question from. */
  usedAfter: number | undefined;
}

/** None while the guide speaks, once one was used, and until it is known whether there are any of the turn's own. */
export function pickOffer({ talk, progress, language, round, usedAfter }: OfferState): Offer {
  const after = lastAnswered(talk);
  if (progress === 'answering' || usedAfter === after) return { kind: 'none', after };
  if (after === 0 || !isWorthFollowing(lastGuideLine(talk.transcript, after))) return { kind: 'fixed', after };
  if (round?.turn !== after || round.language !== language) return { kind: 'none', after };
  return { kind: round.questions.length > 0 ? 'generated' : 'fixed', after };
}

const linesSent = 20;
const askedKept = 9;
/** The longest question that is sent as already asked. */
const longestAsked = 200;

/** The end of the transcript, for whoever makes the questions. */
export const lastLines = (transcript: readonly TranscriptLine[]): string[] => transcript.slice(-linesSent).map(({ text }) => text);

/** The last nine questions put before the visitor, newest last, none twice. */
export function rememberAsked(asked: readonly string[], questions: readonly string[]): string[] {
  const short = questions.filter((question) => question.length <= longestAsked);
  return [...asked.filter((question) => !short.includes(question)), ...short].slice(-askedKept);
}
