import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { mostEntries } from '../http/most-entries.ts';

/** Wrong attempts before the first wait: of one name from one address; of a name that is guessed at; of an address. */
const free = { pair: 5, attacked: 1, address: 20 };
const [firstWaitMs, longestWaitMs] = [2_000, 15 * 60_000];
/** An attacker with many addresses pushes out the oldest, never more memory in. */
const mostCounters = 20_000;
const dayMs = 24 * 60 * 60_000;

/** One attempt, counted as wrong until it says otherwise: a hundred at the same moment are a hundred. */
export interface LoginAttempt {
  succeed(): void;
  /** The password was not looked at. */
  release(): void;
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

/**
 * Slows guessing down: each wrong attempt beyond the free ones doubles the wait. Counted are names as they were typed,
 * known or not, so that no one learns which exist. A name that was guessed at often from elsewhere has one free attempt
 * left for each address, also one that never tried: an attacker elsewhere cannot lock an operator out.
 */
export function createLoginThrottle(clock: Clock) {
  const [pairs, addresses, names] = [createCounters(clock), createCounters(clock), createCounters(clock)];

  return {
    /** @returns the attempt, or the seconds until the next one */
    start(address: string, name: string): LoginAttempt | { waitSeconds: number } {
      const typed = name.toLowerCase();
      const pair = `${address} ${typed}`;
      const elsewhere = names.get(typed).count - pairs.get(pair).count;
      const freeAttempts = elsewhere >= free.pair ? free.attacked : free.pair;
      const next = Math.max(nextAttemptAt(pairs.get(pair), freeAttempts), nextAttemptAt(addresses.get(address), free.address));
      if (next > clock.now()) return { waitSeconds: Math.ceil((next - clock.now()) / 1000) };
      pairs.increment(pair);
      addresses.increment(address);
      names.increment(typed);
      const release = () => {
        pairs.decrement(pair);
        addresses.decrement(address);
        names.decrement(typed);
      };
      return {
        release,
        succeed() {
          release();
          pairs.reset(pair);
        },
      };
    },
  };
}

interface Counter {
  count: number;
  /** When it last grew, milliseconds since the epoch. */
  at: number;
}

/** Counters by key, each forgotten a day after it last grew. */
function createCounters(clock: Clock) {
  const counters = new LRUCache<string, Counter>({ ...mostEntries(mostCounters), ttl: dayMs - 1, ttlResolution: 0, perf: clock });
  const get = (key: string): Counter => counters.get(key) ?? { count: 0, at: 0 };
  return {
    get,
    increment: (key: string) => void counters.set(key, { count: get(key).count + 1, at: clock.now() }),
    decrement(key: string) {
      const { count, at } = get(key);
      if (count > 0) counters.set(key, { count: count - 1, at }, { start: at });
    },
    reset: (key: string) => void counters.delete(key),
  };
}

/** Milliseconds since the epoch. */
function nextAttemptAt({ count, at }: Counter, freeAttempts: number): number {
  if (count < freeAttempts) return 0;
  return at + Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, count - freeAttempts));
}
