import { HttpError } from '../http/exchange.ts';

/** A requested change, and the promise of its caller. */
export interface Pending {
  change: Change<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Text of each key, current or new; empty: no value. */
export type Texts = Map<string, string>;

export const toText = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));
export const parseText = (text: string | undefined): unknown => (text ? (JSON.parse(text) as unknown) : undefined);
export const keysOf = (all: readonly Pending[]): string[] => [...new Set(all.flatMap(({ change }) => change.keys))];
/** How long the value at a place of the change's keys lasts. */
export const lastsOf = ({ lastsMs }: Pick<Change<unknown>, 'lastsMs'>, at: number): number =>
  typeof lastsMs === 'number' ? lastsMs : (lastsMs[at] ?? 0);

/** Changes that are made with one request at most. */
const mostTogether = 64;
/** The server hangs, or is overloaded. */
const mostWaiting = 20_000;

/** Requests that arrive while others run, or within one turn of the loop, are handled together. `handle` never rejects. */
export function createQueue(handle: (all: readonly Pending[]) => Promise<void>) {
  const waiting: Pending[] = [];
  let isBusy = false;
  async function work(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length > 0) await handle(waiting.splice(0, mostTogether));
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
  /** New values of the changed keys. */
  next: Texts;
  /** For how long each key lasts that was decided about. */
  lastsMs: ReadonlyMap<string, number>;
  /** Tells everybody the result, once it holds. */
  settle(): void;
}

/** Decides over what was found as if one change came after the other. */
export function decideAll(all: readonly Pending[], found: Texts): Decided {
  const values = new Map(keysOf(all).map((key) => [key, parseText(found.get(key))]));
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

/** Decides over `values` and writes into them. @returns what tells the result */
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

/** A value under a key: JSON, or undefined if there is none. */
export type Values = readonly unknown[];

/** What to do with the values that were found. */
export interface Decision<Result> {
  result: Result;
  /** One for each key, in their order; undefined removes it. Absent: nothing changes. */
  values?: Values;
}

export interface Change<Result> {
  keys: readonly string[];
  /** Lifetime after the last change, for all values or for each. */
  lastsMs: number | readonly number[];
  /** Has no effects: it is called again if another process changed one of the values meanwhile. */
  decide(values: Values): Decision<Result>;
}

/**
 * What the gateways of a site count and remember together. Each change is all or nothing over its keys, and no reader
 * sees a part of a change.
 */
export interface SharedState {
  /** Whether other processes have it too. */
  isShared: boolean;
  /**
   * @returns what `decide` gave
   * @throws what `decide` threw; HttpError `busy` if the server of the state cannot be reached
   */
  change<Result>(change: Change<Result>): Promise<Result>;
  /** Why values cannot be changed or kept at the moment, in a sentence; undefined if they can. */
  problem(): string | undefined;
  close(): Promise<void>;
}
