// `npm run dev`: builds the dev server for this one run, because no site has any use for it, and is the dev server.
import { rmSync } from 'node:fs';
import { help } from '../dev/help.mjs';

if (process.argv.includes('--help')) {
  console.log(help);
  process.exit();
}
const { root } = await import('../workspace.mjs');
// Relative paths in arguments start at the caller's folder, which only npm knows after it moves to the root.
if (process.env['npm_lifecycle_event'] !== 'dev') process.env['INIT_CWD'] = process.cwd();
process.chdir(root);
// Every edit is a version.
delete process.env['ENFILADE_VERSION'];
const leave = () => process.exit(1);
process.on('SIGINT', leave);
// The bundler alone reads TypeScript, and takes a second to load.
const { bundleModules, modulesFolder } = await import('../bundle-modules.mjs');
// Below the command line, which has the packages of the same modules, and for this process alone.
const [name, owner] = [`dev-server-${process.pid}`, 'infra/cli'];
process.on('exit', () => rmSync(modulesFolder(name, owner), { recursive: true, force: true }));
const load = await bundleModules(name, { dev: 'infra/tooling/dev/main.ts' }, owner);
process.off('SIGINT', leave);
// What it builds is for anybody who reads it.
process.env['NODE_ENV'] = 'development';
await load('dev');
