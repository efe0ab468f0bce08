import type { ApiError } from '../api/api-error.ts';

/**
 * network, timeout, refused, interrupted, malformed: of any transport · denied: by the visitor or the system · dismissed: the prompt closed
 * without an answer · busy: used by another program · insecure: no microphone without HTTPS · unsupported: by this browser · other-tab:
 * another tab has the voice · ended: the museum's side ended the call.
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
  /** The view chooses its words by the category. */
  category: FailureCategory;
  retryAfterSeconds?: number;
}

export class VoiceError extends Error {
  override readonly name = 'VoiceError';
  readonly category: FailureCategory;

  constructor(category: FailureCategory, cause?: unknown) {
    super(`No voice: ${category}`, { cause });
    this.category = category;
  }
}

/** `aborted` is never shown, because its caller has left. */
export function toFailure({ category, retryAfterSeconds }: Pick<ApiError, 'category' | 'retryAfterSeconds'>): Failure {
  return { category: category === 'aborted' ? 'interrupted' : category, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}
