import { runRegistryCommand } from './registry-command.ts';

// The entry of `npm run registry`, run from the repository's root. npm sets INIT_CWD to the caller's folder.
process.exitCode = await runRegistryCommand(process.argv.slice(2), {
  env: process.env,
  cwd: process.env['INIT_CWD'] ?? process.cwd(),
  out: (line) => void process.stdout.write(`${line}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
});
