import { expect, test } from '@playwright/test';
import { makeDataDir, removeDataDir, startWithExamples } from '../test-kit/start-examples.ts';
import { museums } from '../test-kit/test.ts';
import { createVisitor } from './driver.ts';
import { otherBrowsers } from './other-browsers.ts';

for (const [browser, start] of otherBrowsers)
  test(`${browser} runs screens of the stock federation plugin, with and without the page’s React`, async () => {
    const dataDir = makeDataDir();
    const site = await startWithExamples(dataDir);
    await site.pinBoth();
    const driver = await start();
    try {
      process.stdout.write(`${driver.version}\n`);
      const visitor = createVisitor(driver, site.origin);
      await visitor.open(`/?museum=${museums.gallery}`);
      await visitor.press(/^What’s on today/, /^Details$/);
      await visitor.sees(/Where we meet/);
      await visitor.press(/^To the exhibitions$/, /^Opening hours/);
      await visitor.sees(/This week/);
      await visitor.press(/^To the exhibitions$/);
      await visitor.sees(/Discover Rich Museum Narratives/);
      expect(driver.complaints).toEqual([]);
    } finally {
      await driver.close();
      await site.end('SIGTERM');
      removeDataDir(dataDir);
    }
  });
