import type { ApiError } from '../api/api-error.ts';

/**
 * network, timeout, refused, interrupted, malformed: of any transport.
 * microphone-*: denied by the visitor or the system, the prompt closed without an answer, none there, used by
 * another program · insecure: no microphone without HTTPS · unsupported: this
 * browser cannot · other-tab: another tab has the voice · ended: the museum's side ended the call.
 */
export type FailureCategory =
  | 'network'
  | 'timeout'
  | 'refused'
  | 'interrupted'
  | 'malformed'
  | 'microphone-denied'
  | 'microphone-dismissed'
  | 'microphone-missing'
  | 'microphone-busy'
  | 'insecure'
  | 'unsupported'
  | 'other-tab'
  | 'ended';

export interface Failure {
  /** What the view chooses its words by. */
  category: FailureCategory;
  retryAfterSeconds?: number;
}

/** Why there is no voice, or no microphone for it. */
export class VoiceError extends Error {
  override readonly name = 'VoiceError';
  readonly category: FailureCategory;

  constructor(category: FailureCategory, cause?: unknown) {
    super(`No voice: ${category}`, { cause });
    this.category = category;
  }
}

/** What the visitor is shown of a request that failed. `aborted` is never shown: its caller has left. */
export function toFailure({ category, retryAfterSeconds }: Pick<ApiError, 'category' | 'retryAfterSeconds'>): Failure {
  return { category: category === 'aborted' ? 'interrupted' : category, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}
