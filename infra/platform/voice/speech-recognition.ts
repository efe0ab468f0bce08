import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { toWritten } from '@enfilade/shared-contracts/voice/pronunciation/to-written';
import type { FastifyBaseLogger } from 'fastify';
import { createAllowance } from './allowance.ts';
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
/** The noise level also rises slowly during loud sound, because sound without pauses is no voice. */
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

interface UtteranceDetectorOptions {
  clock: Clock;
  endMs(): number;
  onBegin(): void;
  /** The voice pauses, and the utterance may have ended. @param soFar the whole utterance */
  onPause(soFar: Int16Array): void;
  onResume(): void;
  /** Called once after each `onBegin`. @param utterance undefined if it was too short for words */
  onEnd(utterance: Int16Array | undefined): void;
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

function createUtteranceDetector({ clock, endMs, onBegin, onPause, onResume, onEnd }: UtteranceDetectorOptions) {
  let activity: VoiceActivity = silentActivity;
  let frames: Int16Array[] = [];
  let bufferedMs = 0;

  const end = (voicedMs: number) => {
    const utterance = voicedMs >= leastSpeechMs ? joinSamples(frames) : undefined;
    [frames, bufferedMs] = [[], 0];
    onEnd(utterance);
  };
  const watchPause = (before: number, now: number) => {
    if (before < pauseMs && now >= pauseMs) onPause(joinSamples(frames));
    if (before >= pauseMs && now < pauseMs) onResume();
  };
  const buffer = (samples: Int16Array) => {
    frames.push(samples);
    bufferedMs += msOf(samples);
    for (let [first] = frames; !activity.isSpeaking && first && bufferedMs - msOf(first) >= leadInMs; [first] = frames) {
      frames.shift();
      bufferedMs -= msOf(first);
    }
  };

  const finish = () => {
    const { isSpeaking, voicedMs, quietMs, floor } = activity;
    activity = { ...silentActivity, floor };
    // A short word before the button was released, too short for the detection.
    if (!isSpeaking && voicedMs >= leastSpeechMs) onBegin();
    if (isSpeaking || voicedMs >= leastSpeechMs) end(voicedMs - quietMs);
    else [frames, bufferedMs] = [[], 0];
  };

  return {
    push(samples: Int16Array) {
      const before = activity;
      buffer(samples);
      activity = nextActivity(before, { level: levelOf(samples), frameMs: msOf(samples), at: clock.now(), endMs: endMs() });
      if (activity.isSpeaking && !before.isSpeaking) onBegin();
      if (activity.isSpeaking && before.isSpeaking) watchPause(before.quietMs, activity.quietMs);
      if (!activity.isSpeaking && before.isSpeaking) end(before.voicedMs - before.quietMs);
      if (bufferedMs >= longestUtteranceMs) finish();
    },
    finish,
    reset() {
      activity = { ...silentActivity, floor: activity.floor };
      [frames, bufferedMs] = [[], 0];
    },
  };
}

export type SpeechRecognition = ReturnType<typeof createSpeechRecognition>;

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

export function createSpeechRecognition(options: SpeechRecognitionOptions) {
  const { plan, transcribe, clock, log, emit, nextTurn, isGuideMuted } = options;
  const stopped = new AbortController();
  /** Transcriptions in order, so that the first utterance is answered first. */
  let earlier: Promise<void> = Promise.resolve();
  let turn = 0;
  const sound = createAllowance(clock, soundAllowance);
  const soundAhead = createAllowance(clock, aheadAllowance);

  /** The transcription that started at a pause, used if the pause was the end. */
  let ahead: { transcription: Promise<Transcription | undefined>; leave(): void } | undefined;
  const dropAhead = () => {
    ahead?.leave();
    ahead = undefined;
  };
  let partial = '';
  const showPartial = (text: string) => {
    const transcript = toWritten(text.trim(), plan);
    if (transcript === partial || stopped.signal.aborted) return;
    partial = transcript;
    emit('transcript', { role: 'user', transcriptType: 'partial', transcript });
  };
  const ask = (ears: Transcribe, samples: Int16Array, signal = stopped.signal) =>
    ears({
      ...{ samples, sampleRate: microphoneRate, language: plan.language, signal },
      onPartial: (text) => !signal.aborted && showPartial(text),
    });

  const transcribeUtterance = async (ears: Transcribe, samples: Int16Array, early: Promise<Transcription | undefined> | undefined) => {
    try {
      // A failed early transcription is repeated once.
      const { text, confidence = 1 } = (await early) ?? (await ask(ears, samples));
      const words = confidence >= plan.confidenceThreshold && toWritten(text.trim(), plan);
      if (!words || stopped.signal.aborted) return;
      partial = '';
      options.onWords(words);
    } catch (error) {
      if (!stopped.signal.aborted) log.warn({ err: error }, 'Speech of a visitor could not be transcribed');
    } finally {
      // Clears a partial transcript without a final one.
      showPartial('');
    }
  };

  const detector = createUtteranceDetector({
    clock,
    endMs: () => (isGuideMuted() ? patientEndMs : speechEndMs),
    onBegin() {
      turn = nextTurn();
      emit('speech-update', { status: 'started', role: 'user', turn });
      options.onBegin();
    },
    onPause(soFar) {
      if (!transcribe || !soundAhead.take(msOf(soFar))) return;
      const leaving = new AbortController();
      const signal = AbortSignal.any([leaving.signal, stopped.signal]);
      const transcription = ask(transcribe, soFar, signal).catch(() => undefined);
      ahead = { transcription, leave: () => leaving.abort() };
    },
    onResume: dropAhead,
    onEnd(utterance) {
      emit('speech-update', { status: 'stopped', role: 'user', turn });
      options.onEnd();
      const early = ahead?.transcription;
      if (!utterance) dropAhead();
      ahead = undefined;
      if (utterance && transcribe) earlier = earlier.then(() => transcribeUtterance(transcribe, utterance, early));
    },
  });

  return {
    push(samples: Int16Array) {
      if (!stopped.signal.aborted && sound.take(Math.max(leastFrameMs, msOf(samples)))) detector.push(samples);
    },
    finish: detector.finish,
    stop() {
      stopped.abort();
      detector.reset();
    },
  };
}
