import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import type { Page } from '@playwright/test';
import { inAnswer, inPage } from '../test-kit/page-set.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const home = /^\/(\?|$)/;
const answer = /^\/api\/compositions\//;

/** An attacker serves another remote, real and unchanged, in place of the landing. */
function swapped(set: ReleaseSet): ReleaseSet {
  const { chat } = set.remotes;
  return chat ? { ...set, remotes: { ...set.remotes, landing: chat } } : set;
}

const toldOf = (page: Page, code: string) =>
  page.waitForRequest((request) => request.url().endsWith('/api/reports') && (request.postData() ?? '').includes(`"${code}"`));
const chatRan = (page: Page) => page.evaluate(() => Object.keys(globalThis).some((name) => name.startsWith('enfilade_chat')));

test('no remote of a forged set runs on a first visit, whether the page or the gateway’s response contains the set', async ({
  page,
  faults,
}) => {
  faults.break(home, inPage(swapped));
  faults.break(answer, inAnswer(swapped));
  const report = toldOf(page, 'set-signature');
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(page.getByRole('heading', { name: 'The museum could not be reached.' })).toBeVisible();
  await report;
  expect(await page.locator('script[src*="/remotes/"]').count()).toBe(0);
  expect(await chatRan(page)).toBe(false);

  faults.heal();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(screenOf(page, 'landing')).toBeVisible();
});
