import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';

/** An attacker with many addresses pushes out the oldest, never more memory in. */
const mostKept = 20_000;
const memoryMs = 24 * 60 * 60_000;

/** Counts by key, each forgotten a day after it last grew. */
export interface Tallies {
  /** `at`: when it last grew, milliseconds since the epoch. */
  get(key: string): { count: number; at: number };
  add(key: string): void;
  takeBack(key: string): void;
  clear(key: string): void;
}

export function createTallies(clock: Clock): Tallies {
  const kept = new LRUCache<string, { count: number; at: number }>({ max: mostKept });
  const get = (key: string) => {
    const tally = kept.get(key);
    return tally && clock.now() - tally.at < memoryMs ? tally : { count: 0, at: 0 };
  };
  return {
    get,
    add: (key) => void kept.set(key, { count: get(key).count + 1, at: clock.now() }),
    takeBack(key) {
      const { count, at } = get(key);
      if (count > 0) kept.set(key, { count: count - 1, at });
    },
    clear: (key) => void kept.delete(key),
  };
}
