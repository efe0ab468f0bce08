/** What the developer can mend, in one sentence; the command ends with 1. */
export class DevError extends Error {
  override readonly name = 'DevError';
  readonly code = 'dev';
}

/** The command was called as it cannot be; it ends with 2. */
export class DevUsageError extends Error {
  override readonly name = 'DevUsageError';
  readonly code = 'dev-usage';
}
