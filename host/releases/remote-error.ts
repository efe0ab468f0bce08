import type { ErrorStage, Frame, ScreenVitals } from '@enfilade/shared-contracts/api/request-schemas';

/**
 * no-composition: there is no usable release set · unknown-remote: the set does not pin this screen ·
 * incompatible: contract, federation or shared ranges do not fit, found before any script ran ·
 * unreachable: entry, chunk or style did not arrive · integrity: it did not match its hash · late: the deadline passed ·
 * hung: it kept the thread of an earlier page for itself · crashed: an earlier page ended with it ·
 * broken: it arrived but did not evaluate, or is no screen · render-error · suspended: it drew nothing in time ·
 * blank: nothing of it can be seen ·
 * slow: drawing it kept the thread for longer than the place of another screen allows
 */
export type RemoteErrorCode =
  | 'no-composition'
  | 'unknown-remote'
  | 'incompatible'
  | 'unreachable'
  | 'integrity'
  | 'late'
  | 'hung'
  | 'crashed'
  | 'broken'
  | 'render-error'
  | 'suspended'
  | 'blank'
  | 'slow';

/** Why a screen is not there. The message is for museum staff and developers. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly code: RemoteErrorCode;
  /** When its code threw; undefined where nothing did. */
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
  /** The place of a screen in which it was; absent where it was a screen. */
  slot?: string;
  frames?: Frame[];
  /** What was thrown, in place of its frames: they are read when it is sent. */
  cause?: unknown;
  vitals?: ScreenVitals;
}
