import { findBarriers, findClipped } from '../test-kit/barriers.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

test('hours, prices and the way to the toilets are one press away on the landing, in a chunk of its own', async ({ page }) => {
  const chunks: string[] = [];
  page.on('request', (request) => request.url().includes('finding') && chunks.push(request.url()));
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(page.getByRole('button', { name: 'Choose an exhibition' })).toBeVisible();
  expect(chunks.filter((url) => url.endsWith('.js'))).toEqual([]);
  await page.getByRole('button', { name: 'Practical information' }).click();
  const dialog = page.getByRole('dialog', { name: 'Practical information' });
  await expect(dialog).toContainText('open from Tuesday to Sunday, 10 to 18');
  await expect(dialog).toContainText('The toilets are on the ground floor');
  expect(await findBarriers(page, { practices: true })).toEqual([]);
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await findClipped(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Practical information' })).toBeFocused();
});

test('a number on a label leads to what the guide knows of it, and a wrong one to the nearest', async ({ page }) => {
  await page.goto(`/?museum=${museums.textChat}`);
  const chat = screenOf(page, 'chat');
  await chat.getByRole('button', { name: 'Practical information' }).click();
  const dialog = page.getByRole('dialog', { name: 'Practical information' });
  await dialog.getByRole('textbox', { name: 'Number on the label' }).fill('7');
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(dialog).toContainText('There is no number 7 here.');
  expect(await findBarriers(page, { practices: true })).toEqual([]);
  await dialog.getByRole('button', { name: 'The iron meteorite' }).click();
  await expect(chat.getByText('What is number 4?')).toBeVisible();
  await expect(chat.getByRole('log')).toContainText('The meteorite fell');
});

test('a number in the address is what the guide begins with, once', async ({ page }) => {
  await page.goto(`/?museum=${museums.textChat}&object=2`);
  const chat = screenOf(page, 'chat');
  await expect(chat.getByRole('log')).toContainText('What is number 2?');
  await expect(chat.getByRole('log')).toContainText('Lorenz Adler');
  await page.reload();
  await expect(chat.getByRole('log')).toContainText('What is number 2?');
  await expect(chat.getByRole('log').getByText('What is number 2?')).toHaveCount(1);
});
