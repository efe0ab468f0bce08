import { watch } from 'node:fs';

export interface RemoteFolder {
  name: string;
  folder: string;
}

export interface WatchedBuild {
  close(): Promise<void>;
}

/** Editors write a file in several steps, and git changes many files at once. */
export const settledMs = 200;

/** Calls `onChange` when a burst of changes has ended. @returns stops watching */
export function watchFolder(folder: string, onChange: () => void, open: typeof watch = watch): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, settledMs);
  };
  const watcher = open(folder, { recursive: true }, settle);
  watcher.on('error', (error: NodeJS.ErrnoException) => {
    // Editors, sync programs and git create folders that vanish before Node reads them. Node still watches all others.
    if (error.code !== 'ENOENT') throw error;
    settle();
  });
  return async () => {
    clearTimeout(timer);
    watcher.close();
  };
}
