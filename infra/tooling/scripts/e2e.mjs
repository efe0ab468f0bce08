// Browser tests against the built site: finds or gets a browser, builds what is stale, runs Playwright.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { browserEnvironment, ensureBrowser } from '../ensure-browser.mjs';
import { root } from '../workspace.mjs';

const problem = ensureBrowser();
if (problem) {
  console.error(problem);
  process.exit(1);
}
const built = spawnSync(process.execPath, [path.join(root, 'infra/tooling/scripts/build.mjs')], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
const args = ['test', ...process.argv.slice(2)];
const run = spawnSync(path.join(root, 'e2e/node_modules/.bin/playwright'), args, {
  cwd: path.join(root, 'e2e'),
  stdio: 'inherit',
  env: { ...process.env, ...browserEnvironment() },
});
process.exit(run.status ?? 1);
