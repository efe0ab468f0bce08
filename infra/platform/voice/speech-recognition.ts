import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { toWritten } from '@enfilade/shared-contracts/voice/pronunciation/to-written';
import type { FastifyBaseLogger } from 'fastify';
import { type Allowance, createAllowance } from './allowance.ts';
import type { CallPlan } from './call-plan.ts';
import { microphoneRate } from './room-protocol.ts';
import type { Transcribe, Transcription } from './transcriber.ts';

export interface VoiceActivity {
  isSpeaking: boolean;
  /** 0 to 1. */
  floor: number;
  /** Before speech: loud sound minus pauses, in ms. During speech: its length with pauses. */
  voicedMs: number;
  /** During speech: sound since the last loud frame, in ms. */
  quietMs: number;
  /** Arrival of the last loud frame, in ms of the clock. */
  loudAt: number;
}

export const silentActivity: VoiceActivity = { isSpeaking: false, floor: 0.003, voicedMs: 0, quietMs: 0, loudAt: 0 };

/** Loud sound of this length is the begin of speech, and a pause of this length is its end. */
export const speechBeginMs = 240;
export const speechEndMs = 600;
/** The longer limit while the visitor holds the button, because releasing the button ends the turn. */
export const patientEndMs = 3_000;
/** Busy browsers lose frames, so missing time counts as a pause. The limit exists because missing frames may only be late. */
const mostLostMs = 400;

/** Least level of a voice, as RMS from 0 to 1. */
const quietest = 0.01;
/** Least ratio of a voice to the noise. */
const prominence = 3;
/** The noise level rises within about a second and falls at once. */
const followQuickly = 0.3;
const followSlowly = 0.02;
/** The noise level also rises slowly during loud sound, because sound without pauses is not speech. */
const followWhileLoud = 0.004;

/** @param frame with its level from 0 to 1, and its arrival in ms of the clock */
export function nextActivity(before: VoiceActivity, frame: Record<'level' | 'frameMs' | 'at' | 'endMs', number>): VoiceActivity {
  const { level, frameMs, at, endMs } = frame;
  const isLoud = level > Math.max(quietest, before.floor * prominence);
  const follow = level < before.floor ? followQuickly : followSlowly;
  const floor = before.floor + (level - before.floor) * (isLoud ? followWhileLoud : follow);
  if (before.isSpeaking) {
    const voicedMs = before.voicedMs + frameMs;
    if (isLoud) return { isSpeaking: true, floor, voicedMs, quietMs: 0, loudAt: at };
    const quietMs = before.quietMs + frameMs;
    const passedMs = Math.max(quietMs, Math.min(at - before.loudAt, quietMs + mostLostMs));
    return passedMs >= endMs ? { ...silentActivity, floor } : { ...before, floor, voicedMs, quietMs };
  }
  const voicedMs = isLoud ? before.voicedMs + frameMs : Math.max(0, before.voicedMs - frameMs);
  return { isSpeaking: voicedMs >= speechBeginMs, floor, voicedMs, quietMs: 0, loudAt: at };
}

function levelOf(samples: Int16Array): number {
  if (samples.length === 0) return 0;
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length) / 2 ** 15;
}

/** Least length of a word. */
const leastSpeechMs = 200;
/** Transcription starts after this pause, because half of the utterances end soon after it. */
export const pauseMs = 200;
/** Sound from before the detection, so that the first syllable is complete. */
const leadInMs = 500;
/** Limit of an utterance, the same as of a recording. */
const longestUtteranceMs = 60_000;
/**
 * Allowance for a microphone's sound, in ms. A delayed network may deliver some seconds at once, but not twice real time for long.
 */
const soundAllowance = { most: 10_000, perSecond: 2_000 };
/** Least length that a frame counts, because each frame needs an object. */
const leastFrameMs = 10;
/** Allowance for early transcription, in ms, because every pause sends the whole utterance so far. */
const aheadAllowance = { most: 20_000, perSecond: 1_000 };

const msOf = ({ length }: Int16Array) => (length * 1000) / microphoneRate;

function joinSamples(frames: readonly Int16Array[]): Int16Array {
  const bytes = Buffer.concat(frames.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)));
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
}

export interface SpeechRecognitionOptions {
  plan: Pick<CallPlan, 'language' | 'pronunciations' | 'confidenceThreshold'>;
  transcribe: Transcribe | undefined;
  clock: Clock;
  log: FastifyBaseLogger;
  emit(type: string, body: object): void;
  nextTurn(): number;
  isGuideMuted(): boolean;
  onBegin(): void;
  onEnd(): void;
  onWords(text: string): void;
}

export class SpeechRecognition {
  private readonly options: SpeechRecognitionOptions;
  private readonly stopped = new AbortController();
  private readonly sound: Allowance;
  private readonly soundAhead: Allowance;
  private activity: VoiceActivity = silentActivity;
  private frames: Int16Array[] = [];
  private bufferedMs = 0;
  private turn = 0;
  private partial = '';
  /** The transcription that started at a pause, used if the pause was the end. */
  private ahead: { transcription: Promise<Transcription | undefined>; leaving: AbortController } | undefined;
  /** Transcriptions in order, so that the first utterance is answered first. */
  private earlier: Promise<void> = Promise.resolve();

  constructor(options: SpeechRecognitionOptions) {
    this.options = options;
    this.sound = createAllowance(options.clock, soundAllowance);
    this.soundAhead = createAllowance(options.clock, aheadAllowance);
  }

  push(samples: Int16Array): void {
    if (this.stopped.signal.aborted || !this.sound.take(Math.max(leastFrameMs, msOf(samples)))) return;
    const { clock, isGuideMuted } = this.options;
    const before = this.activity;
    this.buffer(samples);
    const endMs = isGuideMuted() ? patientEndMs : speechEndMs;
    this.activity = nextActivity(before, { level: levelOf(samples), frameMs: msOf(samples), at: clock.now(), endMs });
    const { isSpeaking, quietMs } = this.activity;
    if (isSpeaking && !before.isSpeaking) this.begin();
    else if (isSpeaking) this.watchPause(before.quietMs, quietMs);
    else if (before.isSpeaking) this.end(before.voicedMs - before.quietMs);
    if (this.bufferedMs >= longestUtteranceMs) this.finish();
  }

  finish(): void {
    const { isSpeaking, voicedMs, quietMs, floor } = this.activity;
    this.activity = { ...silentActivity, floor };
    // A short word before the button was released, too short for the detection.
    if (!isSpeaking && voicedMs >= leastSpeechMs) this.begin();
    if (isSpeaking || voicedMs >= leastSpeechMs) this.end(voicedMs - quietMs);
    else this.clear();
  }

  stop(): void {
    this.stopped.abort();
    this.activity = silentActivity;
    this.clear();
  }

  private buffer(samples: Int16Array): void {
    this.frames.push(samples);
    this.bufferedMs += msOf(samples);
    if (this.activity.isSpeaking) return;
    for (let [first] = this.frames; first && this.bufferedMs - msOf(first) >= leadInMs; [first] = this.frames) {
      this.frames.shift();
      this.bufferedMs -= msOf(first);
    }
  }

  private clear(): void {
    [this.frames, this.bufferedMs] = [[], 0];
  }

  private begin(): void {
    this.turn = this.options.nextTurn();
    this.options.emit('speech-update', { status: 'started', role: 'user', turn: this.turn });
    this.options.onBegin();
  }

  /** A pause may be the end of the utterance. */
  private watchPause(beforeMs: number, nowMs: number): void {
    if (beforeMs >= pauseMs && nowMs < pauseMs) this.dropAhead();
    if (beforeMs >= pauseMs || nowMs < pauseMs) return;
    const { transcribe } = this.options;
    if (!transcribe || !this.soundAhead.take(this.bufferedMs)) return;
    const leaving = new AbortController();
    const signal = AbortSignal.any([leaving.signal, this.stopped.signal]);
    this.ahead = { transcription: this.ask(transcribe, joinSamples(this.frames), signal).catch(() => undefined), leaving };
  }

  private dropAhead(): void {
    this.ahead?.leaving.abort();
    this.ahead = undefined;
  }

  private end(voicedMs: number): void {
    const { transcribe, emit, onEnd } = this.options;
    const samples = joinSamples(this.frames);
    this.clear();
    emit('speech-update', { status: 'stopped', role: 'user', turn: this.turn });
    onEnd();
    const early = this.ahead?.transcription;
    const isTooShort = voicedMs < leastSpeechMs;
    if (isTooShort) this.dropAhead();
    this.ahead = undefined;
    if (transcribe && !isTooShort) this.earlier = this.earlier.then(() => this.transcribeUtterance(transcribe, samples, early));
  }

  private async transcribeUtterance(transcribe: Transcribe, samples: Int16Array, early: Promise<Transcription | undefined> | undefined) {
    const { plan, log, onWords } = this.options;
    const { signal } = this.stopped;
    try {
      // A failed early transcription is repeated once.
      const { text, confidence = 1 } = (await early) ?? (await this.ask(transcribe, samples, signal));
      const words = confidence >= plan.confidenceThreshold && toWritten(text.trim(), plan);
      if (!words || signal.aborted) return;
      this.partial = '';
      onWords(words);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'Speech of a visitor could not be transcribed');
    } finally {
      // Clears a partial transcript without a final one.
      this.showPartial('');
    }
  }

  private ask(transcribe: Transcribe, samples: Int16Array, signal: AbortSignal): Promise<Transcription> {
    const onPartial = (text: string) => !signal.aborted && this.showPartial(text);
    return transcribe({ samples, sampleRate: microphoneRate, language: this.options.plan.language, signal, onPartial });
  }

  private showPartial(text: string): void {
    const transcript = toWritten(text.trim(), this.options.plan);
    if (transcript === this.partial || this.stopped.signal.aborted) return;
    this.partial = transcript;
    this.options.emit('transcript', { role: 'user', transcriptType: 'partial', transcript });
  }
}
