/** Quieter samples are silence: -50 dB of the loudest there can be. */
const silentBelow = 0.003;
/** Longer silence at either end of a piece would be heard as a gap, and shorter is a sentence's own breath. */
const keptSilenceSeconds = 0.12;

/** The part of a recording that is played. */
export interface SoundRange {
  offsetSeconds: number;
  durationSeconds: number;
}

/** A recording without the long silence at its beginning and end. Every channel has the same number of samples. */
export function findSoundRange(channels: readonly Float32Array[], sampleRate: number): SoundRange {
  const length = channels[0]?.length ?? 0;
  const isLoud = (index: number) => channels.some((samples) => Math.abs(samples[index] ?? 0) >= silentBelow);
  let first = 0;
  while (first < length && !isLoud(first)) first += 1;
  let last = length - 1;
  while (last > first && !isLoud(last)) last -= 1;
  const kept = Math.round(keptSilenceSeconds * sampleRate);
  // Of nothing but silence a breath is left.
  if (first === length) return { offsetSeconds: 0, durationSeconds: Math.min(kept, length) / sampleRate };
  const from = Math.max(0, first - kept);
  const until = Math.min(length, last + 1 + kept);
  return { offsetSeconds: from / sampleRate, durationSeconds: (until - from) / sampleRate };
}
