import { randomUUID } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { toSpoken } from '@enfilade/shared-contracts/pronunciation/to-spoken';
import type { FastifyBaseLogger } from 'fastify';
import type { WebSocket } from 'ws';
import type { GuideReply } from '../guide/guide-state.ts';
import { type Speech, speechSampleRate } from '../speech/speech.ts';
import { type AppMessage, parseAppMessage } from './app-message.ts';
import { type CallLimits, createCallLimits } from './call-limits.ts';
import type { CallPlan } from './call-plan.ts';
import { type AfterJoin, type Arrival, createLine, type Line } from './connection.ts';
import { createConversationRecord, createDialogue, type Dialogue } from './dialogue.ts';
import { returnLimitMs } from './room-protocol.ts';
import { createOutgoingSound, type OutgoingSound } from './speaking/outgoing-sound.ts';
import { createSpeaking, type Speaking } from './speaking/speaking.ts';
import { createHearing, type Hearing } from './speech-recognition.ts';
import { createTicking, type Ticking } from './ticking.ts';
import type { Transcribe } from './transcriber.ts';

/** One call's room: the visitor's line on one side, the guide on the other. */
export interface Room {
  attach(socket: WebSocket): void;
  /** What the REST control may say too. */
  obey(message: AppMessage): void;
  /** @param reason as Vapi names it */
  end(reason: string): void;
}

export interface RoomOptions {
  /** Sound is sent so far ahead of what is heard, in ms: what a busy phone or network may take before there is a gap. */
  leadMs: number;
  plan: CallPlan;
  clock: Clock;
  speech: Speech;
  transcribe: Transcribe | undefined;
  answer(text: string): GuideReply;
  log: FastifyBaseLogger;
  onBegin(): void;
  onEnd(reason: string): void;
}

const frameMs = 20;
/** By this name the SDK knows whose sound to play. */
const speakerName = 'Vapi Speaker';

export function createRoom(options: RoomOptions): Room {
  const room = new CallRoom(options);
  return { attach: room.line.attach, obey: (message) => room.obey(message), end: (reason) => room.end(reason) };
}

/** What the parts of a room tell each other. */
class CallRoom {
  readonly line: Line;
  private readonly options: RoomOptions;
  private readonly speakerId = randomUUID();
  private readonly sound: OutgoingSound;
  private readonly ticking: Ticking;
  private readonly speaking: Speaking;
  private readonly dialogue: Dialogue;
  private readonly hearing: Hearing;
  private readonly limits: CallLimits;
  private turns = 0;
  private readonly stage: { isPlayable: boolean; hasEnded: boolean } = { isPlayable: false, hasEnded: false };

  constructor(options: RoomOptions) {
    const { plan, clock, speech, transcribe, log, answer } = options;
    this.options = options;
    this.sound = createOutgoingSound({ sampleRate: speechSampleRate, frameMs, leadMs: options.leadMs });
    const emit = (type: string, body: object) => this.emit(type, body);
    const nextTurn = () => this.turns++;
    const end = (reason: string) => this.end(reason);
    this.line = createLine({
      onJoin: (arrival) => this.welcome(arrival),
      onMessage: (message) => this.read(message),
      onSamples: (samples) => this.hearing.hear(samples),
      onLost: () => this.lose(),
    });
    this.ticking = createTicking(clock, () => this.line.sendNow({ t: 'tick' }));
    this.speaking = createSpeaking({
      ...{ clock, speech, emit, nextTurn, sound: this.sound, voice: plan.voice, toSpoken: (text) => toSpoken(text, plan) },
      sendFrame: (samples) => this.line.sendSamples(samples),
      sendFlush: () => this.line.sendNow({ t: 'flush' }),
      onSaid: (said) => this.dialogue.tookPlace(said),
      onFailure: (error) => log.error({ err: error }, 'a sentence stays unspoken'),
    });
    this.dialogue = createDialogue({
      ...{ plan, clock, emit, end, answer, speaking: this.speaking },
      record: createConversationRecord(clock.now),
    });
    this.hearing = createHearing({
      ...{ plan, transcribe, log, emit, nextTurn, isGuideSilenced: this.speaking.isMuted },
      onBegin: () => this.dialogue.visitorBegins(),
      onEnd: () => this.limits.speak(),
      onWords: (text) => this.dialogue.visitorSaid(text),
    });
    this.limits = createCallLimits({
      ...{ clock, returnLimitMs, end, maxDurationMs: plan.maxDurationMs, silenceTimeoutMs: plan.silenceTimeoutMs },
      isGuideSpeaking: () => this.speaking.current() !== undefined,
    });
  }

  obey(message: AppMessage): void {
    if (this.stage.hasEnded) return;
    this.limits.speak();
    if (message.type === 'end-call') this.end('assistant-ended-call');
    else if (message.type === 'add-message') this.dialogue.add(message);
    else if (message.type === 'say') this.dialogue.say(message);
    else this.control(message.control);
  }

  end(reason: string): void {
    if (this.stage.hasEnded) return;
    this.speaking.interrupt();
    this.emit('status-update', { status: 'ended', endedReason: reason });
    this.stage.hasEnded = true;
    this.line.sendNow({ t: 'participant-left', sessionId: this.speakerId });
    this.line.sendNow({ t: 'bye', message: 'Meeting has ended' });
    this.line.close();
    for (const part of [this.ticking, this.hearing, this.dialogue, this.limits]) part.stop();
    this.options.onEnd(reason);
  }

  private control(control: Extract<AppMessage, { type: 'control' }>['control']): void {
    if (control === 'say-first-message') this.dialogue.greet();
    else if (control === 'mute-assistant' || control === 'unmute-assistant') this.speaking.setMuted(control === 'mute-assistant');
    else this.hearing.setMuted(control === 'mute-customer');
  }

  private emit(type: string, body: object): void {
    const { plan, clock } = this.options;
    if (this.stage.hasEnded || !plan.clientMessages.has(type)) return;
    this.line.send({ t: 'app', from: this.speakerId, data: JSON.stringify({ type, timestamp: clock.now(), ...body }) });
  }

  private welcome({ sessionId, isReturn, receivedMs }: Arrival): void {
    const { carriesVideo } = this.options.plan;
    this.limits.visitorBack();
    this.ticking.start();
    this.line.sendNow({ t: 'joined', sessionId, sampleRate: speechSampleRate, isReturn, carriesVideo });
    if (!isReturn) {
      this.stage.isPlayable = false;
      this.sound.startOver();
    } else if (this.sound.resume(receivedMs)) this.line.sendNow({ t: 'flush' });
    this.speaking.setOpen(this.stage.isPlayable);
  }

  private read(message: AfterJoin): void {
    const participant = { sessionId: this.speakerId, userName: speakerName };
    if (message.t === 'ready') this.line.send({ t: 'participant-joined', participant });
    else if (message.t === 'app') this.readApp(message.data);
    else if (message.t === 'played') this.speaking.report(message.ms, message.queuedMs);
    else if (message.t === 'microphone' && !message.isOn) this.hearing.close();
    else if (message.t === 'leave') this.leave();
  }

  private readApp(data: string): void {
    const message = data === 'playable' ? undefined : parseAppMessage(data);
    if (data === 'playable') this.play();
    else if (message) this.obey(message);
  }

  /** A page that came back plays on; a conversation begins once. */
  private play(): void {
    if (this.stage.isPlayable) return;
    this.stage.isPlayable = true;
    this.speaking.setOpen(true);
    if (this.dialogue.hasBegun()) return;
    this.line.send({ t: 'app', from: this.speakerId, data: 'listening' });
    this.limits.begin();
    this.options.onBegin();
    this.dialogue.begin();
  }

  private lose(): void {
    this.ticking.stop();
    this.speaking.setOpen(false);
    this.hearing.close();
    this.limits.visitorGone();
  }

  private leave(): void {
    if (this.options.plan.deletesOnLeave) this.end('customer-ended-call');
    else this.line.hangUp();
  }
}
