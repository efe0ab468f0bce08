import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from '@playwright/test';
import { landing, wakeSite } from '../test-kit/first-visit.ts';
import { openPage } from '../test-kit/page-load.ts';
import { numberOf } from './keep-samples.ts';

/** A site and a folder for profiles; set by `npm run bench -- visitor`. */
const { VISITOR_ORIGIN: origin = '', VISITOR_PROFILES: folder = '' } = process.env;
const runs = numberOf('VISITOR_RUNS', 9);
/** What a screen drew is looked at after this long. */
const looksMs = 4_000;

test('landing loads with a profile of their main thread', async ({ browser }) => {
  await wakeSite(origin);
  for (let run = 0; run < runs; run += 1) {
    const { page, cdp, context, files, goto, untilQuiet } = await openPage(browser);
    await cdp.send('Profiler.enable');
    await cdp.send('Profiler.setSamplingInterval', { interval: 100 });
    await cdp.send('Profiler.start');
    await goto(origin + landing.url);
    await page.waitForFunction(landing.find);
    await page.locator('section[data-remote="landing"]').waitFor();
    await page.waitForTimeout(looksMs);
    await untilQuiet();
    const { profile } = await cdp.send('Profiler.stop');
    writeFileSync(path.join(folder, `${run}.json`), JSON.stringify({ profile, urls: files.map(({ url }) => url) }));
    await context.close();
  }
});
