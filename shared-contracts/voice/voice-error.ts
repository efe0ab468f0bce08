import type { Failure } from './failure.ts';

/** Something was asked of a call that does not exist yet, or no more. */
export class ConversationNotInstantiatedError extends Error {
  override readonly name = 'ConversationNotInstantiatedError';
  constructor() {
    super('Call object is not available.');
  }
}

/** A call did not come about; `failure` is what the visitor is shown. */
export class ConversationNotStartedError extends Error {
  override readonly name = 'ConversationNotStartedError';
  readonly failure: Failure;
  constructor(failure: Failure, cause?: unknown) {
    super('Vapi conversation could not be started', { cause });
    this.failure = failure;
  }
}
