import type { Page } from '@playwright/test';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const script = /\/static\/js\/index\.[^/]+\.js$/;
const address = `/?museum=${museums.belmonte}`;
const notice = (page: Page) => page.locator('#failed');
const says = (page: Page) => expect(notice(page)).toHaveText(/^\s*The guide did not start\. .*Try again, or ask the museum’s staff\.\s*$/);

test('the page fetches a failed script once more past the cache and starts', async ({ page, complaints }) => {
  let asked = 0;
  await page.route(script, (route) => {
    asked += 1;
    return asked === 1 ? route.abort('failed') : route.continue();
  });
  await page.goto(address);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await expect(notice(page)).toBeHidden();
  complaints.length = 0;
});

test('a page whose script fails twice shows a link that loads the page again', async ({ page, complaints }) => {
  await page.route(script, (route) => route.abort('failed'));
  await page.goto(address);
  await says(page);
  await page.unroute(script);
  await notice(page).getByRole('link', { name: 'Try again' }).click();
  await expect(screenOf(page, 'landing')).toBeVisible();
  complaints.length = 0;
});

test('the browser refuses a script that a proxy changed, and the page reports the failed start @all', async ({ page, complaints }) => {
  await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: '// changed' }));
  await page.goto(address);
  await says(page);
  complaints.length = 0;
});

test('the page reports a script that the browser cannot parse @all', async ({ page, complaints }) => {
  await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: 'let newer = #syntax;' }));
  // An old browser ignores hashes.
  const answer = await page.request.get(address);
  const { 'integrity-policy': _, 'content-encoding': __, ...headers } = answer.headers();
  const body = (await answer.text()).replace(/ integrity="[^"]*"/g, '');
  await page.route('**/?museum=*', (route) => route.fulfill({ headers, body }));
  await page.goto(address);
  await says(page);
  complaints.length = 0;
});

test.describe('a visitor without JavaScript', () => {
  test.use({ javaScriptEnabled: false, locale: 'fr' });
  test('a visitor without JavaScript reads in the page’s language that the guide did not start', async ({ page }) => {
    await page.goto('/');
    await expect(notice(page)).toContainText('Le guide n’a pas démarré');
    await expect(notice(page)).not.toContainText('The guide');
  });
});
