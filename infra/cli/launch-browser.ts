import type { Browser } from 'playwright-core';
import { CommandFailedError } from './command.ts';

const args = [
  ...['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
  // A page lives for about a second, which is shorter than the optimising compilers need.
  ...['--in-process-gpu', '--js-flags=--no-opt --no-maglev'],
  ...['--disable-sync', '--no-first-run', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
];

/** The build does not resolve an import of a variable: a deployed site has neither browser nor driver. */
const library = 'playwright-core';

export async function launchBrowser(env: Readonly<Record<string, string | undefined>>, say: (line: string) => void): Promise<Browser> {
  const executablePath = env['HEADLESS_SHELL_PATH'] || env['CHROME_PATH'];
  try {
    const { chromium } = (await import(/* webpackIgnore: true */ library)) as typeof import('playwright-core');
    const launch = (chromiumSandbox: boolean) => chromium.launch({ args, chromiumSandbox, ...(executablePath && { executablePath }) });
    // Chromium has no sandbox for root, nor on systems without user namespaces. The browser runs code that was downloaded from the site.
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
