import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { mostShift, watchShifts } from '../test-kit/instruments.ts';
import { findFaults } from '../test-kit/page-faults.ts';

const pictures = path.resolve(import.meta.dirname, '../test-results/walks');

/** Stores a picture at each station, and fails the walk softly, so that the walk reports everything. Call this before opening the page. */
export async function createLook(page: Page, walk: string) {
  const errors: string[] = [];
  let number = 0;
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`);
  });
  const readShifts = await watchShifts(page);
  return {
    forgive: (pattern: RegExp) => errors.splice(0, errors.length, ...errors.filter((each) => !pattern.test(each))),
    async at(station: string) {
      number += 1;
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({
        path: path.join(pictures, `${walk}-${String(number).padStart(2, '0')}-${station}.png`.replaceAll(/[ /]/g, '-')),
      });
      const faults = await findFaults((script) => page.evaluate(script));
      const { unasked, moved } = await readShifts();
      if (unasked > mostShift) faults.push(`moved by itself ${unasked.toFixed(3)}: ${moved.join('; ')}`);
      expect.soft([...faults, ...errors.splice(0)], `${walk}: ${station}`).toEqual([]);
    },
  };
}
