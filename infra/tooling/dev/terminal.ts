export interface Terminal {
  say(line: string): void;
  problem(line: string): void;
}

export const processTerminal: Terminal = {
  say: (line) => void process.stdout.write(`${line}\n`),
  problem: (line) => void process.stderr.write(`${line}\n`),
};

/** An error that the developer can correct. The message is one sentence. */
export class DevError extends Error {
  override readonly name = 'DevError';
  readonly code = 'dev';
}

export class DevUsageError extends Error {
  override readonly name = 'DevUsageError';
  readonly code = 'dev-usage';
}
