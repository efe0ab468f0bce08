import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const endWithParent = path.join(import.meta.dirname, 'end-with-parent.mjs');

interface ProgramOptions {
  /** The script and its arguments; paths are relative to the repository's root. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  ready: RegExp;
  /** The repository's root by default. */
  cwd?: string | undefined;
}

export interface RunningProgram {
  ready: RegExpExecArray;
  output(): string;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Printed of a program that ends by itself. */
const lastCharacters = 4_000;

/** Waits as long as the test may take. The program ends with this process. @throws Error with the output of a program that ends early */
export async function startProgram({ args, env, ready, cwd = root }: ProgramOptions): Promise<RunningProgram> {
  const program = spawn(process.execPath, ['--import', endWithParent, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  let isEnding = false;
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  const found = await new Promise<RegExpExecArray>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const match = ready.exec(printed);
      if (match) resolve(match);
    };
    program.stdout?.on('data', read);
    program.stderr?.on('data', read);
    program.once('error', reject);
    // All output arrives before `close`, but not before `exit`.
    program.once('close', (code) => reject(new Error(`${args[0]} ended with ${code}:\n${printed}`)));
  });
  // Prints the cause, because the test only sees refused connections.
  program.once('close', (code, signal) => {
    if (!isEnding && code !== 0)
      process.stderr.write(`${args[0]} ended by itself with ${code ?? signal}:\n${printed.slice(-lastCharacters)}\n`);
  });
  return {
    ready: found,
    output: () => printed,
    async end(signal) {
      isEnding = true;
      program.kill(signal);
      await ended;
    },
  };
}
