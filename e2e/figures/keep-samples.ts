import { test } from '@playwright/test';

/** Hands what was measured on to `npm run bench`, which judges it. @param samples in ms, or without a unit where the name says so */
export function keepSamples(name: string, samples: readonly number[]): void {
  test.info().annotations.push({ type: 'samples', description: JSON.stringify({ name, samples }) });
}
