import path from 'node:path';
import { buildRemote, pin, publish, unpin } from '../test-kit/release.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

/** Five seconds of the frame’s own patience; the rest is the start of a page while others are drawn on the same machine. */
const visibleLimitMs = 8000;
const recoveryLimitMs = 1000;
const name = 'landing';

test.describe.configure({ mode: 'default' });

let built: Promise<string> | undefined;
test.beforeAll(async ({ site }) => {
  built ??= buildRemote(name, path.resolve(import.meta.dirname, '../fixtures/faulty-landing'));
  const version = await publish(site, name, await built);
  await pin(site, museums.cathedral, { name, version, expected: null });
});
test.afterAll(async ({ site }) => {
  await unpin(site, museums.cathedral, name);
});

for (const fault of ['load', 'render', 'effect', 'suspend']) {
  test(`a screen that breaks (${fault}) is caught in its frame and comes back by Retry`, async ({ page, context, baseURL, faults }) => {
    // Nobody names a version to show in its place; see last-good.spec.ts.
    faults.break(/^\/api\/compositions\//, { kind: '500' });
    await context.addCookies([{ name: 'fault', value: fault, url: baseURL ?? '' }]);
    const began = Date.now();
    await page.goto(`/collection-selection?museum=${museums.cathedral}`);
    const retry = page.getByRole('button', { name: 'Retry' });
    // Watched in the page: an assertion that polls would see it up to a second late.
    await retry.waitFor();
    expect(Date.now() - began).toBeLessThanOrEqual(visibleLimitMs);

    await context.clearCookies({ name: 'fault' });
    const pressed = Date.now();
    await retry.click();
    await page.getByRole('heading', { name: 'Drawn after all' }).waitFor();
    expect(Date.now() - pressed).toBeLessThanOrEqual(recoveryLimitMs);
    await expect(screenOf(page, name)).toHaveAttribute('data-version', /^9\.0\.0-dev\./);
  });
}
