import { expect } from '@playwright/test';
import type { FaultProxy } from './fault-proxy.ts';

/** Longer than what a page asks for takes to arrive here, and than it takes the page to ask for what that needs. */
const quietMs = 500;

/**
 * Until the page has asked for nothing for a while. Not Playwright's `networkidle`: the end of a report that may
 * outlive its page (`keepalive`) is not always told, and the page then never counts as idle.
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
