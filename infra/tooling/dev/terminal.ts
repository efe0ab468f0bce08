/** Where the dev server speaks to its developer, a line at a time. */
export interface Terminal {
  say(line: string): void;
  problem(line: string): void;
}

export const processTerminal: Terminal = {
  say: (line) => void process.stdout.write(`${line}\n`),
  problem: (line) => void process.stderr.write(`${line}\n`),
};

/** What the developer can mend, in one sentence; the command exits with 1. */
export class DevError extends Error {
  override readonly name = 'DevError';
  readonly code = 'dev';
}

/** The command was called as it cannot be; it ends with 2. */
export class DevUsageError extends Error {
  override readonly name = 'DevUsageError';
  readonly code = 'dev-usage';
}
