import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import { HttpError } from '../../http/exchange.ts';
import { codeOf } from '../../http/kit.ts';

/** The message may be shown to users, unlike messages of other errors. */
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

/** The message is one sentence that says what to do. */
export class PublishRefusedError extends refusal('refused') {}
/** The number of a retired version is never used again. */
export class VersionRetiredError extends PublishRefusedError {
  constructor(name: string, version: string) {
    super(`${name} ${version} is retired and its files are gone; publish the build under a new version.`);
  }
}
/** Another caller changed the pin first. */
export class StaleError extends refusal('stale') {}
export class UnknownReleaseError extends refusal('not-found') {}
export class MalformedRequestError extends refusal('malformed') {}
export class UnauthorizedError extends refusal('unauthorized') {}
export class ForbiddenError extends refusal('forbidden') {}
export class ArchiveTooLargeError extends refusal('too-large') {}
export class UnsupportedTypeError extends refusal('unsupported-type') {}
/** The store cannot write, for example because the disk is full. The change was not acknowledged, and reads continue. */
export class StoreUnavailableError extends refusal('busy') {}

const diskFaults: [RegExp, string][] = [
  [/^(?:ENOSPC|EDQUOT|SQLITE_FULL)/, ' (the disk is full)'],
  [/^(?:EROFS|EACCES|EPERM|SQLITE_READONLY)/, ' (DATA_DIR cannot be written)'],
];

/** In parentheses. Empty for an unknown cause. */
export function diskFaultOf(cause: unknown): string {
  return diskFaults.find(([codes]) => codes.test(codeOf(cause)))?.[1] ?? '';
}

/** The start ends without any change. */
export class JournalBrokenError extends Error {
  override readonly name = 'JournalBrokenError';
}
