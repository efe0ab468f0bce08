/** The database cannot be used as it is. The message is one sentence, with the way out. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
}

/** The database did not run a statement. */
export class DatabaseFaultError extends Error {
  override readonly name = 'DatabaseFaultError';
  /** Of the system, SQLite or PostgreSQL; empty if none of them gave one. */
  readonly code: string;
  /** Whether the statement certainly changed nothing. */
  readonly isUndone: boolean;

  constructor(isUndone: boolean, cause: unknown) {
    // Not the message of the cause, which may repeat an address with a password.
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    super(`The database did not run a statement (${code || 'no answer'}): try again later.`, { cause });
    this.code = code;
    this.isUndone = isUndone;
  }
}

const program = process.env['ENFILADE_PROGRAM'];
/** How the commands that save and restore a site are called: a release archive names its program, a checkout uses npm. */
export const registryCall = program ? `${program} registry` : 'npm run registry --';
/** What to do about damaged data. */
export const restoreBackup = `restore the last backup into an empty DATA_DIR with \`${registryCall} restore BACKUP\``;
