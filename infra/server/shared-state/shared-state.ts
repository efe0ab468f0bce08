/** A value under a key: JSON, or undefined where there is none. */
export type Values = readonly unknown[];

/** What to do with the values that were found. */
export interface Decision<Result> {
  result: Result;
  /** One for each key, in their order; undefined removes it. Absent: nothing changes. */
  values?: Values;
}

/** How a value is decided about. */
export interface Circumstances {
  /**
   * The part of what is still free that this process may give away by itself: 1, or the N-th part where N processes cannot
   * reach each other.
   */
  share: number;
  /** The values as all processes had them last, where `share` is below 1; otherwise those that were found. */
  agreed: Values;
}

export interface Change<Result> {
  keys: readonly string[];
  /** Values are forgotten so long after their last change: all of them, or each. */
  lastsMs: number | readonly number[];
  /** Has no effects: it is called again when another process changed one of the values meanwhile. */
  decide(values: Values, circumstances: Circumstances): Decision<Result>;
}

/**
 * What the gateways of a site count and remember together. Each change is all or nothing over its keys, and nobody sees
 * half of it.
 */
export interface SharedState {
  /** Whether other processes have it too. */
  isShared: boolean;
  /** @returns what `decide` gave; rejects with what it threw */
  change<Result>(change: Change<Result>): Promise<Result>;
  /** Why the processes of the site do not agree at the moment, in a sentence; undefined when they do. */
  problem(): string | undefined;
  close(): Promise<void>;
}

/** Brings what a process did by itself to what all others did: the value to keep, by the kind of value, the first part of its key. */
export type Merges = Readonly<Record<string, (agreed: unknown, own: unknown, found: unknown) => unknown>>;

export const kindOf = (key: string) => key.slice(0, key.indexOf(':'));
