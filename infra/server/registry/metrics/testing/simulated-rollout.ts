import { addToTrial, judgeTrial, type Seen, startTrial } from '../trial.ts';

/** How visits go: shares of them, and figures whose logarithm is normally distributed. */
export interface Nature {
  failureRate: number;
  hangRate: number;
  errorRate: number;
  /** Half the visits can use the screen after so long. */
  usableMs: number;
  /** Of the figure's logarithm. */
  sigma: number;
  /** Added to each visit. */
  slowerMs: number;
}

/** What a site sees on a common day: every two hundredth visit fails, half can use a screen after 1.2 s, one in twenty after 2.7 s. */
export const usual: Nature = { failureRate: 0.005, hangRate: 0.0005, errorRate: 0.003, usableMs: 1_200, sigma: 0.5, slowerMs: 0 };

export interface Simulation {
  seed: number;
  /** Of the visits, 0 to 1; after so many visits of each it goes on to the next. */
  shares: readonly number[];
  visitsPerShare: number;
  stable: Nature;
  rolledOut: Nature;
  /** Visits of the stable version in the twelve hours before. */
  before: number;
  /** For a while so many of all visits fail, whatever their version: a network that is gone. */
  outage?: { from: number; to: number; rate: number };
}

export interface Ending {
  /** Visits of the new version. */
  visits: number;
  /** Undefined where nothing halted it. */
  signal: string | undefined;
}

/** Numbers from 0 to 1, the same for the same seed: mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A rollout of one remote with invented visits, each from an address of its own, judged after each of them as the site does. */
export function simulateRollout({ seed, shares, visitsPerShare, stable, rolledOut, before, outage }: Simulation): Ending {
  const random = createRandom(seed);
  const failedBefore = Array.from({ length: before }, random).filter((number) => number < stable.failureRate).length;
  let trial = startTrial({ loads: before, failures: failedBefore });
  let visits = 0;
  let number = 0;
  for (const share of shares.flatMap((one) => Array.from({ length: visitsPerShare }, () => one))) {
    number += 1;
    const isNew = random() < share;
    if (isNew) visits += 1;
    const isOut = outage !== undefined && number >= outage.from && number < outage.to;
    const seen = see(isNew ? rolledOut : stable, isOut ? outage.rate : 0, random);
    trial = addToTrial(trial, { isNew, share }, seen, `${number}`);
    const cause = judgeTrial(trial, { remotes: 1, share });
    if (cause) return { visits, signal: cause.signal };
  }
  return { visits, signal: undefined };
}

/** A visit, which fails by its version or by an outage. */
function see(nature: Nature, outageRate: number, random: () => number): Seen {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const logNormal = (median: number, sigma: number) => median * Math.exp(sigma * normal());
  const happens = (rate: number) => random() < rate;
  const hangs = Number(happens(nature.hangRate));
  const failures = Number(hangs === 1 || happens(1 - (1 - nature.failureRate) * (1 - outageRate)));
  const errors = Number(happens(nature.errorRate));
  if (failures) return { loads: 1, failures, hangs, errors };
  const figures = {
    usableMs: logNormal(nature.usableMs, nature.sigma) + nature.slowerMs,
    inpMs: logNormal(60, 0.7),
    shift: happens(0.7) ? 0 : logNormal(0.01, 1),
    longTaskMs: happens(0.3) ? 0 : logNormal(150, 0.8),
  };
  return { loads: 1, errors, figures };
}

/** A rollout of which nothing is worse, in one of many circumstances, each of which could mislead. */
export function goodRollout(seed: number): Simulation {
  const random = createRandom(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const nature: Nature = {
    ...usual,
    failureRate: pick([0.001, 0.005, 0.02, 0.05]),
    usableMs: pick([600, 1_200, 3_000]),
    sigma: pick([0.3, 0.5, 0.9]),
  };
  const shares = pick([[0.01], [0.1], [0.5], [0.01, 0.1, 0.5, 1]]);
  const visitsPerShare = 3_000 / shares.length;
  const from = Math.floor(random() * 2_000);
  return {
    ...{ seed: seed + 1, shares, visitsPerShare, stable: nature, rolledOut: nature, before: pick([0, 200, 2_000]) },
    ...(random() < 0.2 && { outage: { from, to: from + 200, rate: pick([0.1, 0.4]) } }),
  };
}

/** Visits of the new version until it halted, of which so many in a hundred runs needed no more; Infinity where it did not. */
export function visitsUntilHalt(change: Partial<Nature>, { runs, share, seed }: { runs: number; share: number; seed: number }) {
  const endings = Array.from({ length: runs }, (_, run) =>
    simulateRollout({
      ...{ seed: seed + run * 7_919, shares: [share], visitsPerShare: Math.ceil(2_000 / share), before: 2_000 },
      ...{ stable: usual, rolledOut: { ...usual, ...change } },
    }),
  );
  const sorted = endings.map(({ visits, signal }) => (signal === undefined ? Number.POSITIVE_INFINITY : visits)).sort((a, b) => a - b);
  const within = (percent: number) => sorted[Math.min(runs - 1, Math.ceil((runs * percent) / 100) - 1)] ?? Number.NaN;
  return { p50: within(50), p95: within(95), p99: within(99) };
}
