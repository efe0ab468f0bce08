import { test } from '@playwright/test';

interface Judged {
  unit?: string;
  /** Limits of the median, and the most of the 95th percentile. */
  most?: number;
  least?: number;
  p95?: number;
  /** Explains the value. */
  note?: string;
}

/** `npm run bench` joins the samples of a name, prints, judges and stores them. @param samples in ms, or in the unit of the name */
export function keepSamples(name: string, samples: readonly number[], judged: Judged = {}): void {
  test.info().annotations.push({ type: 'samples', description: JSON.stringify({ name, samples, ...judged }) });
}

export const numberOf = (variable: string, otherwise: number) => Number(process.env[variable] ?? otherwise);
export const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
export const quantile = (values: readonly number[], share: number) =>
  [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
