/** The browser's AudioContext as far as it is used. */
export type SoundContext = Pick<
  AudioContext,
  'state' | 'currentTime' | 'destination' | 'resume' | 'close' | 'decodeAudioData' | 'createBufferSource' | 'addEventListener'
>;

/** Sounds played one after the other, each from the very sample at which the one before has ended. */
export interface SoundQueue {
  /** Resolves when the sound was played to its end, or when the queue ends. */
  append(sound: AudioBuffer): Promise<void>;
  isPlaying(): boolean;
  /** Silence, at once. */
  end(): void;
}

/** How far ahead of now the first sound, or a late one, starts: a device needs a moment to start cleanly. */
const leadSeconds = 0.05;

export function openSoundQueue(context: SoundContext): SoundQueue {
  const onEnd = new Map<AudioBufferSourceNode, () => void>();
  let endsAt = 0;

  const remove = (source: AudioBufferSourceNode) => {
    const resolve = onEnd.get(source);
    onEnd.delete(source);
    source.disconnect();
    resolve?.();
  };

  return {
    append(sound) {
      const channels = Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index));
      const { offsetSeconds, durationSeconds } = findSoundRange(channels, sound.sampleRate);
      const source = context.createBufferSource();
      source.buffer = sound;
      source.connect(context.destination);
      const startsAt = endsAt > context.currentTime ? endsAt : context.currentTime + leadSeconds;
      source.start(startsAt, offsetSeconds, durationSeconds);
      endsAt = startsAt + durationSeconds;
      return new Promise((resolve) => {
        onEnd.set(source, resolve);
        source.onended = () => remove(source);
      });
    },
    isPlaying: () => onEnd.size > 0,
    end() {
      for (const source of [...onEnd.keys()]) {
        source.onended = null;
        source.stop();
        remove(source);
      }
    },
  };
}

/** Quieter samples are silence: -50 dB of full scale. */
const silentBelow = 0.003;
/** Longer silence at either end of a piece would be heard as a gap; shorter sounds like a breath between sentences. */
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
  // Nothing but silence: only as much of it as between sentences.
  if (first === length) return { offsetSeconds: 0, durationSeconds: Math.min(kept, length) / sampleRate };
  const from = Math.max(0, first - kept);
  const until = Math.min(length, last + 1 + kept);
  return { offsetSeconds: from / sampleRate, durationSeconds: (until - from) / sampleRate };
}
