// `npm run NAME`: installs missing dependencies, then runs the command in this process, so that signals reach the command.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownBin } from '../ensure-programs.mjs';
import './refuse-eaten-options.mjs';
import './bootstrap.mjs';

/** Commands that are one program with arguments. @type {Record<string, string[]>} */
const programs = { fix: ['biome', 'check', '--write', '.'], unit: ['rstest', 'run'] };
/** Commands that are another command with an option. @type {Record<string, string[]>} */
const aliases = { check: ['test', '--checks'] };

process.env['PATH'] = [path.resolve('node_modules/.bin'), process.env['PATH'], ownBin].join(path.delimiter);
const [node = '', , command = '', ...given] = process.argv;
const program = programs[command];
if (program) {
  const [name = '', ...args] = [...program, ...given];
  const { status } = spawnSync(name, args, { stdio: 'inherit' });
  process.exit(status ?? 1);
}
const [script = '', ...args] = [...(aliases[command] ?? [command]), ...given];
const file = new URL(`${script}.mjs`, import.meta.url);
process.argv = [node, fileURLToPath(file), ...args];
await import(file.href).catch((error) => {
  if (!String(error?.code).startsWith('ERR_PARSE_ARGS')) throw error;
  console.error(error.message);
  process.exit(2);
});
