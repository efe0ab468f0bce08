import type { Locator, Page } from '@playwright/test';
import { findBarriers } from '../test-kit/barriers.ts';
import { lead, openPhone, groupState as state, groupWords as words } from '../test-kit/group-test.ts';
import { openSettings } from '../test-kit/settings.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';
import { askInWriting, openWritten } from '../test-kit/written-visit.ts';

const question = 'Why is the ceiling of the painting salon so dark?';
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });

test('two phones follow a leader’s visit in their languages, through a reload and a lost network', async ({ page, baseURL, browser }) => {
  await openWritten(page, baseURL);
  const address = await lead(page);
  expect(address).toMatch(new RegExp(`^${baseURL}/\\?museum=${museums.belmonte}&follow=[2-9A-HJ-NP-Z]{8}$`));
  expect(await findBarriers(page, { practices: true })).toEqual([]);
  await page.keyboard.press('Escape');
  const bar = page.getByRole('region', { name: 'Your group' });
  await expect(bar).toContainText('Nobody follows yet');

  const english = await openPhone(browser, address, 'en-GB');
  const german = await openPhone(browser, address, 'de-DE');
  await expect(state(english.page)).toHaveText('Live');
  await expect(english.page.getByText('The next words of the guide appear here.')).toBeVisible();
  await expect(german.page.getByText('Hier erscheinen die nächsten Worte des Guides.')).toBeVisible();
  expect(await findBarriers(english.page, { practices: true })).toEqual([]);
  expect((await english.context.cookies()).map(({ name }) => name).filter((name) => !/^visitor/.test(name))).toEqual([]);

  await askInWriting(page, question);
  await expect(words(english.page)).toContainText(/candle/);
  await expect(words(german.page)).toContainText(/Kerze/);
  await expect(words(english.page)).not.toContainText(question);
  await expect(bar).toContainText('2 phones follow');
  expect(await findBarriers(german.page, { practices: true })).toEqual([]);

  await button(page, (await bar.getByRole('button').textContent()) ?? '').click();
  await page.getByLabel('Show my questions, too').check();
  await page.keyboard.press('Escape');
  await askInWriting(page, 'Who painted the ceiling?');
  await expect(words(english.page)).toContainText('Who painted the ceiling?');
  await expect(words(english.page)).not.toContainText(question);

  await english.page.reload();
  await expect(words(english.page)).toContainText(/candle/);
  await english.context.setOffline(true);
  await expect(state(english.page)).toHaveText('No connection. It is tried again by itself.');
  await askInWriting(page, 'How old is the palace?');
  await english.context.setOffline(false);
  await expect(words(english.page)).toContainText('How old is the palace?');
  await expect(state(english.page)).toHaveText('Live');

  await page.reload();
  await expect(bar).toBeVisible();
  await bar.getByRole('button').click();
  await button(page, 'Pause').click();
  await expect(state(english.page)).toHaveText('The leader is taking a break.');
  await button(page, 'Carry on').click();
  await expect(state(english.page)).toHaveText('Live');
  await button(page, 'End the group').click();
  await expect(state(english.page)).toHaveText('The group has ended.');
  await expect(state(german.page)).toHaveText('Die Gruppe ist beendet.');
  await button(english.page, 'See the exhibitions').click();
  await expect(screenOf(english.page, 'landing')).toBeVisible();
  await english.context.close();
  await german.context.close();
});

test('a follower’s page reads the guide’s words aloud, and leaves the group', { tag: '@all' }, async ({ page, baseURL, browser }) => {
  await openWritten(page, baseURL);
  const address = await lead(page);
  await page.keyboard.press('Escape');
  const { page: phone, context: other } = await openPhone(browser, address, 'en-GB');
  await askInWriting(page, question);
  await expect(words(phone)).toContainText(/candle/);
  const spoken = phone.waitForRequest((request) => request.url().includes('/api/speech/'));
  await button(phone, 'Read aloud').click();
  await spoken;
  await button(phone, 'Stop reading').click();
  await button(phone, 'Leave the group').click();
  await expect(screenOf(phone, 'landing')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your group' })).toContainText('Nobody follows yet');
  await other.close();
});

test('a visitor follows a group by a typed code, and the page reports malformed and unknown codes', { tag: '@all' }, async ({ page }) => {
  await page.goto(`/collection-selection?museum=${museums.belmonte}`);
  await openSettings(page);
  await button(page, 'Lead or follow a group').click();
  const dialog = page.getByRole('dialog', { name: 'Groups' });
  await expect(dialog).toContainText('Choose an exhibition first');
  await dialog.getByLabel('Code of the group').fill('BELM');
  await button(dialog, 'Follow').click();
  await expect(dialog.getByRole('alert')).toContainText('A code has eight letters and digits');
  await dialog.getByLabel('Code of the group').fill('k7pm-2xqd');
  await button(dialog, 'Follow').click();
  await expect(page).toHaveURL(/\/\?follow=K7PM2XQD$/);
  await expect(state(page)).toHaveText('There is no group with this code.');
  expect(await findBarriers(page, { practices: true })).toEqual([]);
  await button(page, 'See the exhibitions').click();
});
