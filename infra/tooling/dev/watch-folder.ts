import type { EventEmitter } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';

/** Where a remote's sources are. */
export interface RemoteFolder {
  name: string;
  folder: string;
}

export interface WatchedBuild {
  close(): Promise<void>;
}

/** Editors write a file in several steps, and a checkout of another branch changes many at once. */
export const settledMs = 200;

type OpenWatcher = (
  folder: string,
  options: { recursive: true },
  onChange: () => void,
) => Pick<FSWatcher, 'close'> & Pick<EventEmitter, 'on'>;

/** Calls once a burst of changes below the folder has settled. @returns ends it */
export function watchFolder(folder: string, onChange: () => void, open: OpenWatcher = watch): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, settledMs);
  };
  const watcher = open(folder, { recursive: true }, settle);
  watcher.on('error', (error: NodeJS.ErrnoException) => {
    // Editors, sync programs and git make folders that are gone before Node has looked into them; Node sees all others all the same.
    if (error.code !== 'ENOENT') throw error;
    settle();
  });
  return async () => {
    clearTimeout(timer);
    watcher.close();
  };
}
