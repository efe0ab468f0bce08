import { expect } from '@playwright/test';
import type { FaultProxy } from './fault-proxy.ts';

/** Longer than a request takes, and than the page takes to request the next file. */
const quietMs = 500;

/** Playwright's `networkidle` may never come, because Chromium does not always report the end of a `keepalive` report. */
export async function untilQuiet({ requests }: Pick<FaultProxy, 'requests'>): Promise<void> {
  let before = -1;
  const isQuiet = () => {
    const isSame = requests.length === before;
    before = requests.length;
    return isSame;
  };
  await expect.poll(isQuiet, { intervals: [quietMs] }).toBe(true);
}
