import { randomUUID } from 'node:crypto';
import { type Clock, createTimer, type Timer } from '@enfilade/shared-contracts/kit/clock';
import { toSpoken } from '@enfilade/shared-contracts/voice/pronunciation/to-spoken';
import type { FastifyBaseLogger } from 'fastify';
import type { WebSocket } from 'ws';
import type { GuideEvent } from '../guide/guide-state.ts';
import { type Speech, speechSampleRate } from '../speech/speech.ts';
import { type Allowance, createAllowance } from './allowance.ts';
import { type AppMessage, type CallPlan, parseAppMessage } from './call-plan.ts';
import { type AfterJoin, type Connection, createConnection, type JoinRequest } from './connection.ts';
import { createDialogue, type Dialogue } from './dialogue.ts';
import { returnLimitMs } from './room-protocol.ts';
import { createOutgoingSound, type OutgoingSound } from './speaking/outgoing-sound.ts';
import { createSpeechOutput, type SpeechOutput } from './speaking/speaking.ts';
import { SpeechRecognition } from './speech-recognition.ts';
import type { Transcribe } from './transcriber.ts';

export interface RoomOptions {
  /** Sound in ms that is sent ahead of the played sound, so that a busy phone or network causes no gap. */
  leadMs: number;
  plan: CallPlan;
  clock: Clock;
  speech: Speech;
  transcribe: Transcribe | undefined;
  answer(text: string, signal: AbortSignal): AsyncIterable<GuideEvent>;
  onCut(played: string): void;
  log: FastifyBaseLogger;
  /** Called with the time from the end of a visitor's words to the first sound of the answer. */
  onFirstSound?: ((ms: number) => void) | undefined;
  onEnd(): void;
}

const frameMs = 20;
/** Limit of characters in messages of a page: over a hundred short messages at once, and thirty a minute on average. */
const textAllowance = { most: 20_000, perSecond: 50 };
/** Added to the characters of each message, because each message is answered and recorded. */
const perMessage = 100;
/** The SDK plays the sound of the participant with this name. */
const speakerName = 'Vapi Speaker';

export class Room {
  private readonly connection: Connection;
  private readonly options: RoomOptions;
  private readonly speakerId = randomUUID();
  private readonly sound: OutgoingSound;
  private readonly output: SpeechOutput;
  private readonly dialogue: Dialogue;
  private readonly recognition: SpeechRecognition;
  private readonly durationLimit: Timer;
  private readonly silenceLimit: Timer;
  private readonly returnLimit: Timer;
  private readonly state = { isPlayable: false, hasEnded: false, isFlooded: false };
  /** The end of the visitor's last speech in ms of the clock, and whether it had words. Undefined once the answer is heard. */
  private question: { endedAt: number; isHeard: boolean } | undefined;
  /** App messages until the page plays for the first time, because the page handles none earlier. */
  private waiting: string[] | undefined = [];
  private readonly text: Allowance;

  constructor(options: RoomOptions) {
    const { plan, clock, speech, transcribe, log, answer, onCut } = options;
    this.options = options;
    this.text = createAllowance(clock, textAllowance);
    this.sound = createOutgoingSound({ sampleRate: speechSampleRate, frameMs, leadMs: options.leadMs });
    const emit = (type: string, body: object) => this.emit(type, body);
    let turns = 0;
    const nextTurn = () => turns++;
    const end = (reason: string) => this.end(reason);
    this.connection = createConnection({
      clock,
      onJoin: (arrival) => this.onJoin(arrival),
      onMessage: (message) => this.onMessage(message),
      onSamples: (samples) => this.recognition.push(samples),
      onLost: () => this.onLost(),
    });
    this.output = createSpeechOutput({
      ...{ clock, speech, emit, nextTurn, sound: this.sound, voice: plan.voice, toSpoken: (text) => toSpoken(text, plan) },
      sendFrame: (samples) => {
        this.noteSound();
        this.connection.sendSamples(samples);
      },
      sendFlush: () => this.connection.sendNow({ t: 'flush' }),
      onSaid: (said) => this.dialogue.onSaid(said),
      onFailure: (error) => log.error({ err: error }, 'A sentence of a call failed and is not spoken'),
      onOtherVoice: () => this.dialogue.onOtherVoice(),
    });
    this.dialogue = createDialogue({ plan, clock, emit, end, answer, onCut, log, output: this.output });
    this.recognition = new SpeechRecognition({
      ...{ plan, transcribe, clock, log, emit, nextTurn, isGuideMuted: this.output.isMuted },
      onBegin: () => this.dialogue.onVisitorSpeech(),
      onEnd: () => {
        this.question = { endedAt: clock.now(), isHeard: false };
        this.countSilence();
      },
      onWords: (text) => {
        if (this.question) this.question.isHeard = true;
        this.dialogue.onVisitorText(text);
      },
    });
    [this.durationLimit, this.silenceLimit, this.returnLimit] = [createTimer(clock), createTimer(clock), createTimer(clock)];
    this.returnLimit.start(returnLimitMs, () => end('customer-did-not-answer'));
  }

  attach(socket: WebSocket): void {
    this.connection.attach(socket);
  }

  handleMessage(message: AppMessage): void {
    if (this.state.hasEnded) return;
    this.countSilence();
    if (message.type === 'end-call') this.end('assistant-ended-call');
    else if (message.type === 'add-message') this.dialogue.addMessage(message);
    else if (message.type === 'say') this.dialogue.say(message);
    else if (message.control === 'say-first-message') this.dialogue.greet();
    else this.output.setMuted(message.control === 'mute-assistant');
  }

  /** @param reason as Vapi names it */
  end(reason: string): void {
    if (this.state.hasEnded) return;
    this.output.interrupt();
    // Sends the status also to a page that never played.
    this.waiting = undefined;
    this.emit('status-update', { status: 'ended', endedReason: reason });
    this.state.hasEnded = true;
    this.connection.sendNow({ t: 'participant-left', sessionId: this.speakerId });
    this.connection.sendNow({ t: 'bye', message: 'Meeting has ended' });
    this.connection.close();
    for (const part of [this.recognition, this.dialogue, this.durationLimit, this.silenceLimit, this.returnLimit]) part.stop();
    this.options.onEnd();
  }

  private emit(type: string, body: object): void {
    const { plan, clock } = this.options;
    if (this.state.hasEnded || !plan.clientMessages.has(type)) return;
    const data = JSON.stringify({ type, timestamp: clock.now(), ...body });
    if (this.waiting) this.waiting.push(data);
    else this.sendApp(data);
  }

  private sendApp(data: string): void {
    this.connection.send({ t: 'app', from: this.speakerId, data });
  }

  private noteSound(): void {
    if (!this.question?.isHeard) return;
    this.options.onFirstSound?.(this.options.clock.now() - this.question.endedAt);
    this.question = undefined;
  }

  private onJoin({ sessionId, isReturn, receivedMs, received }: JoinRequest): void {
    const { carriesVideo } = this.options.plan;
    this.returnLimit.stop();
    const speaker = { sessionId: this.speakerId, userName: speakerName };
    this.connection.sendNow({ t: 'joined', sessionId, sampleRate: speechSampleRate, isReturn, carriesVideo, received, speaker });
    if (!isReturn) {
      this.state.isPlayable = false;
      this.sound.startOver();
    } else if (this.sound.resume(receivedMs)) this.connection.sendNow({ t: 'flush' });
    this.output.setOpen(true, this.state.isPlayable);
    // The greeting begins before the page plays, because the page queues its sound.
    if (this.dialogue.hasBegun()) return;
    this.dialogue.begin();
    // The call is limited even if the page never plays.
    this.durationLimit.start(this.options.plan.maxDurationMs, () => this.end('exceeded-max-duration'));
  }

  private onMessage(message: AfterJoin): void {
    if (message.t === 'app') this.onAppMessage(message.data);
    else if (message.t === 'played') this.output.report(message.ms, message.queuedMs);
    else if (message.t === 'microphone' && !message.isOn) this.recognition.finish();
    else if (message.t === 'leave') this.connection.disconnect();
  }

  private onAppMessage(data: string) {
    const message = data === 'playable' ? undefined : parseAppMessage(data);
    if (data === 'playable') this.startPlayback();
    else if (message?.type === 'add-message' || message?.type === 'say') {
      if (this.text.take(perMessage + data.length)) return this.handleMessage(message);
      // Logs once, so that a flooding page does not flood the log.
      if (!this.state.isFlooded) this.options.log.warn('A page sends more text than the limit. Its messages are dropped.');
      this.state.isFlooded = true;
    } else if (message) this.handleMessage(message);
  }

  private startPlayback(): void {
    if (this.state.isPlayable) return;
    this.state.isPlayable = true;
    this.output.setOpen(true, true);
    if (!this.waiting) return;
    for (const data of ['listening', ...this.waiting]) this.sendApp(data);
    this.waiting = undefined;
    this.countSilence();
  }

  /** Silence counts once the page plays, and speech of the guide is not silence. */
  private countSilence(): void {
    if (this.waiting) return;
    this.silenceLimit.start(this.options.plan.silenceTimeoutMs, () =>
      this.output.current() ? this.countSilence() : this.end('silence-timed-out'),
    );
  }

  private onLost(): void {
    this.output.setOpen(false, false);
    this.recognition.finish();
    this.returnLimit.start(returnLimitMs, () => this.end('customer-ended-call'));
  }
}
