// `npm run NAME` runs the command in this process, so that signals reach the command.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ownBin } from '../ensure-programs.mjs';
import { helpOf } from './commands.mjs';
import './refuse-eaten-options.mjs';
import './bootstrap.mjs';

/** @type {Record<string, string[]>} */
const programs = { fix: ['biome', 'check', '--write', '.'], unit: ['rstest', 'run'] };
/** @type {Record<string, { file: string, packages: string[] }>} */
const builtPrograms = {
  registry: { file: 'infra/server/dist/registry.mjs', packages: ['infra/server'] },
  guide: { file: 'infra/server/dist/guide.mjs', packages: ['infra/platform', 'infra/server'] },
};
/** @type {Record<string, string[]>} */
const aliases = { check: ['test', '--checks'] };

process.env['PATH'] = [path.resolve('node_modules/.bin'), process.env['PATH'], ownBin].join(path.delimiter);
const [node = '', , command = '', ...given] = process.argv;
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
// A killed npm sends no signal, so the command ends when its parent is gone.
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
