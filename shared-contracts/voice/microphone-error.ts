import type { FailureCategory } from '../conversation/conversation.ts';

/** Why there is no microphone. */
export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
  readonly category: FailureCategory;

  constructor(category: FailureCategory, cause?: unknown) {
    super(`No microphone: ${category}`, { cause });
    this.category = category;
  }
}
