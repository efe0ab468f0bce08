import type { Page } from '@playwright/test';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

// The page came, and the host's script does not run.

const script = /\/static\/js\/index\.[^/]+\.js$/;
const address = `/?museum=${museums.belmonte}`;
const notice = (page: Page) => page.locator('#failed');
const says = (page: Page) => expect(notice(page)).toHaveText(/^\s*The guide did not start\. .*Try again, or ask the museum’s staff\.\s*$/);

test('a script that does not come at first is fetched once more past the cache, and the page starts', async ({ page, complaints }) => {
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

test('a script that never arrives is requested twice, then the page shows a link that loads it again', async ({ page, complaints }) => {
  await page.route(script, (route) => route.abort('failed'));
  await page.goto(address);
  await says(page);
  await page.unroute(script);
  await notice(page).getByRole('link', { name: 'Try again' }).click();
  await expect(screenOf(page, 'landing')).toBeVisible();
  complaints.length = 0;
});

test('a script that a proxy changed is refused by its hash, and the page says so @all', async ({ page, complaints }) => {
  await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: '// changed' }));
  await page.goto(address);
  await says(page);
  complaints.length = 0;
});

test('a script that the browser cannot parse is reported at once @all', async ({ page, complaints }) => {
  await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: 'let newer = #syntax;' }));
  // An old browser has no hash support.
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
  test('reads in the language of the page what is missing', async ({ page }) => {
    await page.goto('/');
    await expect(notice(page)).toContainText('Le guide n’a pas démarré');
    await expect(notice(page)).not.toContainText('The guide');
  });
});
