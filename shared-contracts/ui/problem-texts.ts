/** What keeps the last question from its answer, as keys of a screen's texts. */
export interface ProblemTexts {
  /** What happened. */
  sentence: string;
  /** What became of the question, or what to do. */
  advice?: string;
  /** Seconds, for the advice that names them. */
  count?: number;
  /** The word on the button. */
  action: 'failure.retry' | 'failure.askAgain';
}
