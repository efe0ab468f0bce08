/** Something the guide is to say: one turn of its own. */
export interface Saying {
  /** As it is written. */
  text: string;
  source: 'model' | 'force-say';
  /** Of the answer, in `model-output` and `user-interrupted`. */
  turnId?: string;
  /** Whether the visitor's voice ends it. */
  isInterruptible: boolean;
  /** The call ends when it was heard. */
  endsCall: boolean;
}

/** What became of it. */
export interface Said {
  saying: Saying;
  /** As far as it was heard; empty when nothing was. */
  heard: string;
  isWhole: boolean;
  durationMs: number;
}
