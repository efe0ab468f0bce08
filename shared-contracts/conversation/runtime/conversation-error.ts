import type { TransportKind } from '../conversation.ts';

/** A conversation was started before it was known where it takes place. */
export class ConversationContextError extends Error {
  override readonly name = 'ConversationPlaceError';
  readonly code: 'collection-undefined' | 'museum-undefined';
  constructor(code: 'collection-undefined' | 'museum-undefined') {
    super(code === 'museum-undefined' ? 'Museum ID is undefined.' : 'Collection ID is undefined.');
    this.code = code;
  }
}

/** A transport was asked for that this page does not have. */
export class ConversationNotAvailableError extends Error {
  override readonly name = 'ConversationNotAvailableError';
  readonly code = 'conversation-not-available';
  constructor(kind: TransportKind) {
    super(`This page has no ${kind} transport`);
  }
}

/** A transport failed while it was being started; it is closed again. */
export class TransportNotStartedError extends Error {
  override readonly name = 'TransportNotStartedError';
  readonly code = 'transport-not-started';
  constructor(kind: TransportKind, cause: unknown) {
    super(`The ${kind} transport could not be started`, { cause });
  }
}
