// `npm run NAME`: installs missing dependencies, then runs the command in this process, so that signals reach the command.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ownBin } from '../ensure-programs.mjs';
import { helpOf } from './commands.mjs';
import './refuse-eaten-options.mjs';
import './bootstrap.mjs';

/** Commands that are one program with arguments. @type {Record<string, string[]>} */
const programs = { fix: ['biome', 'check', '--write', '.'], unit: ['rstest', 'run'] };
/** Commands that are a built program: its file and the packages that it is built from. @type {Record<string, { file: string, packages: string[] }>} */
const builtPrograms = {
  registry: { file: 'infra/server/dist/registry.mjs', packages: ['infra/server'] },
  guide: { file: 'infra/server/dist/guide.mjs', packages: ['infra/platform', 'infra/server'] },
};
/** Commands that are another command with an option. @type {Record<string, string[]>} */
const aliases = { check: ['test', '--checks'] };

process.env['PATH'] = [path.resolve('node_modules/.bin'), process.env['PATH'], ownBin].join(path.delimiter);
const [node = '', , command = '', ...given] = process.argv;
/** These print more. */
const withOwnHelp = ['dev', 'bench', 'guide', 'remotes', 'registry'];
if (given.includes('--help') && !withOwnHelp.includes(command)) {
  console.log(helpOf(command));
  process.exit();
}
const program = programs[command];
if (program) {
  const [name = '', ...args] = [...program, ...given];
  const { status } = spawnSync(name, args, { stdio: 'inherit' });
  process.exit(status ?? 1);
}
// Npm that is killed tells nobody: without its parent a site ends itself.
const parent = process.ppid;
const watch = setInterval(() => process.ppid !== parent && process.emit('SIGTERM') && clearInterval(watch), 500).unref();
const [script = '', ...args] = [...(aliases[command] ?? [command]), ...given];
const built = builtPrograms[script];
if (built) (await import('../workspace.mjs')).buildStale(built.packages);
const file = built ? pathToFileURL(path.resolve(built.file)) : new URL(`${script}.mjs`, import.meta.url);
process.argv = [node, fileURLToPath(file), ...args];
await import(file.href).catch((error) => {
  if (!String(error?.code).startsWith('ERR_PARSE_ARGS')) throw error;
  console.error(error.message);
  process.exit(2);
});
