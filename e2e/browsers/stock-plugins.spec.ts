import { expect, test } from '@playwright/test';
import { remotes } from '../test-kit/command-line.ts';
import { pin } from '../test-kit/release.ts';
import { type RunningSite, startSite } from '../test-kit/start-site.ts';
import { stockSettings, withStock } from '../test-kit/stock-screen.ts';
import { museums } from '../test-kit/test.ts';
import { createVisitor } from './driver.ts';
import { otherBrowsers } from './other-browsers.ts';

test.describe.configure({ mode: 'default' });

const museum = museums.cathedral;
const builds = Object.entries(stockSettings).map(([what, options], index) => ({ what, options, version: `4.${index}.0` }));

let site: RunningSite;
let pinned: string | null = null;
test.beforeAll(async () => {
  site = await startSite();
  for (const { version, options } of builds) await withStock({ version, options }, (dist) => remotes(site, 'publish', dist));
});
test.afterAll(() => site.stop());

for (const [browser, start] of otherBrowsers)
  test(`${browser} runs screens built with seven settings of the stock plugin`, async () => {
    const driver = await start();
    try {
      const visitor = createVisitor(driver, site.origin);
      for (const { what, version } of builds)
        await test.step(what, async () => {
          await pin(site, museum, { name: 'glass', version, expected: pinned });
          pinned = version;
          await visitor.open(`/glass?museum=${museum}`);
          await visitor.sees(new RegExp(`Version ${version}`));
          await visitor.press(/^Pressed 0$/);
          await visitor.sees(/Pressed 1/);
        });
      expect(driver.complaints).toEqual([]);
    } finally {
      await driver.close();
    }
  });
