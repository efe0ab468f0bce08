import type { HaltCause } from '@enfilade/shared-contracts/api/registry-schemas';
import { addToHistogram, bucketOf, type Histogram, quantileOf, visitsOf } from './figures.ts';

export interface Side {
  loads: number;
  failures: number;
  usable: Histogram;
}

/** Visits in the same days and museums. */
export interface Comparison {
  rolledOut: Side;
  stable: Side;
  /** Up to the number that a halt needs. */
  failingNetworks: readonly string[];
}

const noVisits: Side = { loads: 0, failures: 0, usable: [] };
export const noComparison: Comparison = { rolledOut: noVisits, stable: noVisits, failingNetworks: [] };

/** Each part counts once for each visit. */
export interface Seen {
  loads: number;
  failures: number;
  usableMs?: number | undefined;
}

export function addToComparison(before: Comparison, seen: Seen, { isNew, network }: { isNew: boolean; network: string }): Comparison {
  const side = isNew ? 'rolledOut' : 'stable';
  const { loads, failures, usable } = before[side];
  const { usableMs } = seen;
  const networks = before.failingNetworks;
  const isFirstOfNetwork = isNew && seen.failures > 0 && networks.length < leastNetworks && !networks.includes(network);
  return {
    ...before,
    [side]: {
      loads: loads + seen.loads,
      failures: failures + seen.failures,
      usable: usableMs === undefined ? usable : addToHistogram(usable, bucketOf('usableMs', usableMs)),
    },
    failingNetworks: isFirstOfNetwork ? [...networks, network] : networks,
  };
}

/** At least three, because one client may have an IPv4 and an IPv6 address. */
const leastNetworks = 3;
const leastFailures = 5;
const timesAsOften = 3;
/** More loads and failures of the stable version, so that few visits do not give an extreme share. docs/rollouts.md has the simulation. */
const assumed = { loads: 80, failures: 5 };
const leastMeasured = 200;
const timesAsSlow = 1.5;

function failsMore({ rolledOut, stable }: Comparison): boolean {
  const share = (stable.failures + assumed.failures) / (stable.loads + assumed.loads);
  return rolledOut.failures >= leastFailures + timesAsOften * rolledOut.loads * share;
}

const usableFor = ({ usable }: Side) => quantileOf('usableMs', usable, 0.75) ?? 0;

function isSlower({ rolledOut, stable }: Comparison): boolean {
  const measured = Math.min(visitsOf(rolledOut.usable), visitsOf(stable.usable));
  return measured >= leastMeasured && usableFor(rolledOut) > timesAsSlow * usableFor(stable);
}

export type Reason = Omit<HaltCause, 'remote' | 'version'>;

/** Undefined if the rollout may continue. */
export function findReason(comparison: Comparison): Reason | undefined {
  const { rolledOut, stable, failingNetworks } = comparison;
  const failures = ({ loads, failures: value }: Side) => ({ visits: loads, value });
  const usableMs = (side: Side) => ({ visits: visitsOf(side.usable), value: usableFor(side) });
  if (failsMore(comparison) && failingNetworks.length >= leastNetworks)
    return { signal: 'failures', rolledOut: failures(rolledOut), stable: failures(stable) };
  if (isSlower(comparison)) return { signal: 'usableMs', rolledOut: usableMs(rolledOut), stable: usableMs(stable) };
  return undefined;
}

export const failsInFewNetworks = (comparison: Comparison) => failsMore(comparison) && comparison.failingNetworks.length < leastNetworks;

/** The sentence has no full stop. */
export function describeCause({ remote, version, signal, rolledOut, stable }: HaltCause): string {
  const name = `${remote} ${version}`;
  if (signal === 'failures') {
    const beside = stable.visits > 0 ? `, the stable version in ${stable.value} of ${stable.visits}` : '';
    return `${name} failed in ${rolledOut.value} of ${rolledOut.visits} visits${beside}`;
  }
  const usable = ({ visits, value }: HaltCause['stable']) => `after ${value} ms in three quarters of ${visits} visits`;
  return `${name} could be used ${usable(rolledOut)}, the stable version ${usable(stable)}`;
}
