import type { Page } from '@playwright/test';

/** Counts calls of `hostile` and of dialogs. Call this before opening the page. */
export const installTrap = (page: Page) =>
  page.addInitScript(() => {
    let calls = 0;
    const trap = () => {
      calls += 1;
    };
    Object.defineProperty(window, 'hostile', { value: trap, writable: false });
    Object.defineProperty(window, 'hostileCalls', { get: () => calls });
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) Object.assign(window, { [name]: trap });
  });

export const callsOf = (page: Page) => page.evaluate(() => (window as unknown as { hostileCalls: number }).hostileCalls);
