import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Log } from '../http/create-log.ts';
import type { Registry } from '../registry/registry.ts';
import type { Decision, SharedState } from '../shared-state/shared-state.ts';

export type LoginRecord = Parameters<Registry['recordLogin']>[0];
export type RecordLogin = (record: LoginRecord) => Promise<unknown>;

/** The journal's actor for the site itself. */
const actor = 'watch';
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** The first refusals of an hour get a record each. Each further record is written when the number of refusals has doubled. */
const mostAlone = 5;

export type LoginLog = ReturnType<typeof createLoginLog>;

interface LoginLogOptions {
  record?: RecordLogin | undefined;
  kept: Pick<SharedState, 'change'>;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

/**
 * Anybody can cause refused logins, so an account, and all unknown names together, have up to about twenty records an hour.
 * The login works even if its record cannot be written, because the person who repairs the site must log in.
 */
export function createLoginLog({ record, kept, clock, log }: LoginLogOptions) {
  async function write(entry: LoginRecord): Promise<void> {
    await record?.(entry).catch((error: unknown) => log.error({ err: error, ...entry }, 'a login could not be written to the audit log'));
  }
  /** @returns the number of refusals for a record; 0 if no record is due */
  const countRefusal = (name: string | undefined) =>
    kept.change({
      keys: [`refused:${name ?? ''}`],
      lastsMs: dayMs,
      decide([found]) {
        const { since = clock.now(), times = 0, told = 0 } = (found ?? {}) as Partial<Record<'since' | 'times' | 'told', number>>;
        const isOver = clock.now() - since >= hourMs;
        const now = isOver ? { since: clock.now(), times: times - told + 1, told: 0 } : { since, times: times + 1, told };
        const isDue = isOver || now.times <= mostAlone || now.times >= 2 * now.told;
        return { result: isDue ? now.times - now.told : 0, values: [isDue ? { ...now, told: now.times } : now] };
      },
    });
  return {
    loggedIn: (name: string) => write({ action: 'operator-logged-in', actor: `operator:${name}`, payload: { name } }),
    loggedOut: (name: string) => write({ action: 'operator-logged-out', actor: `operator:${name}`, payload: { name } }),
    /** @param name the account's name; undefined if no account matches */
    async refused(name: string | undefined): Promise<void> {
      const times = await countRefusal(name);
      if (times > 0) await write({ action: 'login-refused', actor, payload: { name: name ?? null, times } });
    },
  };
}

/** Attempts before the first wait: for a name from an address, for a name under attack from an address, and for an address. */
const free = { pair: 5, attacked: 1, address: 20 };
const [firstWaitMs, longestWaitMs] = [2_000, 15 * 60_000];

/** Each attempt counts as wrong from its start, so that simultaneous attempts are limited too. */
export interface LoginAttempt {
  succeed(): Promise<void>;
  /** Uncounts an attempt whose password was not checked. */
  release(): Promise<void>;
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

interface LoginThrottleOptions {
  kept: Pick<SharedState, 'change'>;
  clock: Pick<Clock, 'now'>;
  /** Hashes an address or a typed name for storage. */
  nameOf(text: string): string;
}

/**
 * Each wrong attempt after the free ones doubles the wait at all gateways. Unknown names count too, so nobody learns which names exist.
 * For a name under attack, every address has one free attempt, so that an attacker elsewhere cannot lock an operator out.
 */
export function createLoginThrottle({ kept, clock, nameOf }: LoginThrottleOptions) {
  return {
    /** @returns the attempt, or the seconds until the next attempt */
    async start(address: string, name: string): Promise<LoginAttempt | { waitSeconds: number }> {
      const typed = name.toLowerCase();
      const keys = [`login-pair:${nameOf(`${address} ${typed}`)}`, `login-address:${nameOf(address)}`, `login-name:${nameOf(typed)}`];
      const change = <Result>(decide: (counters: Counter[]) => Decision<Result>) =>
        kept.change({ keys, lastsMs: dayMs, decide: (found) => decide(found.map((value) => (value as Counter | undefined) ?? never)) });
      const waitMs = await change(([pair = never, ofAddress = never, ofName = never]) => {
        const freeAttempts = ofName.count - pair.count >= free.pair ? free.attacked : free.pair;
        const next = Math.max(nextAttemptAt(pair, freeAttempts), nextAttemptAt(ofAddress, free.address));
        const at = clock.now();
        if (next > at) return { result: next - at };
        return { result: 0, values: [pair, ofAddress, ofName].map(({ count }) => ({ count: count + 1, at })) };
      });
      if (waitMs > 0) return { waitSeconds: Math.ceil(waitMs / 1000) };
      return {
        release: () => change((counters) => ({ result: undefined, values: counters.map(decrement) })),
        succeed: () => change(([, ...others]) => ({ result: undefined, values: [undefined, ...others.map(decrement)] })),
      };
    },
  };
}

interface Counter {
  count: number;
  /** Time of the last increase, in milliseconds since the epoch. */
  at: number;
}

const never: Counter = { count: 0, at: 0 };

const decrement = ({ count, at }: Counter): Counter | undefined => (count > 1 ? { count: count - 1, at } : undefined);

function nextAttemptAt({ count, at }: Counter, freeAttempts: number): number {
  if (count < freeAttempts) return 0;
  return at + Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(20, count - freeAttempts));
}
