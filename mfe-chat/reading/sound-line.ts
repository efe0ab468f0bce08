import { findSoundRange } from './sound-range.ts';
import type { SoundContext } from './reading-page.ts';

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
