import { toWritten } from '@enfilade/shared-contracts/pronunciation/to-written';
import type { FastifyBaseLogger } from 'fastify';
import type { CallPlan } from './call-plan.ts';
import { microphoneRate } from './room-protocol.ts';
import type { Transcribe } from './transcriber.ts';
import { levelOf, nextActivity, patientEndMs, silentActivity, speechEndMs, type VoiceActivity } from './voice-activity.ts';

/** Finds in the sound of one microphone when the visitor begins and stops to speak. */
interface UtteranceDetector {
  push(samples: Int16Array): void;
  /** The microphone was closed: what was being said is complete. */
  finish(): void;
  /** Drops what was being said. */
  reset(): void;
}

interface UtteranceDetectorOptions {
  sampleRate: number;
  /** A pause so long is the end of what is being said, in ms. */
  endMs(): number;
  onBegin(): void;
  /** The voice stopped; called once after each `onBegin`. @param utterance undefined when it was too short to be words */
  onEnd(utterance: Int16Array | undefined): void;
}

/** A shorter sound is no word. */
const leastSpeechMs = 200;
/** Added from before the voice was recognised, so that no first syllable is missing. */
const leadInMs = 500;

function createUtteranceDetector({ sampleRate, endMs, onBegin, onEnd }: UtteranceDetectorOptions): UtteranceDetector {
  const msOf = (samples: number) => (samples * 1000) / sampleRate;
  let activity: VoiceActivity = silentActivity;
  let frames: Int16Array[] = [];
  let bufferedMs = 0;

  const end = (voicedMs: number) => {
    const utterance = voicedMs >= leastSpeechMs ? joinSamples(frames) : undefined;
    [frames, bufferedMs] = [[], 0];
    onEnd(utterance);
  };
  const buffer = (samples: Int16Array) => {
    frames.push(samples);
    bufferedMs += msOf(samples.length);
    for (let [first] = frames; !activity.isSpeaking && first && bufferedMs - msOf(first.length) >= leadInMs; [first] = frames) {
      frames.shift();
      bufferedMs -= msOf(first.length);
    }
  };

  return {
    push(samples) {
      const before = activity;
      buffer(samples);
      activity = nextActivity(before, { level: levelOf(samples), frameMs: msOf(samples.length), endMs: endMs() });
      if (activity.isSpeaking && !before.isSpeaking) onBegin();
      if (!activity.isSpeaking && before.isSpeaking) end(before.voicedMs - before.quietMs);
    },
    finish() {
      const { isSpeaking, voicedMs, quietMs, floor } = activity;
      activity = { ...silentActivity, floor };
      // Released after one short word: long enough for a word, too short to have been detected.
      if (!isSpeaking && voicedMs >= leastSpeechMs) onBegin();
      if (isSpeaking || voicedMs >= leastSpeechMs) end(voicedMs - quietMs);
      else [frames, bufferedMs] = [[], 0];
    },
    reset() {
      activity = { ...silentActivity, floor: activity.floor };
      [frames, bufferedMs] = [[], 0];
    },
  };
}

function joinSamples(frames: readonly Int16Array[]): Int16Array {
  const joined = new Int16Array(frames.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const frame of frames) {
    joined.set(frame, at);
    at += frame.length;
  }
  return joined;
}

/** From the microphone to the visitor's words, in one room. */
export interface SpeechRecognition {
  push(samples: Int16Array): void;
  /** The microphone was closed: what was being said is complete. */
  finish(): void;
  setMuted(isMuted: boolean): void;
  /** Nothing is emitted from now on. */
  stop(): void;
}

export interface SpeechRecognitionOptions {
  plan: Pick<CallPlan, 'language' | 'pronunciations' | 'confidenceThreshold'>;
  /** Absent: the visitor's voice is detected, and never becomes words. */
  transcribe: Transcribe | undefined;
  log: FastifyBaseLogger;
  emit(type: string, body: object): void;
  nextTurn(): number;
  /** Whether the visitor has muted the guide, as while holding the button to talk. */
  isGuideMuted(): boolean;
  onBegin(): void;
  onEnd(): void;
  onWords(text: string): void;
}

export function createSpeechRecognition({
  plan,
  transcribe,
  log,
  emit,
  nextTurn,
  isGuideMuted,
  onBegin,
  onEnd,
  onWords,
}: SpeechRecognitionOptions): SpeechRecognition {
  const { language, confidenceThreshold } = plan;
  const stopped = new AbortController();
  /** One after the other: what was said first is answered first. */
  let earlier: Promise<void> = Promise.resolve();
  let turn = 0;
  let isMuted = false;

  const transcribeUtterance = async (samples: Int16Array): Promise<void> => {
    if (!transcribe || stopped.signal.aborted) return;
    try {
      const { text, confidence } = await transcribe({ samples, sampleRate: microphoneRate, language, signal: stopped.signal });
      const writtenText = toWritten(text.trim(), plan);
      const isSure = confidence === undefined || confidence >= confidenceThreshold;
      if (writtenText && isSure && !stopped.signal.aborted) onWords(writtenText);
    } catch (error) {
      if (!stopped.signal.aborted) log.warn({ err: error }, 'speech could not be transcribed');
    }
  };

  const detector = createUtteranceDetector({
    sampleRate: microphoneRate,
    endMs: () => (isGuideMuted() ? patientEndMs : speechEndMs),
    onBegin() {
      turn = nextTurn();
      emit('speech-update', { status: 'started', role: 'user', turn });
      onBegin();
    },
    onEnd(utterance) {
      emit('speech-update', { status: 'stopped', role: 'user', turn });
      onEnd();
      if (utterance) earlier = earlier.then(() => transcribeUtterance(utterance));
    },
  });

  return {
    push(samples) {
      if (!isMuted && !stopped.signal.aborted) detector.push(samples);
    },
    finish: detector.finish,
    setMuted(wanted) {
      isMuted = wanted;
      if (isMuted) detector.finish();
    },
    stop() {
      stopped.abort();
      detector.reset();
    },
  };
}
