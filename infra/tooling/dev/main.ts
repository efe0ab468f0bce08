import { help, readArguments, usage } from './read-arguments.ts';
import { type Places, runAgainst, runEverything } from './run.ts';
import { createTerminal, DevError, DevUsageError } from './terminal.ts';
import { createWorkbench, type Workbench } from './workbench.ts';

// The entry of `npm run dev`, run from the repository's root. npm says in INIT_CWD where it was called.
const exitCodes = { failed: 1, usage: 2 } as const;
const terminal = createTerminal(process.stdout, process.stderr);

async function main(argv: readonly string[], places: Places): Promise<void> {
  const task = readArguments(argv);
  if (task.kind === 'help') return terminal.say(help);
  const bench = createWorkbench(terminal);
  closeOnSignal(bench);
  try {
    if (task.kind === 'against') await runAgainst(task, places, { bench, terminal });
    else await runEverything(task, places, { bench, terminal });
  } catch (error) {
    await bench.close();
    throw error;
  }
}

/** The first signal closes in order, a second one at once. */
function closeOnSignal(bench: Workbench): void {
  let isClosing = false;
  const close = () => {
    if (isClosing) process.exit(exitCodes.failed);
    isClosing = true;
    // Bundlers that are about to build would keep the process alive.
    void bench.close().finally(() => process.exit());
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
}

/** What the developer can mend is said in its own words, anything else with its stack. */
function fail(error: unknown): void {
  if (error instanceof DevUsageError) terminal.problem(`${error.message}.\n${usage}`);
  else if (error instanceof DevError) terminal.problem(error.message);
  else terminal.problem(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(error instanceof DevUsageError ? exitCodes.usage : exitCodes.failed);
}

const root = process.cwd();
main(process.argv.slice(2), { root, cwd: process.env['INIT_CWD'] ?? root }).catch(fail);
