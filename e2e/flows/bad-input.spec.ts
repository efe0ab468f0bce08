import { startFaultProxy } from '../test-kit/fault-proxy.ts';
import { passTimeUntilVisible, startPageTime } from '../test-kit/page-time.ts';
import { cardOf, expect, museums, saveData, screenOf, staircase, test } from '../test-kit/test.ts';

test('an unknown museum leads to the code field, which leads on', async ({ page }) => {
  await page.goto('/?museum=ffffffffffffffffffffffff');
  await expect(page.getByText(/leads to no museum here/)).toBeVisible();
  await page.getByLabel(/letters under the code/).fill('belm');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(screenOf(page, 'landing')).toBeVisible();
  await expect(page.getByText('Palazzo Belmonte').first()).toBeVisible();
});

test('a museum called by what is no id is no museum', async ({ page }) => {
  for (const id of ['<script>alert(1)</script>', '../../etc/passwd', '%00', 'x'.repeat(4000)]) {
    await test.step(JSON.stringify(id.slice(0, 24)), async () => {
      await page.goto(`/?museum=${encodeURIComponent(id)}`);
      await expect(page.getByLabel(/letters under the code/)).toBeVisible();
    });
  }
});

test('a code that nobody has is refused in words and stays in the field', async ({ page }) => {
  await page.goto('/');
  const field = page.getByLabel(/letters under the code/);
  await field.fill('NOPE');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText(/No museum has this code/)).toBeVisible();
  await expect(field).toHaveValue('NOPE');
});

test('an exhibition of another museum is not opened', async ({ page }) => {
  await page.goto(`/?museum=${museums.cathedral}&collection=${staircase}`);
  await expect(page).toHaveURL(/\/collection-selection/);
  await expect(screenOf(page, 'landing')).toBeVisible();
});

test('an unknown path is a 404 with a way back that lies on none of its words, also on a low screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const response = await page.goto('/no/such/room');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  const [words, button] = await Promise.all([page.getByRole('main').boundingBox(), page.locator('footer button').first().boundingBox()]);
  expect(button?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0));
  await page.getByRole('button', { name: 'Back to the start' }).click();
  await expect(page.getByLabel(/letters under the code/)).toBeVisible();
});

test('corrupt cookies and storage are forgotten without a word', async ({ page, context, baseURL }) => {
  const url = baseURL ?? '';
  await context.addCookies([
    { name: 'museumID', value: 'not-an-id', url },
    { name: 'collectionID', value: '%E0%A4%A', url },
    { name: 'tailoringAnswers', value: '{"consent":', url },
  ]);
  await page.addInitScript(() => {
    localStorage.setItem('language', 'tlh');
    localStorage.setItem('visitConfig', '{"inputMode":"telepathy"}');
  });
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
});

test('blocked storage and cookies still give a visit', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(globalThis, 'localStorage', { get: refuse });
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined });
  });
  await page.goto(`/?museum=${museums.cathedral}`);
  await cardOf(page, 'The Great Window').click();
  await expect(screenOf(page, 'tailoring')).toBeVisible();
  await page.reload();
  await expect(screenOf(page, 'tailoring')).toBeVisible();
});

test('a museum that cannot be reached says so, and Retry goes on where the visitor was', async ({ page, faults }) => {
  faults.break(/^\/api\/museums\//, { kind: '500' });
  await page.goto(`/?museum=${museums.belmonte}`);
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  faults.heal();
  await retry.click();
  await expect(screenOf(page, 'landing')).toBeVisible();
});

test('a slow museum is said to be slow after three seconds and offers Retry after eight', async ({ page, faults }) => {
  faults.break(/^\/api\/museums\//, { kind: 'hang' });
  await startPageTime(page);
  await page.goto(`/?museum=${museums.belmonte}`, { waitUntil: 'commit' });
  await expect(page.getByText('Loading...')).toBeVisible();
  const retry = page.getByRole('button', { name: 'Retry' });
  await passTimeUntilVisible(page, page.getByText(/The connection is slow/));
  await expect(retry).toHaveCount(0);
  await passTimeUntilVisible(page, retry);
  faults.heal();
  await retry.click();
  await expect(screenOf(page, 'landing')).toBeVisible();
});

test('without the site the page says nothing false: the next visit works again', async ({ page, site, context }) => {
  // Nothing is fetched ahead.
  await saveData(context);
  const own = await startFaultProxy(site.origin);
  await page.goto(`${own.origin}/?museum=${museums.cathedral}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await own.close();
  await cardOf(page, 'The Great Window').click();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});
