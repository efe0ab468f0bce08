import { test } from '@playwright/test';

/** `npm run bench` judges the samples. @param samples in ms, or in the unit of the name */
export function keepSamples(name: string, samples: readonly number[]): void {
  test.info().annotations.push({ type: 'samples', description: JSON.stringify({ name, samples }) });
}

export const numberOf = (variable: string, otherwise: number) => Number(process.env[variable] ?? otherwise);
export const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
export const quantile = (values: readonly number[], share: number) =>
  [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

interface Judged {
  limit: string | { atLeast: string };
  holds: boolean;
}

/** `npm run bench` prints and stores the figure. @param judged absent for a figure without a limit */
export function keepFigure(name: string, measured: string, values: number | readonly number[], judged?: Judged): void {
  test.info().annotations.push({ type: 'figure', description: JSON.stringify({ name, measured, values, ...judged }) });
}
