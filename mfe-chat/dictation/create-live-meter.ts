import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { type Live, still } from './dictation-view.ts';
import { addLevels, barMs } from './levels.ts';

export interface LiveMeter extends ReadableStore<Live> {
  start(read: () => Pick<Live, 'words'> & { level: number }): void;
  /** What it shows stays. */
  stop(): void;
  clear(): void;
}

/** Watches a recording; apart from the state, which would redraw a screen each time. */
export function createLiveMeter(clock: Clock): LiveMeter {
  let live = still;
  let stop = () => {};
  const listeners = new Set<(now: Live, before: Live) => void>();
  const become = (next: Live) => {
    const before = live;
    live = next;
    for (const listener of listeners) listener(live, before);
  };
  return {
    getState: () => live,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start(read) {
      const since = clock.now();
      let drawn = 0;
      const look = () => {
        const elapsedMs = clock.now() - since;
        const due = Math.floor(elapsedMs / barMs);
        const { level, words } = read();
        become({ levels: addLevels(live.levels, level, due - drawn), seconds: elapsedMs / 1000, words });
        drawn = due;
        stop = clock.after(barMs - (elapsedMs % barMs), look);
      };
      stop = clock.after(barMs, look);
    },
    stop: () => stop(),
    clear() {
      stop();
      become(still);
    },
  };
}
