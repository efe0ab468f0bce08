import { stretchSound } from './stretch-sound.ts';

/** The browser's AudioContext as far as it is used. */
export type SoundContext = Pick<
  AudioContext,
  | 'state'
  | 'currentTime'
  | 'destination'
  | 'resume'
  | 'suspend'
  | 'close'
  | 'decodeAudioData'
  | 'createBuffer'
  | 'createBufferSource'
  | 'createGain'
  | 'addEventListener'
>;

/** Sounds played one after the other, each from the very sample at which the one before has ended. */
export interface SoundQueue {
  /** Resolves when the sound was played to its end, or when the queue ends. */
  append(sound: AudioBuffer): Promise<void>;
  isPlaying(): boolean;
  /** What plays and what waits goes on from where it is at that pace, 1 at first. */
  setRate(rate: number): void;
  /** Silence, at once. */
  end(): void;
}

/** How far ahead of now the first sound, or a late one, starts: a device needs a moment to start cleanly. */
const leadSeconds = 0.05;

/** One sound of the queue. Times of the recording are those it has at its own pace. */
interface Entry {
  sound: AudioBuffer;
  /** Where in the recording what plays begins, and where it ends. */
  fromSeconds: number;
  untilSeconds: number;
  rate: number;
  /** On the context's clock. */
  startsAt: number;
  source: AudioBufferSourceNode;
  resolve(): void;
}

export function openSoundQueue(context: SoundContext, output: AudioNode): SoundQueue {
  const entries = new Set<Entry>();
  let endsAt = 0;
  let rate = 1;

  const remove = (entry: Entry) => {
    entries.delete(entry);
    entry.resolve();
  };
  const start = ({ sound, fromSeconds, untilSeconds, resolve }: Pick<Entry, 'sound' | 'fromSeconds' | 'untilSeconds' | 'resolve'>) => {
    const source = context.createBufferSource();
    const ownSeconds = untilSeconds - fromSeconds;
    const durationSeconds = ownSeconds / rate;
    const startsAt = endsAt > context.currentTime ? endsAt : context.currentTime + leadSeconds;
    source.buffer = rate === 1 ? sound : stretched(context, sound, { fromSeconds, untilSeconds, rate });
    source.connect(output);
    source.start(startsAt, rate === 1 ? fromSeconds : 0, durationSeconds);
    endsAt = startsAt + durationSeconds;
    const entry: Entry = { sound, fromSeconds, untilSeconds, rate, startsAt, source, resolve };
    entries.add(entry);
    source.onended = () => remove(entry);
  };
  const silence = ({ source }: Entry) => {
    source.onended = null;
    source.stop();
    source.disconnect();
  };

  return {
    append: (sound) =>
      new Promise((resolve) => {
        const channels = Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index));
        const { offsetSeconds, durationSeconds } = findSoundRange(channels, sound.sampleRate);
        start({ sound, fromSeconds: offsetSeconds, untilSeconds: offsetSeconds + durationSeconds, resolve });
      }),
    isPlaying: () => entries.size > 0,
    setRate(next) {
      if (next === rate) return;
      rate = next;
      endsAt = 0;
      for (const entry of [...entries]) {
        silence(entry);
        entries.delete(entry);
        const played = Math.max(0, context.currentTime - entry.startsAt) * entry.rate;
        start({ ...entry, fromSeconds: Math.min(entry.fromSeconds + played, entry.untilSeconds) });
      }
    },
    end() {
      for (const entry of [...entries]) {
        silence(entry);
        remove(entry);
      }
    },
  };
}

/** Speech has one channel, whatever it came in. */
function stretched(
  context: Pick<SoundContext, 'createBuffer'>,
  sound: AudioBuffer,
  { fromSeconds, untilSeconds, rate }: Pick<Entry, 'fromSeconds' | 'untilSeconds' | 'rate'>,
): AudioBuffer {
  const { sampleRate } = sound;
  const part = sound.getChannelData(0).subarray(Math.round(fromSeconds * sampleRate), Math.round(untilSeconds * sampleRate));
  const samples = stretchSound(part, rate, sampleRate);
  const buffer = context.createBuffer(1, Math.max(1, samples.length), sampleRate);
  buffer.copyToChannel(samples, 0);
  return buffer;
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
