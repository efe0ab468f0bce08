import { expect, museums, screenOf, test } from '../fault-kit/test.ts';

const scriptLimitBytes = 190_000;
const scriptLimitCount = 6;

test('the landing of a first visit asks for few and small scripts', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Map<string, { url: string; bytes: number }>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const isScript = type === 'Script' || /\.js$/.test(new URL(response.url).pathname);
    if (isScript && !response.fromDiskCache) scripts.set(requestId, { url: response.url, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script) script.bytes = encodedDataLength;
  });
  await page.goto(`/?museum=${museums.belmonte}`);
  await expect(screenOf(page, 'landing')).toBeVisible();
  await page.waitForLoadState('networkidle');

  const asked = [...scripts.values()];
  const total = asked.reduce((sum, { bytes }) => sum + bytes, 0);
  test.info().annotations.push({
    type: 'figure',
    description: `${asked.length} scripts, ${total} bytes: ${asked.map(({ url, bytes }) => `${new URL(url).pathname} ${bytes}`).join(', ')}`,
  });
  expect(asked.every(({ bytes }) => bytes > 0)).toBe(true);
  expect(asked.length).toBeLessThanOrEqual(scriptLimitCount);
  expect(total).toBeLessThanOrEqual(scriptLimitBytes);
  // The other screens' code is not asked for before it is needed.
  expect(asked.filter(({ url }) => /\/remotes\/(tailoring|visit|chat)\//.test(url))).toEqual([]);
});
