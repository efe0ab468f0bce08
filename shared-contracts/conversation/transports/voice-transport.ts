import type { Clock } from '../../kit/clock.ts';
import type { VisitorSession } from '../../visit/session.ts';
import { type Call, type CallEvent, type ClientMessage, fitsInOneMessage, type VoiceClient } from '../../voice/voice-client.ts';
import { ConversationNotInstantiatedError } from '../../voice/voice-error.ts';
import { pickVisit } from '../pick-visit.ts';
import type { Transport, TransportEvent, VoiceControls, VoiceOptions } from '../transport.ts';
import { Answer, type AnswerKind } from './answer.ts';
import { type GuideMessage, parseGuideMessage } from './guide-message.ts';

export interface VoiceTransportOptions {
  client: VoiceClient;
  clock: Clock;
  /** The call goes out with the visit as it is when it begins. */
  session: Pick<VisitorSession, 'store'>;
  call: VoiceOptions;
  /** Spoken words in their written form: by the rules of the call's language and the exhibition's list. */
  toWritten(text: string): string;
  /** The exhibition's names, for recognisers that take some. */
  phrases?: readonly string[];
}

/** Carries spoken and typed turns over one call. */
export function createVoiceTransport(options: VoiceTransportOptions): Transport {
  return new VoiceTransport(options);
}

class VoiceTransport implements Transport {
  readonly kind = 'voice';
  readonly voice: VoiceControls = {
    listen: (turn) => {
      this.#startAnswer('spoken', turn);
      this.#setInterrupted(this.#isGuideSpeaking);
    },
    finish: (turn) => this.#answer.turn === turn && this.#answer.finish(),
    setMicrophoneOpen: (isOpen) => this.#openCall.setMicrophoneOpen(isOpen),
    setGuideMuted: (isMuted) => {
      this.#isGuideMuted = isMuted;
      this.#applyGuideVoice();
    },
    resumePlayback: () => this.#openCall.resumePlayback(),
  };
  readonly #options: VoiceTransportOptions;
  #emit: (event: TransportEvent) => void = () => {};
  #call: Call | undefined;
  #answer: Answer;
  #isVisitorSpeaking: boolean = false;
  #isConnectionLost: boolean = false;
  /** The visitor's messages in the call's conversation. */
  #userCount = 0;
  #isGuideSpeaking: boolean = false;
  #isGuideMuted: boolean = false;
  /** The guide still says what the visitor has cut off; its side may continue with that for a while. */
  #isInterrupted: boolean = false;
  /** Last sent to the call. */
  #isSilenced: boolean = false;

  constructor(options: VoiceTransportOptions) {
    this.#options = options;
    this.#answer = this.#createAnswer('opening', options.call.turn);
  }

  connect(emit: (event: TransportEvent) => void): void {
    this.#emit = emit;
    const { client, session, call, phrases } = this.#options;
    const { turn: _, ...callOptions } = call;
    this.#call = client.call({ visit: pickVisit(session), session, ...callOptions, ...(phrases && { phrases }) }, (event) =>
      this.#onCallEvent(event),
    );
  }

  send({ turn, text }: Parameters<Transport['send']>[0]): void {
    this.#startAnswer('typed', turn);
    const message: ClientMessage = { type: 'add-message', message: { role: 'user', content: text } };
    if (!fitsInOneMessage(message)) this.#emit({ type: 'turn-failed', turn, failure: { category: 'malformed' } });
    else if (!this.#openCall.send(message)) this.#emit({ type: 'turn-failed', turn, failure: { category: 'network' } });
  }

  cancel(turn: number): void {
    if (this.#answer.turn !== turn) return;
    this.#answer.end();
    this.#setInterrupted(this.#isGuideSpeaking);
  }

  close(reason: string): void {
    this.#emit = () => {};
    this.#answer.end();
    this.#call?.end(reason);
  }

  get #openCall(): Call {
    if (!this.#call) throw new ConversationNotInstantiatedError();
    return this.#call;
  }

  #startAnswer(kind: AnswerKind, turn: number): void {
    this.#answer.end();
    this.#answer = this.#createAnswer(kind, turn);
  }

  #createAnswer(kind: AnswerKind, turn: number): Answer {
    const { clock, toWritten } = this.#options;
    return new Answer({
      ...{ kind, turn, clock, toWritten, userCount: this.#userCount, isBehind: this.#isGuideSpeaking },
      emit: (event) => this.#emit(event),
      onStart: () => this.#setInterrupted(false),
    });
  }

  #setGuideSpeaking(isSpeaking: boolean): void {
    this.#isGuideSpeaking = isSpeaking;
    if (!isSpeaking) this.#setInterrupted(false);
  }

  #setInterrupted(isInterrupted: boolean): void {
    this.#isInterrupted = isInterrupted;
    this.#applyGuideVoice();
  }

  #applyGuideVoice(): void {
    const isSilenced = this.#isGuideMuted || this.#isInterrupted;
    if (isSilenced === this.#isSilenced) return;
    this.#isSilenced = isSilenced;
    this.#openCall.send({ type: 'control', control: isSilenced ? 'mute-assistant' : 'unmute-assistant' });
  }

  #onCallEvent(event: CallEvent): void {
    if (event.type === 'message') this.#onMessage(event.message);
    else if (event.type === 'speech-started') this.#answer.onSpeechStart();
    else if (event.type === 'speech-ended') this.#onSpeechEnd();
    else if (event.type === 'connection-lost') this.#onConnectionLost();
    else if (event.type === 'connection-restored') this.#onConnectionRestored(event.isNewCall);
    else this.#emit(event);
  }

  /** A lost connection is silent, too: that ends no answer. */
  #onSpeechEnd(): void {
    if (!this.#isConnectionLost) this.#answer.onSpeechEnd();
  }

  #onConnectionLost(): void {
    this.#isConnectionLost = true;
    this.#answer.onConnectionLost();
    this.#emit({ type: 'connection-lost' });
  }

  /** A new call has no answer to the turn that was on its way. */
  #onConnectionRestored(isNewCall: boolean): void {
    const answer = this.#answer;
    this.#isConnectionLost = false;
    const isLost = isNewCall && !answer.isOver;
    if (isNewCall) {
      this.#userCount = 0;
      this.#isVisitorSpeaking = false;
      this.#setGuideSpeaking(false);
      answer.end();
    }
    this.#emit({ type: 'connection-restored' });
    if (isLost) this.#emit({ type: 'turn-failed', turn: answer.turn, failure: { category: 'interrupted' } });
    else answer.resume();
  }

  /** What is not understood is ignored. */
  #onMessage(raw: unknown): void {
    const message = parseGuideMessage(raw);
    if (message?.type === 'transcript') this.#onTranscript(message);
    else if (message?.type === 'assistant.speechStarted') this.#answer.onPlan(message);
    else if (message?.type === 'speech-update') this.#onSpeechUpdate(message);
    else if (message?.type === 'conversation-update') this.#onConversation(message);
    else if (message?.type === 'tool-calls-result') this.#answer.onContext(message.toolCallResult.result);
    else if (message?.type === 'hang') this.#emit({ type: 'hang' });
    else if (message?.status === 'ended') this.#emit({ type: 'ended', reason: message.endedReason ?? 'ended' });
  }

  #onConversation(message: GuideMessage<'conversation-update'>): void {
    this.#answer.onConversation(message);
    this.#userCount = message.userCount;
  }

  #onSpeechUpdate({ role, status }: GuideMessage<'speech-update'>): void {
    const isStart = status === 'started';
    if (role === 'assistant') this.#onGuideSpeech(isStart);
    else {
      this.#isVisitorSpeaking = isStart;
      this.#emit({ type: isStart ? 'visitor-speech-started' : 'visitor-speech-ended' });
    }
  }

  #onGuideSpeech(isStart: boolean): void {
    this.#setGuideSpeaking(isStart);
    if (isStart) {
      // An answer says that the visitor's turn is over, where nothing else did.
      this.#finishUnlessSpeaking();
      this.#answer.onGuideStart();
    } else this.#answer.onGuideStop();
  }

  #onTranscript({ role, transcript, transcriptType }: GuideMessage<'transcript'>): void {
    const isFinal = transcriptType === 'final';
    if (role === 'assistant') this.#answer.onGuideText(transcript, isFinal);
    else this.#onVisitorText(transcript, isFinal);
  }

  /** A recogniser gives words alone: the first one starts the turn and the last one finishes it. */
  #onVisitorText(transcript: string, isFinal: boolean): void {
    if (!isFinal && transcript.trim() !== '' && this.#answer.isVisitorDone) this.#emit({ type: 'visitor-speech-started' });
    this.#answer.onVisitorText(transcript, isFinal);
    if (isFinal) this.#finishUnlessSpeaking();
  }

  #finishUnlessSpeaking(): void {
    if (this.#answer.isListening && !this.#isVisitorSpeaking) this.#emit({ type: 'visitor-speech-ended' });
  }
}
