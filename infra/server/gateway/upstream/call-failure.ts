import type { CallOutcome } from '../../http/metrics.ts';

/** How a call ended that brought no answer. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  /** Whether it is held against the service: not when it was `cancelled`. */
  readonly outcome: Exclude<CallOutcome, 'ok' | 'refused'>;
  /** Whether the headers of an answer had come. */
  readonly isAnswered: boolean;

  constructor(outcome: CallFailure['outcome'], isAnswered: boolean, cause: unknown) {
    super(outcome, { cause });
    this.outcome = outcome;
    this.isAnswered = isAnswered;
  }
}
