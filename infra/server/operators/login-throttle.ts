import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { SharedState } from '../shared-state/shared-state.ts';

/** Wrong attempts before the first wait: of one name from one address; of a name that is guessed at; of an address. */
const free = { pair: 5, attacked: 1, address: 20 };
const [firstWaitMs, longestWaitMs] = [2_000, 15 * 60_000];
const dayMs = 24 * 60 * 60_000;

/** One attempt, counted as wrong until it says otherwise: a hundred at the same moment are a hundred. */
export interface LoginAttempt {
  succeed(): Promise<void>;
  /** The password was not looked at. */
  release(): Promise<void>;
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

export interface LoginThrottleOptions {
  kept: Pick<SharedState, 'change'>;
  clock: Pick<Clock, 'now'>;
  /** Makes of an address, or of what was typed as a name, one that says nothing of it. */
  nameOf(text: string): string;
}

/**
 * Slows guessing down: each wrong attempt beyond the free ones doubles the wait, at whichever gateway of the site. Counted
 * are names as they were typed, known or not, so that no one learns which exist. A name that was guessed at often from
 * elsewhere has one free attempt left for each address, also one that never tried: an attacker elsewhere cannot lock an
 * operator out.
 */
export function createLoginThrottle({ kept, clock, nameOf }: LoginThrottleOptions) {
  const read = (value: unknown): Counter => {
    const counter = readCounter(value);
    return counter.at + dayMs > clock.now() ? counter : never;
  };
  return {
    /** @returns the attempt, or the seconds until the next one */
    async start(address: string, name: string): Promise<LoginAttempt | { waitSeconds: number }> {
      const typed = name.toLowerCase();
      const keys = [`login-pair:${nameOf(`${address} ${typed}`)}`, `login-address:${nameOf(address)}`, `login-name:${nameOf(typed)}`];
      const change = (turn: (counters: Counter[]) => (Counter | undefined)[]) =>
        kept.change({ keys, lastsMs: dayMs, decide: (found) => ({ result: undefined, values: turn(found.map(read)) }) });
      const waitMs = await kept.change({
        keys,
        lastsMs: dayMs,
        decide(found) {
          const [pair = never, ofAddress = never, ofName = never] = found.map(read);
          const freeAttempts = ofName.count - pair.count >= free.pair ? free.attacked : free.pair;
          const next = Math.max(nextAttemptAt(pair, freeAttempts), nextAttemptAt(ofAddress, free.address));
          const at = clock.now();
          if (next > at) return { result: next - at };
          return { result: 0, values: [pair, ofAddress, ofName].map(({ count }) => ({ count: count + 1, at })) };
        },
      });
      if (waitMs > 0) return { waitSeconds: Math.ceil(waitMs / 1000) };
      return {
        release: () => change((counters) => counters.map(decrement)),
        succeed: () => change(([, ...others]) => [undefined, ...others.map(decrement)]),
      };
    },
  };
}

interface Counter {
  count: number;
  /** When it last grew, milliseconds since the epoch; a day later it is forgotten. */
  at: number;
}

const never: Counter = { count: 0, at: 0 };

const decrement = ({ count, at }: Counter): Counter | undefined => (count > 1 ? { count: count - 1, at } : undefined);

/** Milliseconds since the epoch. */
function nextAttemptAt({ count, at }: Counter, freeAttempts: number): number {
  if (count < freeAttempts) return 0;
  return at + Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, count - freeAttempts));
}

const readCounter = (value: unknown): Counter => (value as Counter | undefined) ?? never;
