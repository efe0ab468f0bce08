import { toWritten } from '@enfilade/shared-contracts/pronunciation/to-written';
import type { FastifyBaseLogger } from 'fastify';
import type { CallPlan } from './call-plan.ts';
import { microphoneRate } from './room-protocol.ts';
import type { Transcribe } from './transcriber.ts';
import { nextActivity, levelOf, patientEndMs, silentActivity, speechEndMs, type VoiceActivity } from './voice-activity.ts';

/** One visitor's microphone: says when the visitor begins and stops, and what was said. */
interface UtteranceDetector {
  push(samples: Int16Array): void;
  /** The microphone was closed: what was being said is complete. */
  finish(): void;
  /** Forgets what was being said. */
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
/** Kept from before the voice was recognised, so that no first syllable is missing. */
const leadInMs = 500;

function createUtteranceDetector({ sampleRate, endMs, onBegin, onEnd }: UtteranceDetectorOptions): UtteranceDetector {
  const msOf = (samples: number) => (samples * 1000) / sampleRate;
  let activity: VoiceActivity = silentActivity;
  let frames: Int16Array[] = [];
  let keptMs = 0;

  const end = (voicedMs: number) => {
    const utterance = voicedMs >= leastSpeechMs ? joinSamples(frames) : undefined;
    [frames, keptMs] = [[], 0];
    onEnd(utterance);
  };
  const keep = (samples: Int16Array) => {
    frames.push(samples);
    keptMs += msOf(samples.length);
    for (let [first] = frames; !activity.isSpeaking && first && keptMs - msOf(first.length) >= leadInMs; [first] = frames) {
      frames.shift();
      keptMs -= msOf(first.length);
    }
  };

  return {
    push(samples) {
      const before = activity;
      keep(samples);
      activity = nextActivity(before, { level: levelOf(samples), frameMs: msOf(samples.length), endMs: endMs() });
      if (activity.isSpeaking && !before.isSpeaking) onBegin();
      if (!activity.isSpeaking && before.isSpeaking) end(before.voicedMs - before.quietMs);
    },
    finish() {
      const { isSpeaking, voicedMs, quietMs, floor } = activity;
      activity = { ...silentActivity, floor };
      // Released after one short word: long enough for a word, too short to have been noticed.
      if (!isSpeaking && voicedMs >= leastSpeechMs) onBegin();
      if (isSpeaking || voicedMs >= leastSpeechMs) end(voicedMs - quietMs);
      else [frames, keptMs] = [[], 0];
    },
    reset() {
      activity = { ...silentActivity, floor: activity.floor };
      [frames, keptMs] = [[], 0];
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

/** The guide's ear in one room: from the microphone to the visitor's words. */
export interface SpeechRecognition {
  push(samples: Int16Array): void;
  /** The microphone was closed: what was being said is complete. */
  finish(): void;
  setMuted(isMuted: boolean): void;
  /** Nothing is told from now on. */
  stop(): void;
}

export interface SpeechRecognitionOptions {
  plan: Pick<CallPlan, 'language' | 'pronunciations' | 'confidenceThreshold'>;
  /** Absent: the visitor's voice is noticed, and never becomes words. */
  transcribe: Transcribe | undefined;
  log: FastifyBaseLogger;
  emit(type: string, body: object): void;
  nextTurn(): number;
  /** Whether the visitor keeps the guide from being heard. */
  isGuideSilenced(): boolean;
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
  isGuideSilenced,
  onBegin,
  onEnd,
  onWords,
}: SpeechRecognitionOptions): SpeechRecognition {
  const { language, confidenceThreshold } = plan;
  const end = new AbortController();
  /** One after the other: what was said first is answered first. */
  let earlier: Promise<void> = Promise.resolve();
  let turn = 0;
  let isMuted = false;

  const understand = async (samples: Int16Array): Promise<void> => {
    if (!transcribe || end.signal.aborted) return;
    try {
      const { text, confidence } = await transcribe({ samples, sampleRate: microphoneRate, language, signal: end.signal });
      const written = toWritten(text.trim(), plan);
      const isSure = confidence === undefined || confidence >= confidenceThreshold;
      if (written && isSure && !end.signal.aborted) onWords(written);
    } catch (error) {
      if (!end.signal.aborted) log.warn({ err: error }, 'speech could not be transcribed');
    }
  };

  const listening = createUtteranceDetector({
    sampleRate: microphoneRate,
    endMs: () => (isGuideSilenced() ? patientEndMs : speechEndMs),
    onBegin() {
      turn = nextTurn();
      emit('speech-update', { status: 'started', role: 'user', turn });
      onBegin();
    },
    onEnd(utterance) {
      emit('speech-update', { status: 'stopped', role: 'user', turn });
      onEnd();
      if (utterance) earlier = earlier.then(() => understand(utterance));
    },
  });

  return {
    push(samples) {
      if (!isMuted && !end.signal.aborted) listening.push(samples);
    },
    finish: listening.finish,
    setMuted(wanted) {
      isMuted = wanted;
      if (isMuted) listening.finish();
    },
    stop() {
      end.abort();
      listening.reset();
    },
  };
}
