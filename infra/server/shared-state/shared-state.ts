/** A value under a key: JSON, or undefined where there is none. */
export type Values = readonly unknown[];

/** What to do with the values that were found. */
export interface Decision<Result> {
  result: Result;
  /** One for each key, in their order; undefined removes it. Absent: nothing changes. */
  values?: Values;
}

export interface Change<Result> {
  keys: readonly string[];
  /** Values are forgotten so long after their last change: all of them, or each. */
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
