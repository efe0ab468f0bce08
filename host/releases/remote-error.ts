import type { ErrorStage, Frame, ScreenVitals } from '@enfilade/shared-contracts/api/request-schemas';

/**
 * unreachable: the set, the screen in the set, or a file failed to load · incompatible: contract, federation or shared ranges do not fit,
 * which is found before any script runs · integrity: bytes do not match their hash or signature · late: the files did not load before the
 * deadline · hung: the version made an earlier page hang at its start · broken: the code threw, exposes no screen, or rendered nothing
 * visible before the deadline
 */
export type RemoteErrorCode = 'unreachable' | 'incompatible' | 'integrity' | 'late' | 'hung' | 'broken';

/** First for loading a screen (entry, chunks, styles and texts together), then for rendering it. */
export const screenLimitMs = 5_000;

/** The message is for museum staff and developers. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly code: RemoteErrorCode;
  /** Undefined if no code threw. */
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

/** Any other error means that the screen does not work. */
export const toRemoteError = (cause: unknown): RemoteError =>
  cause instanceof RemoteError ? cause : new RemoteError('broken', cause instanceof Error ? cause.message : String(cause), cause);

export interface ScreenReport {
  remote: string;
  version: string;
  kind: 'loaded' | 'failed' | 'render-error' | 'violation' | 'error' | 'vitals';
  milliseconds?: number;
  code?: string;
  stage?: ErrorStage | undefined;
  /** Absent for a screen. */
  slot?: string;
  frames?: Frame[];
  /** The frames of the thrown value are read when the report is sent. */
  cause?: unknown;
  vitals?: ScreenVitals;
}
