import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import type { Page } from '@playwright/test';
import { inAnswer, inPage, signAgain } from '../test-kit/page-set.ts';
import type { RunningSite } from '../test-kit/start-site.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const home = /^\/(\?|$)/;
const answer = /^\/api\/compositions\//;
const dayMs = 24 * 3_600_000;
const timeIn = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Somebody puts another remote, real and unchanged, where the landing should be. */
function swapped(set: ReleaseSet): ReleaseSet {
  const { chat } = set.remotes;
  return chat ? { ...set, remotes: { ...set.remotes, landing: chat } } : set;
}

type Forgery = [what: string, code: string, forge: (set: ReleaseSet, site: RunningSite) => ReleaseSet];
const forgeries: Forgery[] = [
  ['with another pin', 'set-signature', swapped],
  ['for another museum', 'set-museum', (set, site) => signAgain(site, swapped({ ...set, museumId: museums.cathedral }))],
  [
    'that is over',
    'set-expired',
    (set, site) => signAgain(site, swapped({ ...set, issuedAt: timeIn(-2 * dayMs), expiresAt: timeIn(-dayMs) })),
  ],
];
const older: Forgery = ['from before', 'set-older', (set, site) => signAgain(site, swapped({ ...set, sequence: 0 }))];

const told = (page: Page, code: string) =>
  page.waitForRequest((request) => request.url().endsWith('/api/reports') && (request.postData() ?? '').includes(`"${code}"`));
const chatRan = (page: Page) => page.evaluate(() => Object.keys(globalThis).some((name) => name.startsWith('enfilade_chat')));

for (const [what, code, forge] of [...forgeries, older]) {
  test(`a set ${what} is ignored, the last good one runs, and the operator is told`, async ({ page, faults, site }) => {
    await page.goto(`/?museum=${museums.belmonte}`);
    await expect(screenOf(page, 'landing')).toBeVisible();
    const sequence = await page.locator('html').getAttribute('data-composition');

    faults.break(
      home,
      inPage((set) => forge(set, site)),
    );
    const report = told(page, code);
    await page.goto(`/?museum=${museums.belmonte}`);
    await expect(screenOf(page, 'landing')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-composition', sequence ?? '');
    expect(JSON.parse((await report).postData() ?? '')).toMatchObject({ reports: [{ remote: 'host', kind: 'violation', code }] });
    expect(await chatRan(page)).toBe(false);
  });
}

for (const [what, code, forge] of forgeries) {
  test(`a set ${what} runs nothing on a first visit, from wherever it comes`, async ({ page, faults, site }) => {
    faults.break(
      home,
      inPage((set) => forge(set, site)),
    );
    faults.break(
      answer,
      inAnswer((set) => forge(set, site)),
    );
    const report = told(page, code);
    await page.goto(`/?museum=${museums.belmonte}`);
    await expect(page.getByRole('heading', { name: 'The museum could not be reached.' })).toBeVisible();
    await report;
    expect(await page.locator('script[src*="/remotes/"]').count()).toBe(0);
    expect(await chatRan(page)).toBe(false);

    faults.heal();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(screenOf(page, 'landing')).toBeVisible();
  });
}

test('a page without a set takes the signed answer of the gateway, and no other', async ({ page, faults }) => {
  faults.break(
    home,
    inPage(() => undefined),
  );
  faults.break(answer, inAnswer(swapped));
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(page.getByRole('heading', { name: 'The museum could not be reached.' })).toBeVisible();
  expect(await chatRan(page)).toBe(false);

  faults.heal();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(screenOf(page, 'landing')).toBeVisible();
});
