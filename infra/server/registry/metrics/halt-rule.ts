import { type Counts, type Tally, withoutWorst } from './counts.ts';

/** With fewer loads than this a rate says nothing. */
export const leastLoads = 50;
/** Of the loads, in percent. */
const mostFailuresPercent = 2;
const mostTimesStable = 3;
/** One bad phone in fifty halts nothing, however well the stable version fares. */
const leastFailures = 2;

/** Compared in whole numbers: 1 of 50 is not more than 2 %. */
const isMore = ({ loads, failures }: Counts) => failures * 100 > loads * mostFailuresPercent;

/** More than 2 % of at least 50 loads failed. Such a rate needs two failures at least. */
export function failsTooOften(counts: Counts): boolean {
  return counts.loads >= leastLoads && isMore(counts);
}

/**
 * A stable version that never failed is assumed to fail at its next load: any multiple of 0 is 0, and two
 * failures in ten thousand loads on a bad network would halt everything.
 */
const isMoreThanStable = ({ loads, failures }: Counts, stable: Counts) =>
  failures >= leastFailures && failures * stable.loads > mostTimesStable * Math.max(1, stable.failures) * loads;

/** It fails more than three times as often as the stable version, each over at least 50 loads, and at least twice. */
export function failsMoreThanStable(rolledOut: Counts, stable: Counts): boolean {
  return rolledOut.loads >= leastLoads && stable.loads >= leastLoads && isMoreThanStable(rolledOut, stable);
}

/** How one remote of a rollout fared, and how its stable version; undefined where the stable version is the same one, or there is none. */
export interface Comparison {
  rolledOut: Tally;
  stable: Counts | undefined;
}

/** Where it fails too often, it has to among the others, too: whoever invents reports at two addresses decides nothing. */
function mustHaltFor(tally: Tally, fails: (counts: Counts) => boolean, failsAmong: (others: Counts) => boolean): boolean {
  if (!fails(tally)) return false;
  const others = withoutWorst(tally);
  return others.failures >= leastFailures && failsAmong(others);
}

/**
 * Whether a running rollout must halt: judged are the visits of the whole set, of which any version failed, and each
 * of its remotes alone, so that a screen that few open is not hidden behind one that all open.
 */
export function mustHalt(total: Tally, remotes: readonly Comparison[]): boolean {
  return (
    mustHaltFor(total, failsTooOften, isMore) ||
    remotes.some(
      ({ rolledOut, stable }) =>
        mustHaltFor(rolledOut, failsTooOften, isMore) ||
        (stable !== undefined &&
          mustHaltFor(
            rolledOut,
            (counts) => failsMoreThanStable(counts, stable),
            (others) => isMoreThanStable(others, stable),
          )),
    )
  );
}
