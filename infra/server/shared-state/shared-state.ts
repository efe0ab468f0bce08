import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { LRUCache } from 'lru-cache';
import { HttpError } from '../http/exchange.ts';

export interface Pending {
  change: Change<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** An empty text means no value. */
export type Texts = Map<string, string>;

export const toText = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));
export const keysOf = (all: readonly Pending[]): string[] => [...new Set(all.flatMap(({ change }) => change.keys))];
export const lastsOf = ({ lastsMs }: Pick<Change<unknown>, 'lastsMs'>, at: number): number =>
  typeof lastsMs === 'number' ? lastsMs : (lastsMs[at] ?? 0);

const mostTogether = 64;
/** More waiting changes mean that the server hangs or is overloaded. */
const mostWaiting = 20_000;

/** If `handle` rejects, each of its changes rejects. */
export function createQueue(handle: (all: readonly Pending[]) => Promise<void>) {
  const waiting: Pending[] = [];
  let isBusy = false;
  async function work(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length > 0) {
      const all = waiting.splice(0, mostTogether);
      await handle(all).catch((error: unknown) => {
        for (const { reject } of all) reject(error);
      });
    }
    isBusy = false;
  }
  return <Result>(change: Change<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) return reject(new HttpError('busy', { reason: 'too many changes of the state wait' }));
      waiting.push({ change, resolve: resolve as (result: unknown) => void, reject });
      setImmediate(() => void work());
    });
}

export interface Decided {
  next: Texts;
  lastsMs: ReadonlyMap<string, number>;
  /** Resolves or rejects all callers. Call `settle` after the values are stored. */
  settle(): void;
}

export function decideAll(all: readonly Pending[], found: Texts): Decided {
  // A damaged value counts as missing.
  const values = new Map(keysOf(all).map((key) => [key, parseJson(found.get(key) ?? '')]));
  const lastsMs = new Map<string, number>();
  const outcomes = all.map((pending) => decideOn(pending, values, lastsMs));
  const texts = [...lastsMs.keys()].map((key): [string, string] => [key, toText(values.get(key))]);
  return {
    next: new Map(texts.filter(([key, text]) => text !== (found.get(key) ?? ''))),
    lastsMs,
    settle() {
      for (const settle of outcomes) settle();
    },
  };
}

/** Updates `values`. @returns a function that settles the caller */
function decideOn({ change, resolve, reject }: Pending, values: Map<string, unknown>, lastsMs: Map<string, number>): () => void {
  try {
    const found = change.keys.map((key) => values.get(key));
    const { result, values: next } = change.decide(found);
    for (const [at, value] of (next ?? []).entries()) {
      const key = change.keys[at] ?? '';
      values.set(key, value);
      lastsMs.set(key, Math.max(lastsMs.get(key) ?? 1, Math.ceil(lastsOf(change, at))));
    }
    return () => resolve(result);
  } catch (error) {
    return () => reject(error);
  }
}

/** Each value is JSON. Undefined for a missing value. */
export type Values = readonly unknown[];

export interface Decision<Result> {
  result: Result;
  /** In the order of the keys. Undefined removes a value. If `values` is missing, nothing changes. */
  values?: Values;
}

export interface Change<Result> {
  keys: readonly string[];
  /** Lifetime after the last change, for all values or for each. */
  lastsMs: number | readonly number[];
  /** Has no side effects, because `decide` is called again if another process changed a value meanwhile. */
  decide(values: Values): Decision<Result>;
}

/** A change is atomic over its keys. */
export interface SharedState {
  isShared: boolean;
  /** @throws the error of `decide`; an error that is answered as `busy` if the state cannot be reached */
  change<Result>(change: Change<Result>): Promise<Result>;
  /** As a sentence. Undefined if values can be changed and stored. */
  problem(): string | undefined;
  close(): Promise<void>;
}

interface MemoryStateOptions {
  clock: Clock;
  /** The least recently used entries are deleted first. */
  mostValues?: number;
}

/** All values end with the process. */
export function createMemoryState({ clock, mostValues = 100_000 }: MemoryStateOptions): SharedState {
  // `max` instead of `maxSize` would allocate the whole cache at once, which takes 18 ms at each start.
  const values = new LRUCache<string, { value: unknown; endsAt: number }>({ maxSize: mostValues, sizeCalculation: () => 1 });
  const find = (key: string): unknown => {
    const found = values.get(key);
    return found && found.endsAt > clock.now() ? found.value : undefined;
  };
  return {
    isShared: false,
    async change(change) {
      const found = change.keys.map(find);
      const { result, values: next = [] } = change.decide(found);
      for (const [at, value] of next.entries()) {
        const key = change.keys[at] ?? '';
        // Writing the same value does not extend its lifetime, as in the other states.
        if (toText(value) === toText(found[at])) continue;
        if (value === undefined) values.delete(key);
        else values.set(key, { value, endsAt: clock.now() + lastsOf(change, at) });
      }
      return result;
    },
    problem: () => undefined,
    async close() {},
  };
}
