import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import { HttpError } from '../../http/exchange.ts';

/** Whatever the registry refuses or cannot do. Unlike other errors it has a message of its own, fit to be shown. */
export class RegistryError extends HttpError {
  constructor(code: GatewayErrorCode, message: string, options?: ErrorOptions) {
    super(code, options);
    this.message = message;
  }
}

const refusal = (code: GatewayErrorCode) =>
  class extends RegistryError {
    constructor(message: string, options?: ErrorOptions) {
      super(code, message, options);
    }
  };

/** A build that may not be published, or a version that may not be pinned. The message is one sentence that says how to fix it. */
export class PublishRefusedError extends refusal('refused') {}
/** Its number is never given again. */
export class VersionRetiredError extends PublishRefusedError {
  constructor(name: string, version: string) {
    super(`${name} ${version} is retired and its files are gone; publish the build under a new version.`);
  }
}
/** Another caller changed the pin first. */
export class StaleError extends refusal('stale') {}
/** A remote, a version or an address that the registry does not have. */
export class UnknownReleaseError extends refusal('not-found') {}
/** An id, a name or a body that is not of the shape it must have. */
export class MalformedRequestError extends refusal('malformed') {}
export class UnauthorizedError extends refusal('unauthorized') {}
export class ForbiddenError extends refusal('forbidden') {}
export class ArchiveTooLargeError extends refusal('too-large') {}
export class UnsupportedTypeError extends refusal('unsupported-type') {}
/** The disk is full or gone: nothing was acknowledged, reading continues. */
export class StoreUnavailableError extends refusal('busy') {}

const diskFaults: [RegExp, string][] = [
  [/^(?:ENOSPC|EDQUOT|SQLITE_FULL)/, ' (the disk is full)'],
  [/^(?:EROFS|EACCES|EPERM|SQLITE_READONLY)/, ' (DATA_DIR cannot be written)'],
];

/** What the machine says of the error that kept a file from being written, in parentheses; empty when it is nothing known. */
export function diskFaultOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return diskFaults.find(([codes]) => codes.test(code))?.[1] ?? '';
}

/** The journal cannot be replayed. Nothing was changed; the start ends here. */
export class JournalBrokenError extends Error {
  override readonly name = 'JournalBrokenError';
}
