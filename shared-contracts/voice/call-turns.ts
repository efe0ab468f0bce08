import type { GuideContext } from '../api/reply-events.ts';
import type { Clock } from '../kit/clock.ts';
import { type Answer, type AnswerEvent, type AnswerKind, createAnswer, followAnswer, isOver, isVisitorDone } from './answer.ts';
import { type GuideMessage, parseGuideMessage } from './guide-message.ts';
import { createWordClock } from './spoken-words.ts';
import type { CallEvent } from './voice-client.ts';

interface CallTurnsOptions {
  clock: Clock;
  /** An opening gets the last turn's number. */
  turn: number;
  toWritten(text: string): string;
  emit(event: CallEvent): void;
}

export class CallTurns {
  readonly #options: CallTurnsOptions;
  readonly #startWords;
  #answer: Answer;
  #cancelEnd = () => {};
  #isVisitorSpeaking: boolean = false;
  #isGuideSpeaking: boolean = false;
  isConnectionLost: boolean = false;
  /** The visitor's messages in the platform's conversation. */
  #userCount = 0;

  constructor(options: CallTurnsOptions) {
    this.#options = options;
    this.#answer = createAnswer('opening', options.turn, { userCount: 0, isBehind: false });
    this.#startWords = createWordClock(options.clock, (words) => this.#follow({ type: 'words-due', words }));
  }

  /** The guide's remaining words belong to an earlier turn. */
  begin(kind: AnswerKind, turn: number): void {
    this.end();
    this.#answer = createAnswer(kind, turn, { userCount: this.#userCount, isBehind: this.#isGuideSpeaking });
    if (kind === 'spoken') this.#emitBehind(this.#isGuideSpeaking);
  }

  finish(turn: number): void {
    if (this.#answer.turn === turn) this.#follow({ type: 'finished' });
  }

  cancel(turn: number): void {
    if (this.#answer.turn !== turn) return;
    this.end();
    this.#emitBehind(this.#isGuideSpeaking);
  }

  end(): void {
    this.#follow({ type: 'cancelled' });
  }

  /** The silence of a lost connection ends no answer. */
  onSound(isArriving: boolean): void {
    if (isArriving || !this.isConnectionLost) this.#follow({ type: isArriving ? 'sound' : 'silence' });
  }

  onConnectionLost(): void {
    this.isConnectionLost = true;
    this.#follow({ type: 'connection-lost' });
    this.#options.emit({ type: 'connection-lost' });
  }

  /** A new call does not answer the pending turn. */
  onConnectionRestored(isNewCall: boolean): void {
    const answer = this.#answer;
    this.isConnectionLost = false;
    if (isNewCall) {
      this.#userCount = 0;
      this.#isVisitorSpeaking = false;
      this.#setGuideSpeaking(false);
      this.end();
    }
    this.#options.emit({ type: 'connection-restored' });
    if (!isNewCall) this.#follow({ type: 'connection-restored' });
    else if (!isOver(answer)) this.#options.emit({ type: 'turn-failed', turn: answer.turn, failure: { category: 'interrupted' } });
  }

  /** Unknown messages are ignored. */
  onMessage(raw: unknown): void {
    const message = parseGuideMessage(raw);
    if (message?.type === 'transcript') this.#onTranscript(message);
    else if (message?.type === 'assistant.speechStarted') this.#follow({ ...message, type: 'planned' });
    else if (message?.type === 'speech-update') this.#onSpeechUpdate(message);
    else if (message?.type === 'conversation-update') this.#onConversation(message);
    else if (message?.type === 'tool-calls-result') this.#onContext(message.toolCallResult.result);
    else if (message?.type === 'hang') this.#options.emit({ type: 'hang' });
    else if (message?.status === 'ended') this.#options.emit({ type: 'ended', reason: message.endedReason ?? 'ended' });
  }

  #follow(event: AnswerEvent): void {
    const before = this.#answer;
    const { answer, events } = followAnswer(before, event, this.#options.toWritten);
    this.#answer = answer;
    if (answer.endsIn !== before.endsIn) {
      this.#cancelEnd();
      const { endsIn } = answer;
      this.#cancelEnd = endsIn ? this.#options.clock.after(endsIn.ms, () => this.#follow({ type: 'time-passed' })) : () => {};
    }
    if (answer.wordsDue !== before.wordsDue) this.#startWords(answer.wordsDue ?? []);
    // Words count from the answer's first sign.
    if (answer.state !== 'awaiting' && before.state === 'awaiting' && !isOver(answer)) this.#emitBehind(false);
    for (const one of events) this.#options.emit(one);
  }

  #emitBehind(isBehind: boolean): void {
    this.#options.emit({ type: 'guide-behind', isBehind });
  }

  #setGuideSpeaking(isSpeaking: boolean): void {
    this.#isGuideSpeaking = isSpeaking;
    if (!isSpeaking) this.#emitBehind(false);
  }

  #onConversation({ userCount, endsWithUser, contexts }: GuideMessage<'conversation-update'>): void {
    const { state, visitor, userCount: before } = this.#answer;
    if (endsWithUser && userCount > before && visitor === 'done' && state === 'awaiting') this.#follow({ type: 'begun' });
    if (this.#answer.state !== 'awaiting') for (const context of contexts) this.#onContext(context);
    this.#userCount = userCount;
  }

  #onContext({ sources, room, tour }: GuideContext): void {
    const { turn, visitor } = this.#answer;
    const { emit } = this.#options;
    if (visitor === 'speaking' || isOver(this.#answer)) return;
    for (const source of sources) emit({ type: 'source', turn, source });
    if (room) emit({ type: 'room', room });
    if (tour) emit({ type: 'tour', turn, tour });
  }

  #onSpeechUpdate({ role, status }: GuideMessage<'speech-update'>): void {
    const isStart = status === 'started';
    if (role === 'assistant') this.#onGuideSpeech(isStart);
    else {
      this.#isVisitorSpeaking = isStart;
      this.#options.emit({ type: isStart ? 'visitor-speech-started' : 'visitor-speech-ended' });
    }
  }

  #onGuideSpeech(isStart: boolean): void {
    this.#setGuideSpeaking(isStart);
    // An answer implies the end of the visitor's turn, even if the event is missing.
    if (isStart) this.#finishUnlessSpeaking();
    this.#follow({ type: isStart ? 'guide-started' : 'guide-stopped' });
  }

  #onTranscript({ role, transcript, transcriptType }: GuideMessage<'transcript'>): void {
    const isFinal = transcriptType === 'final';
    if (role === 'assistant') this.#follow({ type: 'said', transcript, isFinal });
    else this.#onVisitorWords(transcript, isFinal);
  }

  /** A recogniser sends only words: the first word starts the turn, and final words finish it. */
  #onVisitorWords(transcript: string, isFinal: boolean): void {
    if (!isFinal && transcript.trim() !== '' && isVisitorDone(this.#answer)) this.#options.emit({ type: 'visitor-speech-started' });
    this.#follow({ type: 'heard', transcript, isFinal });
    if (isFinal) this.#finishUnlessSpeaking();
  }

  #finishUnlessSpeaking(): void {
    if (this.#answer.visitor === 'speaking' && !this.#isVisitorSpeaking) this.#options.emit({ type: 'visitor-speech-ended' });
  }
}
