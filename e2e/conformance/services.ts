import type { OwnWords } from '@enfilade/platform/services/own-words';

/** All services of one side behind one address, as a client finds them. */
export interface Services {
  readonly origin: string;
  /** Transcription in OpenAI's shape, with its version; the platform has no transcription, so the address may differ. */
  readonly transcriptionUrl: string;
  /** Function of the platform, which offers no language model to others. */
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
