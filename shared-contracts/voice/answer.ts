import type { Generated } from '../api/schemas.ts';
import type { GuideMessage } from './guide-message.ts';
import { addWords, noWords, type RecognisedWords, readGuide, textOf } from './spoken-words.ts';
import type { TurnEvent } from './voice-client.ts';

/** Limit for the last words after the platform stopped speaking. */
const lastWordsMs = 1_000;
/** Silence that ends an answer whose end event is missing. */
const quietLimitMs = 3_000;

/** opening: the guide speaks first · spoken, typed: kind of the visitor's turn. */
export type AnswerKind = 'opening' | 'spoken' | 'typed';

/** Words before the answer's first sign are ignored, because the guide may still speak an earlier answer. */
export interface Answer {
  readonly kind: AnswerKind;
  readonly turn: number;
  /** awaiting: no sign yet · arriving: the platform works on the answer · stopped: the voice stopped, the last words may arrive. */
  readonly state: 'awaiting' | 'arriving' | 'speaking' | 'stopped' | 'over' | 'cancelled';
  readonly visitor: 'speaking' | 'done';
  /** now: the guide speaks this answer or is silent · before: the guide speaks an earlier answer until the next start or stop. */
  readonly guideIsAt: 'now' | 'before';
  /** ordered: a forced opening. */
  readonly origin: 'ordered' | Generated;
  /** Counts before this turn. */
  readonly userCount: number;
  readonly heard: RecognisedWords;
  readonly said: RecognisedWords;
  /** The whole answer, if known before the voice speaks. */
  readonly planned: string;
  /** Planned words whose time has come. */
  readonly spoken: number;
  /** Start of each planned word in ms from now. A new object restarts the count. */
  readonly wordsDue: readonly number[] | undefined;
  /** A new object restarts the timer. */
  readonly endsIn: { readonly ms: number } | undefined;
  readonly emitted: { readonly text: string; readonly words: number };
}

export type AnswerEvent =
  | { type: 'begun' }
  | { type: 'finished' }
  | { type: 'heard' | 'said'; transcript: string; isFinal: boolean }
  | ({ type: 'planned' } & Pick<GuideMessage<'assistant.speechStarted'>, 'text' | 'source' | 'timing' | 'generated'>)
  | { type: 'words-due'; words: number }
  | { type: 'guide-started' | 'guide-stopped' }
  /** `silence`: no sound for 1 s. */
  | { type: 'sound' | 'silence' }
  | { type: 'connection-lost' | 'connection-restored' | 'time-passed' | 'cancelled' };

export function createAnswer(kind: AnswerKind, turn: number, { userCount, isBehind }: { userCount: number; isBehind: boolean }): Answer {
  return {
    ...{ kind, turn, userCount, heard: noWords, said: noWords, ...nothingSaid },
    state: kind === 'opening' ? 'arriving' : 'awaiting',
    visitor: kind === 'spoken' ? 'speaking' : 'done',
    guideIsAt: isBehind ? 'before' : 'now',
    // After earlier turns, the guide speaks first only if ordered.
    origin: kind === 'opening' && turn > 0 ? 'ordered' : { kind: 'model' },
    emitted: { text: '', words: 0 },
  };
}

const nothingSaid = { planned: '', spoken: 0, wordsDue: undefined, endsIn: undefined } as const;
const ended = { wordsDue: undefined, endsIn: undefined } as const;

export const isOver = ({ state }: Answer): boolean => state === 'over' || state === 'cancelled';
export const isVisitorDone = (answer: Answer): boolean =>
  answer.visitor === 'done' && (answer.kind !== 'spoken' || answer.state !== 'awaiting');

const isIgnored = (answer: Answer) => answer.state === 'awaiting' || isOver(answer) || answer.guideIsAt === 'before';

/** An answer to the whole turn replaces the answer to its first half. */
function begin(answer: Answer): Answer {
  if (answer.state !== 'awaiting' && answer.visitor === 'done') return answer;
  return { ...answer, ...nothingSaid, said: noWords, state: answer.state === 'speaking' ? 'speaking' : 'arriving' };
}

const complete = (answer: Answer): Answer => ({ ...answer, ...ended, state: 'over' });
const endIn = (answer: Answer, ms: number): Answer => ({ ...answer, endsIn: { ms } });
const waitAgain = (answer: Answer): Answer => (answer.endsIn && answer.state !== 'stopped' ? endIn(answer, quietLimitMs) : answer);

/** Returns the same object if nothing changed. */
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

/** These events count only while the guide is at this answer. */
function followGuide(answer: Answer, event: AnswerEvent): Answer {
  const { state, emitted } = answer;
  switch (event.type) {
    case 'planned':
      return waitAgain(plan(answer, event));
    case 'said': {
      const next = { ...answer, said: addWords(answer.said, event.transcript, event.isFinal), wordsDue: undefined };
      return state === 'stopped' && event.isFinal ? complete(next) : waitAgain(next);
    }
    case 'words-due':
      return waitAgain({ ...answer, spoken: event.words });
    case 'silence':
      if (emitted.text === '') return answer;
      return state === 'speaking' ? endIn(answer, quietLimitMs) : complete(answer);
    case 'connection-restored':
      // The answer's end may have been lost with the connection.
      return emitted.text === '' ? answer : endIn(answer, quietLimitMs);
    case 'time-passed':
      return complete(answer);
    default:
      return answer;
  }
}

function plan(answer: Answer, { text, source, timing, generated }: AnswerEvent & { type: 'planned' }): Answer {
  const isOrdered = answer.origin === 'ordered' || (answer.kind === 'opening' && source === 'force-say');
  return {
    ...answer,
    planned: text,
    origin: isOrdered ? 'ordered' : (generated ?? answer.origin),
    // Recognised words are more reliable than words' times.
    wordsDue: timing && textOf(answer.said) === '' ? timing.wordsStartTimesMs : answer.wordsDue,
  };
}

interface Followed {
  answer: Answer;
  events: TurnEvent[];
}

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
  const { turn, said, planned, spoken, origin, emitted } = answer;
  const { text, words } = readGuide({ recognised: said, planned, spoken }, toWritten);
  const hasText = text.trim() !== '' && text !== emitted.text;
  const hasWords = text.trim() !== '' && words > emitted.words;
  if (!hasText && !hasWords) return { answer, events: [] };
  const mark = origin === 'ordered' ? ({ forced: true } as const) : { generated: origin };
  const events: TurnEvent[] = [];
  if (hasText) events.push({ type: 'text', turn, speaker: 'guide', text, ...mark });
  if (hasWords) events.push({ type: 'spoken', turn, words });
  return { answer: { ...answer, emitted: { text, words: Math.max(words, emitted.words) } }, events };
}
