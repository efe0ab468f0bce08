import type { FigureName, VersionVitals } from '@enfilade/shared-contracts/api/registry-schemas';
import type { ScreenVitals } from '@enfilade/shared-contracts/api/request-schemas';

/** The first bucket has the smallest values, and each doubling has four buckets. */
export type Histogram = readonly number[];

export const figureNames = ['usableMs', 'inpMs', 'shift', 'longTaskMs'] as const satisfies readonly FigureName[];

/** The upper bound of the first bucket. */
const least: Readonly<Record<FigureName, number>> = { usableMs: 20, inpMs: 8, shift: 0.001, longTaskMs: 25 };
const perDoubling = 4;
const mostBuckets = 64;

export type Histograms = Readonly<Record<FigureName, Histogram>>;

export const noHistograms: Histograms = { usableMs: [], inpMs: [], shift: [], longTaskMs: [] };

export function bucketOf(name: FigureName, value: number): number {
  if (value <= least[name]) return 0;
  return Math.min(mostBuckets - 1, 1 + Math.floor(perDoubling * Math.log2(value / least[name])));
}

export function addToHistogram(histogram: Histogram, bucket: number): Histogram {
  const added = [...histogram];
  while (added.length <= bucket) added.push(0);
  added[bucket] = (added[bucket] ?? 0) + 1;
  return added;
}

export function addFigures(histograms: Histograms, figures: ScreenVitals): Histograms {
  const added = figureNames.flatMap((name): [FigureName, Histogram][] => {
    const value = figures[name];
    return value === undefined ? [] : [[name, addToHistogram(histograms[name], bucketOf(name, value))]];
  });
  return { ...histograms, ...Object.fromEntries(added) };
}

export const visitsOf = (histogram: Histogram) => histogram.reduce((sum, visits) => sum + visits, 0);

/** Interpolated within the bucket; undefined for an empty histogram. */
export function quantileOf(name: FigureName, histogram: Histogram, share: number): number | undefined {
  const wanted = visitsOf(histogram) * share;
  let before = 0;
  for (const [bucket, visits] of histogram.entries()) {
    if (visits > 0 && before + visits >= wanted) {
      const part = (wanted - before) / visits;
      const value = bucket === 0 ? part * least[name] : least[name] * 2 ** ((bucket - 1 + part) / perDoubling);
      return name === 'shift' ? Number(value.toFixed(3)) : Math.round(value);
    }
    before += visits;
  }
  return undefined;
}

/** @returns undefined if no visit measured anything */
export function summarizeFigures(version: string, histograms: Histograms): VersionVitals | undefined {
  const visits = Math.max(...figureNames.map((name) => visitsOf(histograms[name])));
  if (visits === 0) return undefined;
  const summaryOf = (name: FigureName) => {
    const [p50, p75] = [0.5, 0.75].map((share) => quantileOf(name, histograms[name], share));
    return p50 === undefined || p75 === undefined ? null : { p50, p75 };
  };
  const [usableMs, inpMs, shift, longTaskMs] = [summaryOf('usableMs'), summaryOf('inpMs'), summaryOf('shift'), summaryOf('longTaskMs')];
  return { version, visits, usableMs, inpMs, shift, longTaskMs };
}
