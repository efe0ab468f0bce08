import { test } from '@playwright/test';

/** Hands what was measured on to `npm run bench`, which judges it. @param samples in ms, or without a unit where the name says so */
export function keepSamples(name: string, samples: readonly number[]): void {
  test.info().annotations.push({ type: 'samples', description: JSON.stringify({ name, samples }) });
}

/** Hands a figure on to `npm run bench` as it is printed there. @param limit the most there may be; absent: the figure is only told */
export function keepFigure(name: string, measured: string, limit?: string, holds = true): void {
  test.info().annotations.push({ type: 'figure', description: JSON.stringify({ name, measured, limit, holds }) });
}
