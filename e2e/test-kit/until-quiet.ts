import { expect } from '@playwright/test';
import type { FaultProxy } from './fault-proxy.ts';

/** Longer than a request takes here, and than the page takes to request the next file. */
const quietMs = 500;

/**
 * Waits until the page requested nothing for a while. Not Playwright's `networkidle`: the end of a report that may outlive its page
 * (`keepalive`) is not always reported, and the page then never counts as idle.
 */
export async function untilQuiet({ requests }: Pick<FaultProxy, 'requests'>): Promise<void> {
  let before = -1;
  const isQuiet = () => {
    const isSame = requests.length === before;
    before = requests.length;
    return isSame;
  };
  await expect.poll(isQuiet, { intervals: [quietMs] }).toBe(true);
}
