// `npm run dev`: builds the dev server for this one run, because no site has any use for it, and is the dev server.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
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
const cwd = path.join(root, 'infra/tooling');
// Below the command line, which has the packages of the same modules, and for this process alone.
const folder = path.join(root, 'infra/cli/.cache', `dev-server-${process.pid}`);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const leave = () => process.exit(1);
process.on('SIGINT', leave);

// The bundler alone reads TypeScript, and takes a second to load.
const { createRsbuild, loadConfig } = await import('@rsbuild/core');
const { content } = await loadConfig({ cwd });
const environment = content.environments?.['servers'] ?? {};
const rsbuild = await createRsbuild({
  cwd,
  config: {
    mode: 'production',
    logLevel: 'error',
    environments: {
      dev: { ...environment, output: { ...environment.output, distPath: { root: folder } } },
    },
  },
});
const { close } = await rsbuild.build();
await close();
process.off('SIGINT', leave);
// What it builds is for anybody who reads it.
process.env['NODE_ENV'] = 'development';
await import(pathToFileURL(path.join(folder, 'dev.mjs')).href);
