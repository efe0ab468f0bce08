import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { findBarriers, findClipped } from '../test-kit/barriers.ts';
import { changeBuiltLanding, publish } from '../test-kit/release.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const consoleOf = (page: Page) => screenOf(page, 'operator');
const section = (page: Page, name: string) => consoleOf(page).locator('section', { has: page.getByRole('heading', { name, level: 2 }) });

async function logIn(page: Page, { dataDir }: { dataDir: string }, query = ''): Promise<void> {
  await page.goto(`/operator${query}`);
  await page.getByLabel('Username or email').fill('local');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill(readFileSync(path.join(dataDir, 'tokens/operator'), 'utf8').trim());
  await password.press('Enter');
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
}

test('an operator logs in, pins a version for one museum’s visitors, rolls back, and logs out', async ({ page, browser, site }) => {
  const changed = changeBuiltLanding('The visit', 'The visit at night');
  const night = await publish(site, 'landing', changed.folder);
  changed.remove();
  const visitor = await (await browser.newContext()).newPage();
  const landingAt = async (museum: string) => {
    await visitor.goto(`${site.origin}/collection-selection?museum=${museum}`);
    await expect(screenOf(visitor, 'landing')).toBeVisible();
    return screenOf(visitor, 'landing').getAttribute('data-version');
  };
  await logIn(page, site);
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(6);
  await expect(page).toHaveTitle('Operators – Enfilade');
  await page.getByRole('link', { name: 'Saint Aurelian’s Cathedral' }).click();
  const usual = await landingAt(museums.cathedral);

  await page.getByRole('combobox', { name: 'Version of Welcome' }).selectOption(night);
  await page.getByRole('button', { name: 'Pin this version of Welcome' }).click();
  await expect(section(page, 'Screens')).toContainText(`visitors get Welcome ${night} instead of ${usual}.`);
  await page.setViewportSize({ width: 320, height: 568 });
  expect([...(await findBarriers(page)), ...(await findClipped(page))], 'while it is confirmed').toEqual([]);
  await page.getByRole('button', { name: `Pin Welcome ${night}` }).click();
  await expect(section(page, 'Screens').getByRole('status')).toContainText(`Welcome is pinned to ${night}.`);
  await expect(section(page, 'Audit log')).toContainText(`pinned landing ${night}`);
  expect([await landingAt(museums.cathedral), await landingAt(museums.belmonte)]).toEqual([night, usual]);

  await page.getByRole('button', { name: 'Show what would change' }).click();
  await expect(section(page, 'Roll back').getByRole('row', { name: 'Welcome' })).toContainText(`${night}by default`);
  await page.getByRole('button', { name: /^Roll back to/ }).click();
  await expect(section(page, 'Roll back').getByRole('status')).toContainText('one screen has changed');
  expect(await landingAt(museums.cathedral)).toBe(usual);

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByLabel('Username or email')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Username or email')).toBeVisible();
  await visitor.context().close();
});

test('an operator sees, exports and erases a question that five visitors asked in vain', async ({ page, site }) => {
  const visit = { museumId: museums.belmonte, exhibitionId: '6610a1b2c3d4e5f602000004', language: 'en', visitMode: 'guided', answers: {} };
  const headers = { 'content-type': 'application/json', 'x-enfilade': '1' };
  for (let visitor = 0; visitor < 5; visitor += 1) {
    const body = JSON.stringify({ visit, clientMessageId: crypto.randomUUID(), text: 'Is there a cloakroom with lockers?' });
    expect((await fetch(`${site.origin}/api/chat`, { method: 'POST', headers, body })).status).toBe(200);
  }
  await logIn(page, site, `?museum=${museums.belmonte}`);
  await page.getByRole('link', { name: 'What was asked and not answered' }).click();
  const asked = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'About: cloakroom, locker' }) });
  await expect(asked).toContainText('5 visits, EN.');
  await expect(asked).toContainText('not in the documents (5)');
  await asked.getByText('Write the answer').click();
  await expect(asked.getByText(/^museums\/belmonte\/knowledge\/en\/[\w-]+\.md$|knowledge\/en of the museum/)).toBeVisible();
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    expect([...(await findBarriers(page)), ...(await findClipped(page))]).toEqual([]);
  }
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe(`questions-${museums.belmonte}.csv`);
  expect(readFileSync(await file.path(), 'utf8')).toContain('"cloakroom locker","en","5"');
  await asked.getByRole('button', { name: 'Erase: About: cloakroom, locker' }).click();
  await asked.getByRole('group').getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('No question has been asked by five visits yet.')).toBeVisible();
});
