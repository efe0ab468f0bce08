import type { ErrorStage, Frame, ScreenVitals } from '@enfilade/shared-contracts/api/request-schemas';

/**
 * unreachable: the set, the screen in the set, or a file did not arrive ·
 * incompatible: contract, federation or shared ranges do not fit, which is found before any script runs ·
 * integrity: bytes do not match their hash or signature ·
 * late: it did not arrive before the deadline ·
 * hung: an earlier page ended while it started ·
 * broken: it arrived, and threw, is no screen, or drew nothing that can be seen before the deadline
 */
export type RemoteErrorCode = 'unreachable' | 'incompatible' | 'integrity' | 'late' | 'hung' | 'broken';

/** How long a visitor waits for a screen: for entry, chunks, styles and texts together, and then for something drawn. */
export const screenLimitMs = 5_000;

/** Why a screen is not there. The message is for museum staff and developers. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly code: RemoteErrorCode;
  /** Time at which its code threw; undefined if nothing threw. */
  readonly stage: ErrorStage | undefined;

  constructor(
    code: RemoteErrorCode,
    message: string,
    cause?: unknown,
    stage: ErrorStage | undefined = code === 'broken' && cause !== undefined ? 'load' : undefined,
  ) {
    super(message, { cause });
    this.code = code;
    this.stage = stage;
  }
}

/** The error as a RemoteError; any other error means that the screen does not work. */
export const toRemoteError = (cause: unknown): RemoteError =>
  cause instanceof RemoteError ? cause : new RemoteError('broken', cause instanceof Error ? cause.message : String(cause), cause);

/** Sent to the gateway: a screen loaded, a screen failed and how, something threw, what the visit felt of it, or the host ignored a release set. */
export interface ScreenReport {
  remote: string;
  version: string;
  kind: 'loaded' | 'failed' | 'render-error' | 'violation' | 'error' | 'vitals';
  milliseconds?: number;
  code?: string;
  stage?: ErrorStage | undefined;
  /** Slot of a screen that contained the failed filler; absent for a screen. */
  slot?: string;
  frames?: Frame[];
  /** What was thrown, in place of its frames: they are read when it is sent. */
  cause?: unknown;
  vitals?: ScreenVitals;
}
