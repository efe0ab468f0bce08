import type { SoundContext } from './reading-page.ts';

/** Quieter samples are silence: -50 dB of the loudest there can be. */
const silentBelow = 0.003;
/** Longer silence at either end of a piece would be heard as a gap, and shorter is a sentence's own breath. */
const keptSilenceSeconds = 0.12;

/** The part of a recording that is played. */
interface SoundRange {
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

/** How far ahead of now the first sound, or one that comes late, begins: a device needs a moment to begin cleanly. */
const leadSeconds = 0.05;

/** Sounds laid end to end: each begins at the very sample at which the one before has ended. */
export interface SoundLine {
  /** Lays a sound behind the last; resolves when it was heard to its end, or when the line ends. */
  lay(sound: AudioBuffer): Promise<void>;
  /** Whether something is laid that has not been heard to its end. */
  isSounding(): boolean;
  /** Silence, at once. */
  end(): void;
}

export function openSoundLine(context: SoundContext): SoundLine {
  const laid = new Map<AudioBufferSourceNode, () => void>();
  let dueAt = 0;

  const takeAway = (source: AudioBufferSourceNode) => {
    const tell = laid.get(source);
    laid.delete(source);
    source.disconnect();
    tell?.();
  };

  return {
    lay(sound) {
      const channels = Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index));
      const { offsetSeconds, durationSeconds } = findSoundRange(channels, sound.sampleRate);
      const source = context.createBufferSource();
      source.buffer = sound;
      source.connect(context.destination);
      const startsAt = dueAt > context.currentTime ? dueAt : context.currentTime + leadSeconds;
      source.start(startsAt, offsetSeconds, durationSeconds);
      dueAt = startsAt + durationSeconds;
      return new Promise((resolve) => {
        laid.set(source, resolve);
        source.onended = () => takeAway(source);
      });
    },
    isSounding: () => laid.size > 0,
    end() {
      for (const source of [...laid.keys()]) {
        source.onended = null;
        source.stop();
        takeAway(source);
      }
    },
  };
}
