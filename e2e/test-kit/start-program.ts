import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const endWithParent = path.join(import.meta.dirname, 'end-with-parent.mjs');

export interface ProgramOptions {
  /** The script to run and its arguments; paths are relative to the repository's root. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** What it prints once it can be used. */
  ready: RegExp;
  /** Where it is run; absent: in the repository's root. */
  cwd?: string | undefined;
}

/** A program of ours that runs beside the tests. */
export interface RunningProgram {
  /** What `ready` matched. */
  ready: RegExpExecArray;
  /** What the program has printed. */
  output(): string;
  /** Sends the signal and waits until the program has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Number of last characters that are printed of a program that ended by itself. */
const lastCharacters = 4_000;

/**
 * Starts a program and waits until it is ready, for as long as the test may take: a busy machine starts it late. Anybody who
 * gives up meanwhile leaves nothing behind, since the program ends with the process that started it.
 * @throws Error with what it printed, when it ends before it is ready
 */
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
    // Its last words come before `close`, not before `exit`.
    program.once('close', (code) => reject(new Error(`${args[0]} ended with ${code}:\n${printed}`)));
  });
  // Nobody asked it to: what a test sees then is a connection that is refused, far from the cause.
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
