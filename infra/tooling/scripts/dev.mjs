// Builds the dev server for this run, because no site needs a dev server, and becomes the dev server.
import { rmSync } from 'node:fs';
import { help } from '../dev/help.mjs';

if (process.argv.includes('--help')) {
  console.log(help);
  process.exit();
}
const { root } = await import('../workspace.mjs');
process.chdir(root);
// Each edit makes a version, so a fixed version must not be set.
delete process.env['ENFILADE_VERSION'];
const leave = () => process.exit(1);
process.on('SIGINT', leave);
// Only the bundler reads TypeScript, and loading the bundler takes a second.
const { bundleModules, modulesFolder } = await import('../bundle-modules.mjs');
// A folder for this process alone, below infra/cli, which has the packages of these modules.
const [name, owner] = [`dev-server-${process.pid}`, 'infra/cli'];
process.on('exit', () => rmSync(modulesFolder(name, owner), { recursive: true, force: true }));
const load = await bundleModules(name, { dev: 'infra/tooling/dev/main.ts' }, owner);
process.off('SIGINT', leave);
process.env['NODE_ENV'] = 'development';
await load('dev');
