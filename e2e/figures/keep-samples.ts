import { test } from '@playwright/test';

/** Hands what was measured on to `npm run bench`, which judges it. @param samples in ms, or without a unit where the name says so */
export function keepSamples(name: string, samples: readonly number[]): void {
  test.info().annotations.push({ type: 'samples', description: JSON.stringify({ name, samples }) });
}

export const numberOf = (variable: string, otherwise: number) => Number(process.env[variable] ?? otherwise);
export const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
export const quantile = (values: readonly number[], share: number) =>
  [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** Hands a figure on to `npm run bench` as it is printed there. @param limit the most there may be, or the least; absent: the figure is only told */
export function keepFigure(name: string, measured: string, limit?: string | { atLeast: string }, holds = true): void {
  test.info().annotations.push({ type: 'figure', description: JSON.stringify({ name, measured, limit, holds }) });
}
