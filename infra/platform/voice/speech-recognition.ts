import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { toWritten } from '@enfilade/shared-contracts/voice/pronunciation/to-written';
import type { FastifyBaseLogger } from 'fastify';
import { joinSamples } from '../speech/speech.ts';
import { createAllowance } from './allowance.ts';
import type { CallPlan } from './call-plan.ts';
import { microphoneRate } from './room-protocol.ts';
import type { Transcribe, Transcription } from './transcriber.ts';

/** What is known between two frames of a microphone. Plain data. */
export interface VoiceActivity {
  isSpeaking: boolean;
  /** Loudness of the surroundings, 0 to 1. */
  floor: number;
  /** Loud sound so far, in ms, minus the pauses between. Speaking: how long it has lasted, pauses included. */
  voicedMs: number;
  /** Speaking: sound since the last loud frame. */
  quietMs: number;
  /** When that frame came, in ms of the clock. */
  loudAt: number;
}

export const silentActivity: VoiceActivity = { isSpeaking: false, floor: 0.003, voicedMs: 0, quietMs: 0, loudAt: 0 };

/** Loud for so long is a voice; quiet for so long is its end. */
export const speechBeginMs = 240;
export const speechEndMs = 600;
/** While the visitor mutes the guide by holding the button: releasing the button ends the turn, and a pause does not. */
export const patientEndMs = 3_000;
/**
 * A browser short of time loses sound, which would draw out the end: what is lacking of the time that has passed counts as quiet. Limit of
 * a pause that counts, because missing sound may also be late.
 */
const mostLostMs = 400;

/** No room is so quiet that less than this could be a voice, as RMS from 0 to 1. */
const quietest = 0.01;
/** Ratio by which a voice exceeds its surroundings. */
const prominence = 3;
/** Surroundings are followed within about a second when they get louder, at once when they get quieter. */
const followQuickly = 0.3;
const followSlowly = 0.02;
/** Sound that is loud without a pause for many seconds is no voice. */
const followWhileLoud = 0.004;

interface ActivityFrame {
  /** RMS of the frame, 0 to 1. */
  level: number;
  frameMs: number;
  /** When it came, in ms of the clock. */
  at: number;
  /** Quiet for so long is the end. */
  endMs: number;
}

/** The activity after one more frame. */
export function nextActivity(before: VoiceActivity, { level, frameMs, at, endMs }: ActivityFrame): VoiceActivity {
  const isLoud = level > Math.max(quietest, before.floor * prominence);
  const floor = before.floor + (level - before.floor) * followRate(before.floor, level, isLoud);
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

function followRate(floor: number, level: number, isLoud: boolean): number {
  if (isLoud) return followWhileLoud;
  return level < floor ? followQuickly : followSlowly;
}

/** Root mean square of samples of 16 bits, 0 to 1. */
function levelOf(samples: Int16Array): number {
  if (samples.length === 0) return 0;
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length) / 2 ** 15;
}

interface UtteranceDetectorOptions {
  clock: Clock;
  /** A pause so long is the end of what is being said, in ms. */
  endMs(): number;
  onBegin(): void;
  /** The voice pauses, and may have stopped. @param soFar all of it */
  onPause(soFar: Int16Array): void;
  /** It had not stopped. */
  onResume(): void;
  /** The voice stopped; called once after each `onBegin`. @param utterance undefined when it was too short to be words */
  onEnd(utterance: Int16Array | undefined): void;
}

/** A shorter sound is no word. */
const leastSpeechMs = 200;
/** A pause so long may be the end: half of those that speak release the button, or are done, soon after it. */
export const pauseMs = 200;
/** Added from before the voice was recognised, so that no first syllable is missing. */
const leadInMs = 500;
/** A voice without a pause is cut after this time, like a recording. */
const longestUtteranceMs = 60_000;
/**
 * Allowance for a microphone's sound, in ms: a network that was stuck delivers some seconds at once, and never twice real time for long.
 */
const soundAllowance = { most: 10_000, perSecond: 2_000 };
/** A shorter frame counts as so much: each is an object of its own. */
const leastFrameMs = 10;
/** Allowance for early transcription, in ms: every pause sends the whole turn so far. */
const aheadAllowance = { most: 20_000, perSecond: 1_000 };

const msOf = ({ length }: Int16Array) => (length * 1000) / microphoneRate;

/** Finds in the sound of one microphone when the visitor begins and stops to speak. */
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

  /** What was being said is complete: the microphone was closed, or it was long enough. */
  const finish = () => {
    const { isSpeaking, voicedMs, quietMs, floor } = activity;
    activity = { ...silentActivity, floor };
    // Released after one short word: long enough for a word, too short to have been detected.
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
    /** Drops what was being said. */
    reset() {
      activity = { ...silentActivity, floor: activity.floor };
      [frames, bufferedMs] = [[], 0];
    },
  };
}

/** From the microphone to the visitor's words, in one room. */
export type SpeechRecognition = ReturnType<typeof createSpeechRecognition>;

export interface SpeechRecognitionOptions {
  plan: Pick<CallPlan, 'language' | 'pronunciations' | 'confidenceThreshold'>;
  /** Absent: the visitor's voice is detected, and never becomes words. */
  transcribe: Transcribe | undefined;
  clock: Clock;
  log: FastifyBaseLogger;
  emit(type: string, body: object): void;
  nextTurn(): number;
  /** Whether the visitor has muted the guide, as while holding the button to talk. */
  isGuideMuted(): boolean;
  onBegin(): void;
  onEnd(): void;
  onWords(text: string): void;
}

/** Undefined if there are none, or the service is not sure of them. */
function wordsOf({ text, confidence = 1 }: Transcription, plan: SpeechRecognitionOptions['plan']): string | undefined {
  return (confidence >= plan.confidenceThreshold && toWritten(text.trim(), plan)) || undefined;
}

export function createSpeechRecognition(options: SpeechRecognitionOptions) {
  const { plan, transcribe, clock, log, emit, nextTurn, isGuideMuted } = options;
  const { language } = plan;
  const stopped = new AbortController();
  /** One after the other: what was said first is answered first. */
  let earlier: Promise<void> = Promise.resolve();
  let turn = 0;
  const sound = createAllowance(clock, soundAllowance);
  const soundAhead = createAllowance(clock, aheadAllowance);

  /** What was said before a pause is on its way already when the pause turns out to be the end. */
  let ahead: { transcription: Promise<Transcription | undefined>; leave(): void } | undefined;
  const dropAhead = () => {
    ahead?.leave();
    ahead = undefined;
  };
  /** The words of the turn that are shown and not final yet. */
  let partial = '';
  const showPartial = (text: string) => {
    const transcript = toWritten(text.trim(), plan);
    if (transcript === partial || stopped.signal.aborted) return;
    partial = transcript;
    emit('transcript', { role: 'user', transcriptType: 'partial', transcript });
  };
  const ask = (ears: Transcribe, samples: Int16Array, signal = stopped.signal) =>
    ears({ samples, sampleRate: microphoneRate, language, signal, onPartial: (text) => !signal.aborted && showPartial(text) });

  const transcribeUtterance = async (samples: Int16Array, early: Promise<Transcription | undefined> | undefined): Promise<void> => {
    if (!transcribe) return;
    try {
      // One that failed early is tried once more.
      const transcription = (await early) ?? (await ask(transcribe, samples));
      const words = wordsOf(transcription, plan);
      if (words === undefined || stopped.signal.aborted) return;
      partial = '';
      options.onWords(words);
    } catch (error) {
      if (!stopped.signal.aborted) log.warn({ err: error }, 'speech could not be transcribed');
    } finally {
      // Words that nobody was sure of are shown no longer.
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
      if (utterance) earlier = earlier.then(() => transcribeUtterance(utterance, early));
    },
  });

  return {
    push(samples: Int16Array) {
      if (!stopped.signal.aborted && sound.take(Math.max(leastFrameMs, msOf(samples)))) detector.push(samples);
    },
    /** The microphone was closed: what was being said is complete. */
    finish: detector.finish,
    /** Nothing is emitted from now on. */
    stop() {
      stopped.abort();
      detector.reset();
    },
  };
}
