/** The arguments make no command; the message says which. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command was refused or could not be done. The message is one sentence that says why and what to do. */
export class CommandFailedError extends Error {
  override readonly name: string = 'CommandFailedError';
}

/** A build that does not pass the gate: one sentence a problem. */
export class BuildRefusedError extends CommandFailedError {
  override readonly name = 'BuildRefusedError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
