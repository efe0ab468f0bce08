import { expect, type Locator, type Page } from '@playwright/test';

/** Time also passes by itself, so that rendering, playback and requests continue. */
export const startPageTime = (page: Page): Promise<void> => page.clock.install();

/** Advances by a second at a time. */
export async function passTimeUntilVisible(page: Page, locator: Locator): Promise<void> {
  await expect
    .poll(async () => {
      if (await locator.isVisible()) return true;
      await page.clock.fastForward(1_000);
      return locator.isVisible();
    })
    .toBe(true);
}

/** Steps of a second, so that due timers can send requests in between. */
export async function passTime(page: Page, ms: number): Promise<void> {
  const now = () => page.evaluate(() => Date.now());
  const until = (await now()) + ms;
  for (let left = ms; left > 0; left = until - (await now())) await page.clock.fastForward(Math.min(left, 1_000));
}
