import type { Browser } from 'playwright-core';
import { CommandFailedError } from './command.ts';

const args = [
  ...['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
  // A page lives for a second: what would make its code faster takes longer than it lives.
  ...['--in-process-gpu', '--js-flags=--no-opt --no-maglev'],
  // A microphone that is there and says something, and may be used.
  ...['--disable-sync', '--no-first-run', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
];

/** Imported by a name that the build does not resolve: a deployed site has no browser and no driver. */
const library = 'playwright-core';

/** The browser of CHROME_PATH, in a headless shell where HEADLESS_SHELL_PATH names one; both are found by what starts this command. */
export async function launchBrowser(env: Readonly<Record<string, string | undefined>>, say: (line: string) => void): Promise<Browser> {
  const executablePath = env['HEADLESS_SHELL_PATH'] || env['CHROME_PATH'];
  try {
    const { chromium } = (await import(/* webpackIgnore: true */ library)) as typeof import('playwright-core');
    const launch = (chromiumSandbox: boolean) => chromium.launch({ args, chromiumSandbox, ...(executablePath && { executablePath }) });
    // What runs in it was downloaded from the site. Chromium refuses its sandbox to root, and systems without user namespaces have no
    // sandbox.
    return await launch(true).catch(async () => {
      const browser = await launch(false);
      const way = process.getuid?.() === 0 ? 'as another user than root' : 'where user namespaces are allowed';
      say(`The browser runs the site's code without its sandbox. Run this command ${way} to use the sandbox.`);
      return browser;
    });
  } catch (cause) {
    throw new CommandFailedError(
      'Plays need Chrome or Chromium, and outside a checkout the package playwright-core: install them, or set CHROME_PATH to the browser.',
      { cause },
    );
  }
}
