import { expect } from '@playwright/test';
import { answerQuestions } from '../test-kit/answer-questions.ts';
import { firstExhibition, landing, visit, wakeSite } from '../test-kit/first-visit.ts';
import { openPage, slowDown } from '../test-kit/page-load.ts';
import { screenOf, test } from '../test-kit/test.ts';
import { keepSamples, numberOf } from './keep-samples.ts';

const runs = numberOf('VISITOR_RUNS', 5);
const question = 'Why is the ceiling of the painting salon so dark?';

for (let run = 1; run <= runs; run += 1)
  test(`visitor ${run}, from the landing to the end of a visit in writing`, async ({ browser, site }) => {
    await wakeSite(site.origin);
    const opened = await openPage(browser);
    const { page, cdp, context, files } = opened;
    await slowDown(opened);
    const began = performance.now();
    const now = () => page.evaluate(() => performance.now());
    const keep = (name: string, value: number) => keepSamples(name, [value]);

    keep('landing usable, ms', await opened.goto(site.origin + landing.url, landing));
    const chosen = await opened.tapAway(firstExhibition);
    await expect(screenOf(page, 'tailoring').getByRole('heading', { level: 1 })).toBeVisible();
    keep('first question after the choice, ms', (await now()) - chosen);
    let last = 0;
    await answerQuestions(page, async () => {
      last = await now();
    });
    keep('visit usable after the last answer, ms', (await opened.tapWhenDrawn(visit)) - last);

    const inVisit = screenOf(page, 'visit');
    await inVisit.getByRole('textbox').fill(question);
    const asked = await now();
    await page.keyboard.press('Enter');
    await expect(inVisit.getByText(/^Source: /).first()).toBeVisible();
    keep('answer whole, ms', (await now()) - asked);
    const ended = await now();
    await page.getByRole('button', { name: 'End the visit', exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Your visit' })).toBeVisible();
    keep('end shown, ms', (await now()) - ended);

    await opened.untilQuiet();
    const { metrics } = await cdp.send('Performance.getMetrics');
    const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
    const scripts = files.filter(({ url }) => url.endsWith('.js'));
    const kilobytes = (some: typeof files) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
    keep('whole way, s', (performance.now() - began) / 1_000);
    keep('whole way, requests', files.length);
    keep('whole way, kB', kilobytes(files));
    keep('whole way, kB of scripts', kilobytes(scripts));
    keep('whole way, main thread ms', metric('TaskDuration') * 1_000);
    await cdp.send('HeapProfiler.collectGarbage');
    keep('heap at the end, kB', (await cdp.send('Runtime.getHeapUsage')).usedSize / 1_000);
    await context.close();
  });
