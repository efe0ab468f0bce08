// `npm start` builds what is stale in a separate process, which frees its memory, then becomes the site.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, stalePackages } from '../workspace.mjs';
import { publishExamples } from './publish-examples.mjs';

if (process.argv.length > 2) {
  console.error('npm start takes no options. Set environment variables instead, such as PORT=9000 npm start.');
  process.exit(2);
}
process.chdir(root);
if (stalePackages().length > 0) {
  const building = spawn(process.execPath, [path.join(root, 'infra/tooling/scripts/build.mjs')], { stdio: 'inherit' });
  const end = () => building.kill();
  process.on('SIGINT', end);
  const [status] = await once(building, 'exit');
  process.off('SIGINT', end);
  if (status !== 0) process.exit(status ?? 1);
}
const { started } = await import(pathToFileURL(path.join(root, 'infra/server/dist/site.mjs')).href);
const site = await started;
if (site && process.env['NODE_ENV'] !== 'production') {
  // The message is empty if the site was stopped during a build.
  await publishExamples(site).catch(({ message }) => message && console.error(`An example was not published: ${message}`));
}
