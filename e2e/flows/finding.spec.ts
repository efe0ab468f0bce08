import { rememberAnswers } from '../test-kit/answers.ts';
import { findBarriers, findClipped } from '../test-kit/barriers.ts';
import { sizes } from '../test-kit/instruments.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

test('one press on the landing shows hours, prices and the way to the toilets, from a chunk of its own', async ({ page }) => {
  const chunks: string[] = [];
  page.on('request', (request) => request.url().includes('finding') && chunks.push(request.url()));
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(page.getByRole('button', { name: 'Choose an exhibition' })).toBeVisible();
  expect(chunks.filter((url) => url.endsWith('.js'))).toEqual([]);
  await page.getByRole('button', { name: 'Information' }).click();
  const dialog = page.getByRole('dialog', { name: 'Information' });
  await expect(dialog).toContainText('open from Tuesday to Sunday, 10 to 18');
  await expect(dialog).toContainText('The toilets are on the ground floor');
  expect(await findBarriers(page, { practices: true })).toEqual([]);
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await findClipped(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Information' })).toBeFocused();
});

test('an object’s number in the address becomes the first question, once', { tag: '@all' }, async ({ page }) => {
  await page.goto(`/?museum=${museums.textChat}&object=2`);
  const chat = screenOf(page, 'chat');
  await expect(chat.getByRole('log')).toContainText('What is number 2?');
  await expect(chat.getByRole('log')).toContainText('Lorenz Adler');
  await page.reload();
  await expect(chat.getByRole('log')).toContainText('What is number 2?');
  await expect(chat.getByRole('log').getByText('What is number 2?')).toHaveCount(1);
});

test('a source opens at the quoted passage, and its picture opens in a viewer that zooms', async ({ page, context, baseURL }) => {
  await rememberAnswers(context, baseURL);
  await rememberVisitConfig(context, { inputMode: 'text', visitMode: 'exploration' });
  await page.goto('/visit');
  const visit = screenOf(page, 'visit');
  await visit.getByRole('textbox').fill('Why is the mirror from Murano?');
  await page.keyboard.press('Enter');
  // Suggested questions appear after the whole answer.
  await expect(visit.getByRole('list', { name: 'Questions to go on with' })).toBeVisible();
  const source = visit.getByRole('button', { name: 'Source: wall text, Painting Salon' });
  await source.scrollIntoViewIfNeeded();
  // The button to the end moves the transcript when it disappears.
  await expect(visit.locator('[class*="message-log_jump"]')).toHaveCount(0);
  await source.click({ delay: 60 });
  const passage = page.getByRole('dialog', { name: 'wall text, Painting Salon' });
  await expect(passage.getByText('What the answer is taken from').last().locator('xpath=..')).toContainText(
    'It is put together from nine panes',
  );
  expect(await findBarriers(page, { practices: true })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(passage).toBeHidden();

  const open = visit.getByRole('button', { name: 'Look at the picture: The mirror from Murano' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'The mirror from Murano' });
  const picture = dialog.getByRole('img', { name: /^A tall mirror of nine panes/ });
  await expect(picture).toBeVisible();
  expect(await findBarriers(page, { practices: true })).toEqual([]);
  const scale = dialog.getByRole('status');
  await expect(scale).toHaveText('100%');
  await dialog.getByRole('button', { name: 'Larger' }).click();
  await expect(scale).toHaveText('150%');
  await page.keyboard.press('+');
  await expect(scale).toHaveText('225%');
  const left = async () => (await picture.boundingBox())?.x ?? 0;
  const before = await left();
  await page.keyboard.press('ArrowRight');
  await expect.poll(left).toBeLessThan(before);
  await dialog.getByRole('button', { name: 'Whole picture' }).click();
  await expect(scale).toHaveText('100%');
  await picture.hover();
  await page.mouse.wheel(0, -400);
  await expect(scale).not.toHaveText('100%');
  await page.keyboard.press('0');
  await picture.dblclick();
  await expect(scale).toHaveText('250%');
  const box = await picture.boundingBox();
  if (box) {
    await page.mouse.move(200, 400);
    await page.mouse.down();
    await page.mouse.move(150, 380, { steps: 4 });
    await page.mouse.up();
    await expect.poll(left).toBeLessThan(box.x);
  }
  for (const size of [sizes.smallPhone, sizes.phoneOnItsSide]) {
    await page.setViewportSize(size);
    expect(await findClipped(page)).toEqual([]);
    await expect(dialog.getByRole('button', { name: 'Larger' })).toBeInViewport();
  }
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
});

test('two fingers enlarge a picture, and one moves it', { tag: '@all' }, async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.origin, hasTouch: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`/?museum=${museums.textChat}`);
  const chat = screenOf(page, 'chat');
  await chat.getByRole('textbox').fill('What is number 1?');
  await page.keyboard.press('Enter');
  await chat.getByRole('button', { name: 'Look at the picture: The great refractor' }).click();
  const dialog = page.getByRole('dialog', { name: 'The great refractor' });
  const session = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await expect(dialog.getByRole('img')).toBeVisible();
  await touch('touchStart', [180, 400], [210, 400]);
  await touch('touchMove', [150, 400], [240, 400]);
  await touch('touchMove', [120, 400], [270, 400]);
  await touch('touchEnd');
  await expect(dialog.getByRole('status')).toHaveText('500%');
  const box = await dialog.getByRole('img').boundingBox();
  await touch('touchStart', [200, 400]);
  await touch('touchMove', [140, 400]);
  await touch('touchEnd');
  await expect.poll(async () => (await dialog.getByRole('img').boundingBox())?.x).toBeLessThan(box?.x ?? 0);
  await context.close();
});
