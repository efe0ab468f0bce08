// Builds the command line alone, because a dist folder can be an argument of the command.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStale, root } from '../workspace.mjs';

const given = process.argv.slice(2);
process.chdir(root);
buildStale(['infra/cli']);
if (given.includes('can-ship')) {
  const { browserEnvironment, ensureBrowser, exitOn } = await import('../ensure-programs.mjs');
  exitOn(ensureBrowser());
  Object.assign(process.env, browserEnvironment());
}
await import(pathToFileURL(path.join(root, 'infra/cli/dist/remotes.mjs')).href);
