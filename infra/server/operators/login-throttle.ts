import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';

/** An attacker with many addresses pushes out the oldest, never more memory in. */
const mostKept = 20_000;
const memoryMs = 24 * 60 * 60_000;

/** Counts by key, each forgotten a day after it last grew. */
interface Tallies {
  /** `at`: when it last grew, milliseconds since the epoch. */
  get(key: string): { count: number; at: number };
  add(key: string): void;
  takeBack(key: string): void;
  clear(key: string): void;
}

function createTallies(clock: Clock): Tallies {
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

/** Wrong tries before the first wait: of one name from one address; of a name that is guessed at; of an address. */
const free = { pair: 5, attacked: 1, address: 20 };
const [firstWaitMs, longestWaitMs] = [2_000, 15 * 60_000];

/** One try, counted as wrong until it says otherwise: a hundred at the same moment are a hundred. */
export interface LoginTry {
  right(): void;
  /** The password was not looked at. */
  undone(): void;
}

export interface LoginTries {
  /** @returns the try, or the seconds until the next one */
  begin(address: string, name: string): LoginTry | { waitSeconds: number };
}

/**
 * Slows guessing down: each wrong try beyond the free ones doubles the wait. Counted are names as they were typed,
 * known or not, so that nobody learns which exist. A name that was guessed at often from elsewhere has one free try
 * left an address; an address that never tried has it whatever others did: nobody can lock an operator out from elsewhere.
 */
export function createLoginTries(clock: Clock): LoginTries {
  const [pairs, addresses, names] = [createTallies(clock), createTallies(clock), createTallies(clock)];

  return {
    begin(address, name) {
      const typed = name.toLowerCase();
      const pair = `${address} ${typed}`;
      const elsewhere = names.get(typed).count - pairs.get(pair).count;
      const freeTries = elsewhere >= free.pair ? free.attacked : free.pair;
      const next = Math.max(nextTryAt(pairs.get(pair), freeTries), nextTryAt(addresses.get(address), free.address));
      if (next > clock.now()) return { waitSeconds: Math.ceil((next - clock.now()) / 1000) };
      pairs.add(pair);
      addresses.add(address);
      names.add(typed);
      const undone = () => {
        pairs.takeBack(pair);
        addresses.takeBack(address);
        names.takeBack(typed);
      };
      return {
        undone,
        right() {
          undone();
          pairs.clear(pair);
        },
      };
    },
  };
}

/** Milliseconds since the epoch. */
function nextTryAt({ count, at }: { count: number; at: number }, freeTries: number): number {
  if (count < freeTries) return 0;
  return at + Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, count - freeTries));
}
