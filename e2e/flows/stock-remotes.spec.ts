import type { Page } from '@playwright/test';
import { passTimeUntilVisible, startPageTime } from '../test-kit/page-time.ts';
import { askForVersions, pin, unpin } from '../test-kit/release.ts';
import { publishStock } from '../test-kit/stock-screen.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

// Built and published once for all of them.
test.describe.configure({ mode: 'default' });

const museum = museums.cathedral;
const name = 'glass';
const address = `/glass?museum=${museum}`;
const versions = ['1.0.0', '1.1.0'] as const;

test.beforeAll(async ({ site }) => {
  for (const version of versions) await publishStock(site, { version });
  await pin(site, museum, { name, version: versions[0], expected: null });
});
test.afterAll(({ site }) => unpin(site, museum, name));

const glass = (page: Page) => screenOf(page, name);
const title = (page: Page) => glass(page).getByRole('heading', { level: 1, name: /^Glass of/ });
const runtime = /\/static\/.*stock-remotes/;

test('a build of the stock plugin is a screen like any other, and its runtime is fetched when it is about to be shown', async ({
  page,
  faults,
}) => {
  await page.goto(`/?museum=${museum}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(faults.requests.filter((file) => runtime.test(file) || file.startsWith('/remotes/glass/'))).toEqual([]);
  await screenOf(page, 'landing')
    .getByRole('button', { name: /^Glass/ })
    .click();
  await expect(title(page)).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(glass(page)).toHaveAttribute('data-version', versions[0]);
  expect(new URL(page.url()).pathname).toBe('/glass');
  // A hook works only in the one React of the page.
  await glass(page).getByRole('button', { name: 'Pressed 0' }).click();
  await expect(glass(page).getByRole('button', { name: 'Pressed 1' })).toBeVisible();
  await glass(page).getByRole('button', { name: 'More' }).click();
  await expect(glass(page).getByText('More about glass.')).toBeVisible();
  const known = await page.evaluate(() =>
    Object.keys((globalThis as { __FEDERATION__?: { moduleInfo: object } }).__FEDERATION__?.moduleInfo ?? {}),
  );
  expect(known).toEqual(['enfilade', expect.stringMatching(/^glass:\/remotes\/glass\/1\.0\.0\//)]);
  await glass(page).getByRole('button', { name: 'Leave' }).click();
  await expect(screenOf(page, 'landing')).toBeVisible();
});
