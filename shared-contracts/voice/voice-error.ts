import type { ConversationFailure } from '../conversation/conversation.ts';

/** Something was asked of a call that does not exist yet, or no more. */
export class ConversationNotInstantiatedError extends Error {
  override readonly name = 'ConversationNotInstantiatedError';
  constructor() {
    super('Call object is not available.');
  }
}

/** A call did not come about; `failure` is what the visitor is told. */
export class ConversationNotStartedError extends Error {
  override readonly name = 'ConversationNotStartedError';
  readonly failure: ConversationFailure;
  constructor(failure: ConversationFailure, cause?: unknown) {
    super('Vapi conversation could not be started', { cause });
    this.failure = failure;
  }
}

/** A call was asked for without saying which visit it belongs to: the gateway finds the assistant by the visit. */
export class AssistantMissingError extends Error {
  override readonly name = 'AssistantMissingError';
  constructor() {
    super('Assistant or Squad or Workflow must be provided.');
  }
}
