import type { Generated } from '../api/schemas.ts';
import type { GuideMessage } from './guide-message.ts';
import { addWords, noWords, type RecognisedWords, readGuide, textOf } from './spoken-words.ts';
import type { TurnEvent } from './voice-client.ts';

/** The guide's side may still send the last words after it has stopped, in ms. */
const lastWordsMs = 1_000;
/** Silence without words after which an answer is over, even without an event that ends it, in ms. */
const quietLimitMs = 3_000;

/** opening: the guide speaks first · spoken, typed: how the visitor's turn was put. */
export type AnswerKind = 'opening' | 'spoken' | 'typed';

/**
 * What the guide says to one turn. Everything is ignored until the first sign of it: the guide may still be saying
 * what belongs to the turn before. What is said while the visitor still speaks is held back until the turn is finished.
 */
export interface Answer {
  readonly kind: AnswerKind;
  readonly turn: number;
  /**
   * awaiting: no sign of it yet · arriving: the guide's side is at it · speaking: and says it · stopped: it was said, the
   * last words may come · over · cancelled.
   */
  readonly state: 'awaiting' | 'arriving' | 'speaking' | 'stopped' | 'over' | 'cancelled';
  readonly visitor: 'speaking' | 'done';
  /** now: the guide says this answer, or nothing · before: until it stops or begins again, it says what belongs to the turn before. */
  readonly guideIsAt: 'now' | 'before';
  /** ordered: an opening that the guide was ordered to say. */
  readonly origin: 'ordered' | Generated;
  /** User messages in the call's conversation before this turn. */
  readonly userCount: number;
  readonly heard: RecognisedWords;
  readonly said: RecognisedWords;
  /** All of the turn's words, if they are known before the voice. */
  readonly planned: string;
  readonly progress: { readonly spoken: number; readonly total: number };
  /** When each planned word begins, from now, in ms. Another object begins to count again. */
  readonly wordsDue: readonly number[] | undefined;
  /** It is over after so long. Another object begins to wait again. */
  readonly endsIn: { readonly ms: number } | undefined;
  readonly emitted: { readonly text: string; readonly words: number };
}

export type AnswerEvent =
  /** The first sign that the guide's side is at this turn. */
  | { type: 'begun' }
  /** The visitor's turn is with the guide. */
  | { type: 'finished' }
  | { type: 'heard' | 'said'; transcript: string; isFinal: boolean }
  | ({ type: 'planned' } & Pick<GuideMessage<'assistant.speechStarted'>, 'text' | 'source' | 'timing' | 'generated'>)
  | { type: 'words-due'; words: number }
  /** The guide's side begins to speak, or has said it all. */
  | { type: 'guide-started' | 'guide-stopped' }
  /** Sound arrives, or none for a second. */
  | { type: 'sound' | 'silence' }
  | { type: 'connection-lost' | 'connection-restored' | 'time-passed' | 'cancelled' };

export function createAnswer(kind: AnswerKind, turn: number, { userCount, isBehind }: { userCount: number; isBehind: boolean }): Answer {
  return {
    ...{ kind, turn, userCount, heard: noWords, said: noWords, ...nothingSaid },
    state: kind === 'opening' ? 'arriving' : 'awaiting',
    visitor: kind === 'spoken' ? 'speaking' : 'done',
    guideIsAt: isBehind ? 'before' : 'now',
    // After earlier turns, any unasked speech counts as an opening.
    origin: kind === 'opening' && turn > 0 ? 'ordered' : { kind: 'model' },
    emitted: { text: '', words: 0 },
  };
}

const nothingSaid = { planned: '', progress: { spoken: 0, total: 0 }, wordsDue: undefined, endsIn: undefined } as const;
const ended = { wordsDue: undefined, endsIn: undefined } as const;

export const isOver = ({ state }: Answer): boolean => state === 'over' || state === 'cancelled';
/** New words of the visitor would belong to another turn. */
export const isVisitorDone = (answer: Answer): boolean =>
  answer.visitor === 'done' && (answer.kind !== 'spoken' || answer.state !== 'awaiting');

const isIgnored = (answer: Answer) => answer.state === 'awaiting' || isOver(answer) || answer.guideIsAt === 'before';

/** What answered the first half of a turn is replaced by the answer to all of it. */
function begin(answer: Answer): Answer {
  if (answer.state !== 'awaiting' && answer.visitor === 'done') return answer;
  return { ...answer, ...nothingSaid, said: noWords, state: answer.state === 'speaking' ? 'speaking' : 'arriving' };
}

const complete = (answer: Answer): Answer => ({ ...answer, ...ended, state: 'over' });
const endIn = (answer: Answer, ms: number): Answer => ({ ...answer, endsIn: { ms } });
/** Something was said meanwhile. */
const waitAgain = (answer: Answer): Answer => (answer.endsIn && answer.state !== 'stopped' ? endIn(answer, quietLimitMs) : answer);

/** The answer after `event`; the same object when nothing changed. */
function follow(answer: Answer, event: AnswerEvent): Answer {
  switch (event.type) {
    case 'begun':
      return begin(answer);
    case 'finished':
      return answer.visitor === 'speaking' ? { ...answer, visitor: 'done' } : answer;
    case 'heard':
      return hear(answer, event);
    case 'guide-started':
      return startGuide(answer);
    case 'guide-stopped':
      return stopGuide(answer);
    case 'sound':
      return answer.state === 'stopped' ? answer : { ...answer, endsIn: undefined };
    case 'connection-lost':
      return { ...answer, endsIn: undefined };
    case 'cancelled':
      return { ...answer, ...ended, state: 'cancelled' };
    default:
      return isIgnored(answer) ? answer : followGuide(answer, event);
  }
}

function hear(answer: Answer, { transcript, isFinal }: { transcript: string; isFinal: boolean }): Answer {
  if (answer.kind !== 'spoken' || (isOver(answer) && answer.visitor === 'done')) return answer;
  const next = { ...answer, heard: addWords(answer.heard, transcript, isFinal) };
  return isFinal && transcript.trim() !== '' ? begin(next) : next;
}

function startGuide(answer: Answer): Answer {
  const atThis: Answer = { ...answer, guideIsAt: 'now' };
  const next = answer.state === 'awaiting' && answer.visitor === 'done' ? begin(atThis) : atThis;
  return isIgnored(next) ? next : { ...next, state: 'speaking', endsIn: undefined };
}

function stopGuide(answer: Answer): Answer {
  const next: Answer = { ...answer, guideIsAt: 'now' };
  if (isIgnored(answer)) return next;
  const { planned, said } = answer;
  const hasAll = planned !== '' || (said.partial === '' && said.finals.length > 0);
  return hasAll ? complete(next) : endIn({ ...next, state: 'stopped' }, lastWordsMs);
}

/** What counts only once the guide is at this answer. */
function followGuide(answer: Answer, event: AnswerEvent): Answer {
  const { state, progress, emitted } = answer;
  switch (event.type) {
    case 'planned':
      return waitAgain(plan(answer, event));
    case 'said': {
      const next = { ...answer, said: addWords(answer.said, event.transcript, event.isFinal), wordsDue: undefined };
      return state === 'stopped' && event.isFinal ? complete(next) : waitAgain(next);
    }
    case 'words-due':
      return waitAgain({ ...answer, progress: { ...progress, spoken: event.words } });
    case 'silence':
      if (emitted.text === '') return answer;
      return state === 'speaking' || progress.spoken < progress.total ? endIn(answer, quietLimitMs) : complete(answer);
    case 'connection-restored':
      // Its end may have been missed.
      return emitted.text === '' ? answer : endIn(answer, quietLimitMs);
    case 'time-passed':
      return complete(answer);
    default:
      return answer;
  }
}

function plan(answer: Answer, { text, source, timing, generated }: AnswerEvent & { type: 'planned' }): Answer {
  const isOrdered = answer.origin === 'ordered' || (answer.kind === 'opening' && source === 'force-say');
  const isCounted = timing?.type === 'word-progress';
  // Recognised words are surer than words that are due.
  const isTimed = timing?.type === 'word-alignment' && textOf(answer.said) === '';
  return {
    ...answer,
    planned: text,
    origin: isOrdered ? 'ordered' : (generated ?? answer.origin),
    progress: isCounted ? { spoken: timing.wordsSpoken, total: timing.totalWords } : answer.progress,
    wordsDue: isTimed ? timing.wordsStartTimesMs : answer.wordsDue,
  };
}

interface Followed {
  answer: Answer;
  events: TurnEvent[];
}

/** The answer after `event`, and what is emitted of it. @param toWritten spoken words in their written form */
export function followAnswer(before: Answer, event: AnswerEvent, toWritten: (text: string) => string): Followed {
  const answer = follow(before, event);
  const { turn } = answer;
  const heard = answer.heard === before.heard ? '' : toWritten(textOf(answer.heard));
  const events: TurnEvent[] = heard === '' ? [] : [{ type: 'text', turn, speaker: 'visitor', text: heard }];
  const isShown = answer.visitor === 'done' && answer.state !== 'awaiting' && answer.state !== 'cancelled';
  const shown = isShown && answer !== before ? emitGuide(answer, toWritten) : { answer, events: [] };
  const wasOver = before.state === 'over' && before.visitor === 'done';
  if (answer.state === 'over' && answer.visitor === 'done' && !wasOver) shown.events.push({ type: 'turn-completed', turn });
  return { answer: shown.answer, events: [...events, ...shown.events] };
}

function emitGuide(answer: Answer, toWritten: (text: string) => string): Followed {
  const { turn, said, planned, progress, origin, emitted } = answer;
  const { text, words } = readGuide({ recognised: said, planned, spoken: progress.spoken }, toWritten);
  const hasText = text.trim() !== '' && text !== emitted.text;
  const hasWords = text.trim() !== '' && words > emitted.words;
  if (!hasText && !hasWords) return { answer, events: [] };
  const mark = origin === 'ordered' ? ({ forced: true } as const) : { generated: origin };
  const events: TurnEvent[] = [];
  if (hasText) events.push({ type: 'text', turn, speaker: 'guide', text, ...mark });
  if (hasWords) events.push({ type: 'spoken', turn, words });
  return { answer: { ...answer, emitted: { text, words: Math.max(words, emitted.words) } }, events };
}
