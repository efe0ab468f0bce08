import { hearFrame, levelOf, silentActivity, type VoiceActivity } from './voice-activity.ts';

/** One visitor's microphone: says when the visitor begins and stops, and what was said. */
export interface Listening {
  hear(samples: Int16Array): void;
  /** The microphone was closed: what was being said is complete. */
  close(): void;
  /** Forgets what was being said. */
  forget(): void;
}

export interface ListeningOptions {
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

export function createListening({ sampleRate, endMs, onBegin, onEnd }: ListeningOptions): Listening {
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
    hear(samples) {
      const before = activity;
      keep(samples);
      activity = hearFrame(before, { level: levelOf(samples), frameMs: msOf(samples.length), endMs: endMs() });
      if (activity.isSpeaking && !before.isSpeaking) onBegin();
      if (!activity.isSpeaking && before.isSpeaking) end(before.voicedMs - before.quietMs);
    },
    close() {
      const { isSpeaking, voicedMs, quietMs, floor } = activity;
      activity = { ...silentActivity, floor };
      // Released after one short word: long enough for a word, too short to have been noticed.
      if (!isSpeaking && voicedMs >= leastSpeechMs) onBegin();
      if (isSpeaking || voicedMs >= leastSpeechMs) end(voicedMs - quietMs);
      else [frames, keptMs] = [[], 0];
    },
    forget() {
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
