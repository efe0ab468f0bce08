/** Prints the lines of the dev server. */
export interface Terminal {
  say(line: string): void;
  problem(line: string): void;
}

export const processTerminal: Terminal = {
  say: (line) => void process.stdout.write(`${line}\n`),
  problem: (line) => void process.stderr.write(`${line}\n`),
};

/** A fault that the developer can correct; the message is one sentence. The command exits with 1. */
export class DevError extends Error {
  override readonly name = 'DevError';
  readonly code = 'dev';
}

/** A wrong command line. The command exits with 2. */
export class DevUsageError extends Error {
  override readonly name = 'DevUsageError';
  readonly code = 'dev-usage';
}
