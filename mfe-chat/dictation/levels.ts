/** As many bars as the rosette has petals. */
export const barCount = 40;
/** How much time one bar shows. */
export const barMs = 250;

/** In dBFS: a quiet room and a loud voice close by. */
const quietest = -50;
const loudest = -10;
/** Bars that are all nearly as high as each other say nothing of a voice. */
const contrast = 1.5;

/** Loudness of samples from -1 to 1, as ears have it: 0 is a quiet room, 1 a loud voice. */
export function pickLevel(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const decibels = power > 0 ? 10 * Math.log10(power) : quietest;
  return Math.max(0, Math.min(1, (decibels - quietest) / (loudest - quietest))) ** contrast;
}

/** The newest bars with `owed` more; a clock that was late owes several of the same height. */
export function addLevels(levels: readonly number[], level: number, owed: number): readonly number[] {
  return [...levels, ...Array.from({ length: Math.min(owed, barCount) }, () => level)].slice(-barCount);
}

/** All channels as one. */
export function mixToMono(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = channels;
  if (channels.length < 2) return first;
  return first.map((_, index) => channels.reduce((sum, channel) => sum + (channel[index] ?? 0), 0) / channels.length);
}
