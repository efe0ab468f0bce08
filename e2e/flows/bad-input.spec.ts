import { startFaultProxy } from '../test-kit/fault-proxy.ts';
import { passTimeUntilVisible, startPageTime } from '../test-kit/page-time.ts';
import { cardOf, expect, museums, saveData, screenOf, test } from '../test-kit/test.ts';

test('a visitor with corrupt cookies and storage gets the landing', async ({ page, context, baseURL }) => {
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

test('a visitor who blocks storage and cookies gets the questions of a visit', async ({ page }) => {
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

test('the page reports a slow museum after 3 s and offers Retry after 8 s', { tag: '@all' }, async ({ page, faults }) => {
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

test('the page offers Retry for a screen that a stopped site does not send', { tag: '@all' }, async ({ page, site, context }) => {
  // Prevents requests ahead.
  await saveData(context);
  const own = await startFaultProxy(site.origin);
  await page.goto(`${own.origin}/?museum=${museums.cathedral}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await own.close();
  await cardOf(page, 'The Great Window').click();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});
