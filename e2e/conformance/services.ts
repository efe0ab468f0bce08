import type { OwnWords } from '@enfilade/platform/services/own-words';

/** All services of one side behind one address, as a client finds them. */
export interface Services {
  readonly origin: string;
  /** Transcription in OpenAI's shape, with its version; the platform has none, so it may stand elsewhere. */
  readonly transcriptionUrl: string;
  /** Of the platform, which has no language model for others. */
  readonly ownWords?: OwnWords;
  close(): Promise<void>;
}

/** Ours. */
export interface StandIns extends Services {
  /** What the middleware gave out until now is worth nothing any more. */
  expireTokens(): void;
}

export const sides = ['the hosted service', 'the stand-in'] as const;
export type Side = (typeof sides)[number];
