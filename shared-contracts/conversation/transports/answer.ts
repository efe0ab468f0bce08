import type { GuideContext } from '../../api/reply-events.ts';
import type { Generated } from '../../api/schemas.ts';
import type { Clock } from '../../kit/clock.ts';
import type { TransportEvent } from '../transport.ts';
import type { GuideMessage } from './guide-message.ts';
import { addWords, createWordClock, noWords, readGuide, textOf } from './spoken-words.ts';

/** The guide's side may still send the last words after it has stopped, in ms. */
const lastWordsMs = 1_000;
/** Without a sound or a word for so long an answer is over, even without an event that ends it, in ms. */
const quietLimitMs = 3_000;

/** opening: the guide speaks first · spoken, typed: how the visitor's turn was put. */
export type AnswerKind = 'opening' | 'spoken' | 'typed';

interface AnswerOptions {
  kind: AnswerKind;
  turn: number;
  clock: Clock;
  /** User messages in the call's conversation before this turn. */
  userCount: number;
  /** The guide still says what belongs to the turn before, until it stops or begins again. */
  isBehind: boolean;
  /** Spoken words in their written form. */
  toWritten(text: string): string;
  emit(event: TransportEvent): void;
  /** The first sign that the guide's side is at this turn. */
  onStart(): void;
}

type SpeechStarted = Pick<GuideMessage<'assistant.speechStarted'>, 'text' | 'source' | 'timing' | 'generated'>;

/**
 * What the guide says to one turn. Everything is dropped until the first sign of it: the guide may still be saying
 * what belongs to the turn before. What is said while the visitor still speaks is held back until the turn is finished.
 */
export class Answer {
  readonly #options: AnswerOptions;
  #isAwaiting: boolean;
  #isListening: boolean;
  #isForced: boolean;
  #isOver: boolean = false;
  #isBehind: boolean;
  #isStopped: boolean = false;
  #isSpeaking: boolean = false;
  #visitor = noWords;
  #guide = noWords;
  /** All of the turn's words, where they are known ahead of the voice. */
  #planned = '';
  #generated: Generated = { kind: 'model' };
  #progress = { spoken: 0, total: 0 };
  #emitted = { text: '', words: 0 };
  #cancelEnd: (() => void) | undefined;
  readonly #wordClock;

  constructor(options: AnswerOptions) {
    this.#options = options;
    const { kind, turn, clock } = options;
    this.#wordClock = createWordClock(clock, (words) => this.#count(words));
    this.#isAwaiting = kind !== 'opening';
    this.#isListening = kind === 'spoken';
    this.#isBehind = options.isBehind;
    // After earlier turns whatever is said unasked counts as an opening.
    this.#isForced = kind === 'opening' && turn > 0;
  }

  get turn(): number {
    return this.#options.turn;
  }

  get isListening(): boolean {
    return this.#isListening;
  }

  /** New words of the visitor's would belong to another turn. */
  get isVisitorDone(): boolean {
    return !this.#isListening && (this.#options.kind !== 'spoken' || !this.#isAwaiting || this.#isOver);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Nothing more of it is emitted. */
  end(): void {
    this.#isOver = true;
    this.#clearEnd();
    this.#wordClock.stop();
  }

  /** The visitor's turn is with the guide. */
  finish(): void {
    if (!this.#isListening) return;
    this.#isListening = false;
    this.#emitText();
    if (this.#isOver) this.#options.emit({ type: 'turn-completed', turn: this.turn });
  }

  onVisitorText(transcript: string, isFinal: boolean): void {
    const { kind, turn, emit, toWritten } = this.#options;
    if (kind !== 'spoken' || (this.#isOver && !this.#isListening)) return;
    this.#visitor = addWords(this.#visitor, transcript, isFinal);
    const text = toWritten(textOf(this.#visitor));
    if (text !== '') emit({ type: 'text', turn, speaker: 'visitor', text });
    if (isFinal && transcript.trim() !== '') this.#start();
  }

  onConversation({ userCount, endsWithUser, contexts }: GuideMessage<'conversation-update'>): void {
    if (endsWithUser && userCount > this.#options.userCount && !this.#isListening && this.#isAwaiting) this.#start();
    if (!this.#isAwaiting) for (const context of contexts) this.onContext(context);
  }

  onContext({ sources, room, tour }: GuideContext): void {
    const { turn, emit } = this.#options;
    if (this.#isListening || this.#isOver) return;
    for (const source of sources) emit({ type: 'source', turn, source });
    if (room) emit({ type: 'room', room });
    if (tour) emit({ type: 'tour', turn, tour });
  }

  onPlan({ text, source, timing, generated }: SpeechStarted): void {
    if (this.#isIgnored()) return;
    this.#planned = text;
    if (generated) this.#generated = generated;
    if (this.#options.kind === 'opening' && source === 'force-say') this.#isForced = true;
    if (timing?.type === 'word-progress') this.#progress = { spoken: timing.wordsSpoken, total: timing.totalWords };
    // Recognised words are surer than words that are due.
    if (timing?.type === 'word-alignment' && textOf(this.#guide) === '') this.#wordClock.start(timing.wordsStartTimesMs);
    this.#emitText();
  }

  onGuideText(transcript: string, isFinal: boolean): void {
    if (this.#isIgnored()) return;
    this.#guide = addWords(this.#guide, transcript, isFinal);
    this.#wordClock.stop();
    this.#emitText();
    if (this.#isStopped && isFinal) this.#complete();
  }

  /** The guide's side begins to speak. */
  onGuideStart(): void {
    this.#isBehind = false;
    if (this.#isAwaiting && !this.#isListening) this.#start();
    if (this.#isIgnored()) return;
    this.#isSpeaking = true;
    this.#isStopped = false;
    this.#clearEnd();
  }

  /** The guide's side has said it all. */
  onGuideStop(): void {
    const isIgnored = this.#isIgnored();
    this.#isBehind = false;
    if (isIgnored) return;
    this.#isSpeaking = false;
    this.#isStopped = true;
    const hasAll = this.#planned !== '' || (this.#guide.partial === '' && this.#guide.finals.length > 0);
    if (hasAll) this.#complete();
    else this.#endIn(lastWordsMs);
  }

  /** Sound arrives. */
  onSpeechStart(): void {
    if (!this.#isStopped) this.#clearEnd();
  }

  /** No sound for a second: the end, unless more is due. */
  onSpeechEnd(): void {
    if (this.#isIgnored() || this.#emitted.text === '') return;
    if (this.#isSpeaking || this.#progress.spoken < this.#progress.total) this.#endIn(quietLimitMs);
    else this.#complete();
  }

  /** The connection is lost: what is missing may still come. */
  onConnectionLost(): void {
    this.#clearEnd();
  }

  /** The connection is back; the end may have been missed. */
  resume(): void {
    if (!this.#isIgnored() && this.#emitted.text !== '') this.#endIn(quietLimitMs);
  }

  #isIgnored(): boolean {
    return this.#isAwaiting || this.#isOver || this.#isBehind;
  }

  /** What answered the first half of a turn is replaced by the answer to all of it. */
  #start(): void {
    if (!this.#isAwaiting && !this.#isListening) return;
    this.#isAwaiting = false;
    this.#isOver = false;
    this.#isStopped = false;
    this.#guide = noWords;
    this.#planned = '';
    this.#progress = { spoken: 0, total: 0 };
    this.#clearEnd();
    this.#wordClock.stop();
    this.#options.onStart();
  }

  #emitText(): void {
    if (this.#isListening || this.#isAwaiting) return;
    const { turn, emit, toWritten } = this.#options;
    const { text, words } = readGuide({ recognised: this.#guide, planned: this.#planned, spoken: this.#progress.spoken }, toWritten);
    if (text.trim() === '') return;
    const origin = this.#isForced ? ({ forced: true } as const) : { generated: this.#generated };
    if (text !== this.#emitted.text) emit({ type: 'text', turn, speaker: 'guide', text, ...origin });
    if (words > this.#emitted.words) emit({ type: 'spoken', turn, words });
    this.#emitted = { text, words: Math.max(words, this.#emitted.words) };
    if (this.#cancelEnd && !this.#isStopped) this.#endIn(quietLimitMs);
  }

  #count(words: number): void {
    this.#progress = { ...this.#progress, spoken: words };
    this.#emitText();
  }

  #complete(): void {
    this.end();
    if (!this.#isListening) this.#options.emit({ type: 'turn-completed', turn: this.turn });
  }

  #endIn(delayMs: number): void {
    this.#clearEnd();
    this.#cancelEnd = this.#options.clock.after(delayMs, () => this.#complete());
  }

  #clearEnd(): void {
    this.#cancelEnd?.();
    this.#cancelEnd = undefined;
  }
}
