// Runs browser tests against the built site. docs/reference/commands.md explains the options.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { browserEnvironment, ensureBrowser, ensureCluster, ensureOtherBrowsers } from '../ensure-programs.mjs';
import { root } from '../workspace.mjs';

const choices = ['browsers', 'walks', 'cluster'];
const chosen = choices.find((each) => process.argv.includes(`--${each}`));
const problem = (chosen !== 'browsers' && ensureBrowser()) || (chosen === 'cluster' ? ensureCluster() : chosen && ensureOtherBrowsers());
if (problem) {
  console.error(problem);
  process.exit(1);
}
const built = spawnSync(process.execPath, [path.join(root, 'infra/tooling/scripts/build.mjs')], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
const given = process.argv.slice(2).filter((arg) => arg !== `--${chosen}`);
const args = ['test', ...(chosen ? ['--config', `${chosen}.config.ts`] : []), ...given];
const run = spawnSync(path.join(root, 'e2e/node_modules/.bin/playwright'), args, {
  cwd: path.join(root, 'e2e'),
  stdio: 'inherit',
  env: { ...process.env, ...browserEnvironment() },
});
process.exit(run.status ?? 1);
