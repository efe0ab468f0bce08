/** Some ten minutes of speech. */
const defaultLimitBytes = 4 * 1024 * 1024;

/** What was heard before, encoded; the longest unheard goes first. */
export interface SpeechCache {
  /** The sound kept under `key`, else what `load` brings. The buffer is the caller's own: decoding empties it. */
  take(key: string, load: () => Promise<ArrayBuffer>): Promise<ArrayBuffer>;
  /** What is kept under `key` is no sound. */
  drop(key: string): void;
}

export function createSpeechCache(limitBytes: number = defaultLimitBytes): SpeechCache {
  const sounds = new Map<string, ArrayBuffer>();
  let bytes = 0;

  const drop = (key: string) => {
    bytes -= sounds.get(key)?.byteLength ?? 0;
    sounds.delete(key);
  };
  const keep = (key: string, sound: ArrayBuffer) => {
    drop(key);
    sounds.set(key, sound);
    bytes += sound.byteLength;
    for (const oldest of sounds.keys()) {
      if (bytes <= limitBytes) break;
      drop(oldest);
    }
  };

  return {
    drop,
    async take(key, load) {
      const sound = sounds.get(key) ?? (await load());
      keep(key, sound);
      return sound.slice(0);
    },
  };
}
