import { watch } from 'node:fs';

/** Editors write a file in several steps, and a checkout of another branch changes many at once. */
const settledMs = 200;

/** Calls once a burst of changes below the folder has settled. @returns ends it */
export function watchFolder(folder: string, onChange: () => void): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, settledMs);
  });
  return async () => {
    clearTimeout(timer);
    watcher.close();
  };
}
