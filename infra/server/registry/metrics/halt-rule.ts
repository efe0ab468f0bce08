import type { Counts } from './counts.ts';

/** With fewer loads than this a rate says nothing. */
export const leastLoads = 50;
/** Of the loads, in percent. */
const mostFailuresPercent = 2;
const mostTimesStable = 3;
/** One bad phone in fifty halts nothing, however well the stable version fares. */
const leastFailures = 2;

/** More than 2 % of at least 50 loads failed. Such a rate needs two failures at least. Compared in whole numbers: 1 of 50 is not more. */
export function failsTooOften({ loads, failures }: Counts): boolean {
  return loads >= leastLoads && failures * 100 > loads * mostFailuresPercent;
}

/**
 * It fails more than three times as often as the stable version, each over at least 50 loads, and at least twice.
 * A stable version that never failed is assumed to fail at its next load: any multiple of 0 is 0, and two
 * failures in ten thousand loads on a bad network would halt everything.
 */
export function failsMoreThanStable(rolledOut: Counts, stable: Counts): boolean {
  if (rolledOut.loads < leastLoads || stable.loads < leastLoads || rolledOut.failures < leastFailures) return false;
  return rolledOut.failures * stable.loads > mostTimesStable * Math.max(1, stable.failures) * rolledOut.loads;
}

/** How one remote of a rollout fared, and how its stable version; undefined where the stable version is the same one, or there is none. */
export interface Comparison {
  rolledOut: Counts;
  stable: Counts | undefined;
}

/**
 * Whether a running rollout must halt: judged are the visits of the whole set, of which any version failed, and each
 * of its remotes alone, so that a screen that few open is not hidden behind one that all open.
 */
export function mustHalt(total: Counts, remotes: readonly Comparison[]): boolean {
  return (
    failsTooOften(total) ||
    remotes.some(({ rolledOut, stable }) => failsTooOften(rolledOut) || (stable !== undefined && failsMoreThanStable(rolledOut, stable)))
  );
}
