import { watchDevices } from '../../test-kit/instruments.ts';
import { pin, unpin } from '../../test-kit/release.ts';
import { publishStock } from '../../test-kit/stock-screen.ts';
import { museums, screenOf } from '../../test-kit/test.ts';
import { expect, makeReady, openVisit, test } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });
test.beforeEach(({ page }) => watchDevices(page));

test('a call begins before and after a stock remote loads in the same page', { tag: '@all' }, async ({ page, site, faults, atEnd }) => {
  const screen = { name: 'glass', version: '1.0.0' };
  const glass = screenOf(page, screen.name);
  const goTo = (path: string) =>
    page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, path);
  await publishStock(site, screen);
  await pin(site, museums.belmonte, { ...screen, expected: null });
  atEnd(() => unpin(site, museums.belmonte, screen.name));
  await openVisit(page, faults.origin);
  await makeReady(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await goTo('/glass');
  await glass.getByRole('button', { name: 'More' }).click();
  await expect(glass.getByText('More about glass.')).toBeVisible();
  await goTo('/visit');
  await makeReady(page);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});
