// Runs browser tests against the built site. docs/reference/commands.md explains the options.
import { ensureBrowser, ensureCluster, ensureOtherBrowsers, exitOn, runPlaywright } from '../ensure-programs.mjs';
import { buildStale } from '../workspace.mjs';

const choices = ['browsers', 'walks', 'cluster'];
const chosen = choices.find((each) => process.argv.includes(`--${each}`));
exitOn((chosen !== 'browsers' && ensureBrowser()) || (chosen === 'cluster' ? ensureCluster() : chosen && ensureOtherBrowsers()));
buildStale();
const given = process.argv.slice(2).filter((arg) => arg !== `--${chosen}`);
const args = ['test', ...(chosen ? ['--config', `${chosen}.config.ts`] : []), ...given];
process.exit(runPlaywright(args, { stdio: 'inherit' }).status ?? 1);
