import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TrialModule } from '@enfilade/server/main/trial-site';
import type { Browser } from 'playwright-core';
import { CommandFailedError } from './command.ts';

/** The part of the site's own build that starts sites for trials: the command line holds nothing of the gateway. */
export async function loadTrial(root: string): Promise<TrialModule> {
  try {
    return (await import(/* webpackIgnore: true */ pathToFileURL(path.join(root, 'infra/server/dist/trial.mjs')).href)) as TrialModule;
  } catch (cause) {
    throw new CommandFailedError('Plays are played in a checkout with its site built; run `npm run build` there.', { cause });
  }
}

const args = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
  // A page lives for a second: what would make its code faster takes longer than it lives.
  ...['--in-process-gpu', '--js-flags=--no-opt --no-maglev'],
  // A microphone that is there and says something, and may be used.
  ...['--disable-sync', '--no-first-run', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
];

/** By a name that the build does not see: where a site is deployed there is no browser, and nothing to drive it. */
const library = 'playwright-core';

/** The browser of CHROME_PATH, in a headless shell where HEADLESS_SHELL_PATH names one; both are found by what starts this command. */
export async function launchBrowser(env: Readonly<Record<string, string | undefined>>): Promise<Browser> {
  const executablePath = env['HEADLESS_SHELL_PATH'] || env['CHROME_PATH'];
  try {
    const { chromium } = (await import(/* webpackIgnore: true */ library)) as typeof import('playwright-core');
    return await chromium.launch({ args, ...(executablePath && { executablePath }) });
  } catch (cause) {
    throw new CommandFailedError('Plays need Chrome or Chromium and a checkout: install a browser, or set CHROME_PATH to it.', { cause });
  }
}
