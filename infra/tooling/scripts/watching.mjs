// `npm run watching`: makes the dashboard and the alert rules of the list of metrics. With `-- try` causes every alert instead,
// and asks Prometheus' own `promtool` whether it fires.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleModules, modulesFolder } from '../bench/bundle-modules.mjs';
import { ensurePromtool } from '../ensure-programs.mjs';
import { root } from '../workspace.mjs';

process.chdir(root);
if (process.argv[2] === 'try') {
  const problem = ensurePromtool();
  if (problem) console.error(problem);
  const test = ['run', '--project', 'tooling', '--include', '**/*.demand.ts'];
  process.exit(problem ? 1 : (spawnSync('node_modules/.bin/rstest', test, { stdio: 'inherit' }).status ?? 1));
}
await bundleModules('watching', { 'watching-files': 'infra/tooling/watching/watching-files.ts' }, 'infra/tooling');
const { watchingFiles } = await import(pathToFileURL(path.join(modulesFolder('watching', 'infra/tooling'), 'watching-files.mjs')).href);
for (const [file, content] of Object.entries(watchingFiles)) {
  writeFileSync(file, content);
  console.log(file);
}
