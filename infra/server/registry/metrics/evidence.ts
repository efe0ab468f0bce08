/*
 * Bets against "the new version is no worse than the stable one". Each visit multiplies the wealth of a bet by a factor
 * whose expectation is at most 1 as long as that is true, whatever came before; so wealth reaches 1/alpha in the whole life
 * of a rollout with a probability of alpha at most, however often one looks (Ville's inequality). That is what lets a
 * rollout be judged at every visit. Sources: Ramdas, Grünwald, Vovk, Shafer, "Game-theoretic statistics and safe anytime-valid
 * inference" (Statistical Science 2023); Turner, Ly, Grünwald, "Generic E-variables for exact sequential k-sample tests that
 * allow for optional stopping" (JSPI 2024); Robbins, "Statistical methods related to the law of the iterated logarithm" (1970)
 * for the mixture over alternatives.
 */

/** What the bets of one signal have won. */
export interface Evidence {
  /** Natural logarithm of the wealth of each alternative that is bet on. */
  logs: readonly number[];
  /** What visits of one address added to each, of the addresses that added most. */
  from: readonly (readonly [address: string, gains: readonly number[]])[];
}

/** Enough to tell the worst ones: what is left out added no more than they did. */
const mostAddresses = 8;
/** One client has two of them without further ado, of IPv4 and of IPv6. */
export const addressesOfOne = 2;

const add = (one: readonly number[], other: readonly number[]) => other.map((value, at) => round((one[at] ?? 0) + value));
/** It is stored as text. */
const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** @param gains logarithms of the factors, one for each alternative */
export function addGains(evidence: Evidence | undefined, gains: readonly number[], address: string): Evidence {
  const { logs, from } = evidence ?? { logs: [], from: [] };
  const own = add(from.find(([name]) => name === address)?.[1] ?? [], gains);
  const all = [...from.filter(([name]) => name !== address), [address, own] as const];
  if (all.length > mostAddresses) all.splice(smallestOf(all.map(([, ofAddress]) => Math.max(...ofAddress))), 1);
  return { logs: add(logs, gains), from: all };
}

const smallestOf = (values: readonly number[]) => values.indexOf(Math.min(...values));

/** Logarithm of the mean wealth, all alternatives being bet on alike. */
export const strengthOf = (evidence: Evidence | undefined) => meanLog(evidence?.logs ?? []);

/** The same without what the addresses added that added most: whoever invents reports at two addresses decides nothing. */
export function strengthAmongOthers(evidence: Evidence | undefined): number {
  const { logs, from } = evidence ?? { logs: [], from: [] };
  const worst = (at: number) => {
    const gains = from.map(([, ofAddress]) => Math.max(0, ofAddress[at] ?? 0)).sort((a, b) => b - a);
    return gains.slice(0, addressesOfOne).reduce((sum, gain) => sum + gain, 0);
  };
  return meanLog(logs.map((log, at) => log - worst(at)));
}

function meanLog(logs: readonly number[]): number {
  if (logs.length === 0) return 0;
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0) / logs.length);
}

/** How a visit came to its version: of the visits in which it is being tried, this share gets the new one, by lot. */
export interface Lot {
  isNew: boolean;
  /** Above 0, below 1. */
  share: number;
}

/**
 * Of the visits of which something is known (that it failed, how long it took) the new version has `share` if both
 * versions are alike. A bet that it is `g` pays g/share, or (1-g)/(1-share): in the mean 1 for whatever `g`, also when
 * visits fail more often in one hour than in another, since that concerns both. Where the new version is better, less.
 * @param odds how much likelier than the share alone would make it a visit of the new version is, by each alternative
 */
function gainsOf({ isNew, share }: Lot, odds: readonly number[]): number[] {
  return odds.map((ratio) => {
    const both = share * ratio + 1 - share;
    return Math.log((isNew ? ratio : 1) / both);
  });
}

/** By how much the new version may fail more often. */
const failureOdds = [2, 6, 25];

/** What a visit that failed says. Those that went well say nothing: whoever invents them moves nothing. */
export const gainsOfFailure = (lot: Lot) => gainsOf(lot, failureOdds);

/** By how much the new version may be slower, in standard deviations of the figure's logarithm. */
const shifts = [0.3, 0.7];

/**
 * What a measured visit says: `rank` is where its figure stands among those before it, 0 to 1. The logarithm of the odds is
 * that of two normal distributions whose means lie a shift apart, and grows with the rank: a new version that is quicker wins nothing.
 */
export function gainsOfRank(lot: Lot, rank: number): number[] {
  // Of the normal distribution's quantile, by the logistic one.
  const score = Math.log(rank / (1 - rank)) / 1.702;
  return gainsOf(
    lot,
    shifts.map((shift) => Math.exp(shift * score - (shift ** 2 * (1 - 2 * lot.share)) / 2)),
  );
}

/** How far between the ceiling and 1 the rate of failures may be. */
const aboveCeiling = [0.08, 0.3, 0.98];

/** What a visit of the new version says against "no more of them fail than `ceiling`". */
export function gainsOverCeiling(ceiling: number, hasFailed: boolean): number[] {
  return aboveCeiling.map((part) => {
    const rate = ceiling + part * (1 - ceiling);
    return hasFailed ? Math.log(rate / ceiling) : Math.log((1 - rate) / (1 - ceiling));
  });
}

/** As if a version of which nothing is known had been visited so often without a failure: the ceiling is 5 % then. */
const assumedVisits = 180;
const leastCeiling = 0.01;
/** How likely the rate is above the ceiling all the same. */
const ceilingRisk = 1e-4;

/** Such a share of its visits may fail at most, after what was seen of a version: the bound of Chernoff and Hoeffding. */
export function ceilingOf({ loads, failures }: { loads: number; failures: number }): number {
  const visits = loads + assumedVisits;
  const rate = failures / visits;
  const distance = (ceiling: number) =>
    (rate > 0 ? rate * Math.log(rate / ceiling) : 0) + (1 - rate) * Math.log((1 - rate) / (1 - ceiling));
  let [low, high] = [rate, 1 - 1e-9];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (visits * distance(middle) < Math.log(1 / ceilingRisk)) low = middle;
    else high = middle;
  }
  return Math.max(leastCeiling, high);
}
