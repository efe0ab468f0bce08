import type { Page } from '@playwright/test';
import { findBarriers } from '../test-kit/barriers.ts';
import { sizes } from '../test-kit/instruments.ts';
import { readCode } from '../test-kit/read-code.ts';
import { expect, hideDeviceRecognition, museums, screenOf, staircase, test } from '../test-kit/test.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';
import { askInWriting, openWritten } from '../test-kit/written-visit.ts';

const question = 'Why is the ceiling of the painting salon so dark?';
const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function visitAndAsk(page: Page, url?: string) {
  await openWritten(page, url);
  await askInWriting(page, question);
}

async function endVisit(page: Page) {
  await button(page, 'End the visit').press('Enter');
  await expect(main(page).getByRole('heading', { level: 1, name: 'Your visit' })).toBeFocused();
}

test('the end of a visit summarises the visit, takes a rating, saves a text and prints', async ({ page, baseURL, faults }) => {
  await visitAndAsk(page, baseURL);
  await endVisit(page);
  await expect(page).toHaveURL(/\/visit#end$/);
  await expect(main(page).getByText(/^Palazzo Belmonte – The Grand Staircase/)).toBeVisible();
  await expect(main(page).locator('dl')).toHaveText(/question1.*minute1/);
  expect(await findBarriers(page, { practices: true })).toEqual([]);

  await expect(main(page)).toMatchAriaSnapshot(`
    - heading "Your visit" [level=1]
    - region "Was Clara a help to you?":
      - button "Yes"
      - button "Not really"
    - region "Keep it"
    - region "Carry on later, on another device"
    - region "Forget my visit"
  `);
  await main(page).getByText('What you heard and asked').click();
  await expect(main(page).getByText(question)).toBeVisible();
  await expect(main(page).locator('[data-generated]').first()).toContainText(/candle/);
  await button(page, 'Yes').click();
  await expect(main(page).getByText('Thank you. The museum learns the answer, not who gave it.')).toBeVisible();
  expect(faults.requests).toContain('/api/ratings');

  const download = page.waitForEvent('download');
  await button(page, 'Save as text').click();
  const file = await download;
  const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString();
  expect(file.suggestedFilename()).toBe('Palazzo Belmonte – The Grand Staircase.txt');
  expect(text).toContain(`You: ${question}`);
  expect(text).toMatch(/Clara, AI guide: .*candle/);

  await page.emulateMedia({ media: 'print' });
  await expect(main(page).getByText(question)).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  for (const size of [sizes.smallPhone, sizes.phoneOnItsSide]) {
    await page.setViewportSize(size);
    await expect(button(page, 'Back to the visit'), `in sight at ${size.width} × ${size.height} px`).toBeInViewport({ ratio: 1 });
  }
  await button(page, 'Back to the visit').click();
  await expect(screenOf(page, 'visit').getByText(question)).toBeVisible();
});

test('a visit continues on another device, whose guide gets the conversation', { tag: '@all' }, async ({ page, baseURL, browser }) => {
  await visitAndAsk(page, baseURL);
  await endVisit(page);
  await button(page, 'Make a link').click();
  const code = page.getByRole('img', { name: /^Square code/ });
  await expect(code).toBeVisible();
  const address = await readCode(code);
  // The address before its seal is the address of the museum's code.
  expect(address).toMatch(new RegExp(`^${baseURL}/\\?museum=${museums.belmonte}#visit=[\\w.-]+$`));
  expect(address).not.toContain(staircase);

  const other = await browser.newContext();
  await hideDeviceRecognition(other);
  await rememberVisitConfig(other, { inputMode: 'text' });
  const tablet = await other.newPage();
  await tablet.goto(address);
  await expect(main(tablet).getByText(/^The Grand Staircase, begun on /)).toBeVisible();
  await expect(main(tablet).getByText('One question and its answer are in it.')).toBeVisible();
  expect(await findBarriers(tablet, { practices: true })).toEqual([]);
  expect(await tablet.evaluate(() => localStorage.getItem('conversation'))).toBeNull();
  await button(tablet, 'Carry on here').click();
  await expect(tablet).toHaveURL(/\/visit$/);
  await expect(screenOf(tablet, 'visit').getByText(question)).toBeVisible();

  const sent = tablet.waitForRequest((request) => request.url().endsWith('/api/chat'));
  await screenOf(tablet, 'visit').getByRole('textbox').fill('And the walls?');
  await tablet.keyboard.press('Enter');
  expect((await sent).postDataJSON().pastTranscriptSummary).toContain(question);
  await other.close();
});

test('a deleted visit is gone from the device and the site, and the page lists each deletion', async ({ page, context, baseURL }) => {
  await visitAndAsk(page, baseURL);
  await endVisit(page);
  expect((await context.cookies()).map(({ name }) => name)).toContain('enfilade-visit');
  await button(page, 'Forget my visit').click();
  // Neither the sticky bar nor the window's edge covers the button.
  const isSeen = (key: Element) => {
    const { x, y, width, height } = key.getBoundingClientRect();
    return key.contains(document.elementFromPoint(x + width / 2, y + height - 2));
  };
  await expect.poll(() => button(page, 'Forget everything').evaluate(isSeen)).toBe(true);
  await button(page, 'Forget everything').click();
  await expect(main(page).getByRole('heading', { level: 1, name: 'Forgetting your visit' })).toBeFocused();
  await expect(main(page).getByText('Your visit is forgotten.')).toBeVisible();
  await expect(main(page).getByText(/: deleted$/)).toHaveCount(3);
  expect(await findBarriers(page, { practices: true })).toEqual([]);

  expect((await context.cookies()).map(({ name }) => name).filter((name) => name !== 'language')).toEqual([]);
  const stored = await page.evaluate(() => [sessionStorage.length, localStorage.getItem('conversation')]);
  expect(stored).toEqual([0, null]);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText(question)).toHaveCount(0);
});
