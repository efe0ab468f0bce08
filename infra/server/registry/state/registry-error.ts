import { type GatewayErrorCode, gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';

/** Whatever the registry refuses or cannot do: a code of the gateway's one error shape and a message fit to be shown. */
export abstract class RegistryError extends Error {
  abstract readonly code: GatewayErrorCode;

  /** The HTTP status the code travels with. */
  get statusCode(): number {
    return gatewayErrorStatus[this.code];
  }
}

const refusal = <Code extends GatewayErrorCode>(name: string, code: Code) =>
  class extends RegistryError {
    override readonly name = name;
    readonly code = code;
  };

/** A build that may not be published, or a version that may not be pinned. The message is one sentence that says how to fix it. */
export class PublishRefusedError extends refusal('PublishRefusedError', 'refused') {}
/** Its number is never given again. */
export class VersionRetiredError extends PublishRefusedError {
  constructor(name: string, version: string) {
    super(`${name} ${version} is retired and its files are gone; publish the build under a new version.`);
  }
}
/** Another caller changed the pin first. */
export class StaleError extends refusal('StaleError', 'stale') {}
/** A remote, a version or an address the registry does not know. */
export class UnknownReleaseError extends refusal('UnknownReleaseError', 'not-found') {}
/** An id, a name or a body that is not of the shape it must have. */
export class MalformedRequestError extends refusal('MalformedRequestError', 'malformed') {}
export class UnauthorizedError extends refusal('UnauthorizedError', 'unauthorized') {}
export class ForbiddenError extends refusal('ForbiddenError', 'forbidden') {}
export class ArchiveTooLargeError extends refusal('ArchiveTooLargeError', 'too-large') {}
export class UnsupportedTypeError extends refusal('UnsupportedTypeError', 'unsupported-type') {}
/** The disk is full or gone: nothing was acknowledged, reading continues. */
export class StoreUnavailableError extends refusal('StoreUnavailableError', 'busy') {}

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
