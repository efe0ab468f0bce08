/** What keeps the last question from its answer, as keys of a screen's texts. */
export interface TroubleWords {
  /** What happened. */
  sentence: string;
  /** What became of the question, or what to do. */
  advice?: string;
  /** Seconds, for the advice that names them. */
  count?: number;
  /** The word on the button. */
  remedy: 'failure.retry' | 'failure.askAgain';
}
