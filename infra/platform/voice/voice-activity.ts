/** What is known between two frames of a microphone. Plain data. */
export interface VoiceActivity {
  isSpeaking: boolean;
  /** Loudness of the surroundings, 0 to 1. */
  floor: number;
  /** Not speaking: loud sound so far, less what was quiet between. Speaking: how long it has lasted, pauses included. */
  voicedMs: number;
  /** Speaking: since the last loud frame. */
  quietMs: number;
}

export const silentActivity: VoiceActivity = { isSpeaking: false, floor: 0.003, voicedMs: 0, quietMs: 0 };

/** Loud for so long is a voice; quiet for so long is its end. */
export const speechBeginMs = 240;
export const speechEndMs = 600;
/**
 * While the visitor has muted the guide by holding the button to talk: releasing it is the end, and a pause for thought
 * is none.
 */
export const patientEndMs = 3_000;

/** No room is so quiet that less than this could be a voice, as RMS from 0 to 1. */
const quietest = 0.01;
/** A voice stands out from its surroundings by so much. */
const prominence = 3;
/** Surroundings are followed within about a second when they get louder, at once when they get quieter. */
const followQuickly = 0.3;
const followSlowly = 0.02;
/** What is loud without a pause for many seconds is no voice. */
const followWhileLoud = 0.004;

interface ActivityFrame {
  /** RMS of the frame, 0 to 1. */
  level: number;
  frameMs: number;
  /** Quiet for so long is the end. */
  endMs: number;
}

/** The activity after one more frame. */
export function nextActivity(before: VoiceActivity, { level, frameMs, endMs }: ActivityFrame): VoiceActivity {
  const isLoud = level > Math.max(quietest, before.floor * prominence);
  const floor = before.floor + (level - before.floor) * followRate(before.floor, level, isLoud);
  if (before.isSpeaking) {
    const quietMs = isLoud ? 0 : before.quietMs + frameMs;
    if (quietMs >= endMs) return { isSpeaking: false, floor, voicedMs: 0, quietMs: 0 };
    return { isSpeaking: true, floor, voicedMs: before.voicedMs + frameMs, quietMs };
  }
  const voicedMs = isLoud ? before.voicedMs + frameMs : Math.max(0, before.voicedMs - frameMs);
  return { isSpeaking: voicedMs >= speechBeginMs, floor, voicedMs, quietMs: 0 };
}

function followRate(floor: number, level: number, isLoud: boolean): number {
  if (isLoud) return followWhileLoud;
  return level < floor ? followQuickly : followSlowly;
}

/** Root mean square of samples of 16 bits, 0 to 1. */
export function levelOf(samples: Int16Array): number {
  if (samples.length === 0) return 0;
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length) / 2 ** 15;
}
