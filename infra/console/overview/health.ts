import type { Health } from '@enfilade/shared-contracts/api/registry-schemas';

type Counts = Health['hours'][number];

/** `none`: no page has loaded the screen yet. `few`: too few loads or failures to judge. `rising`: more fails lately than before. */
export type Condition = 'none' | 'few' | 'well' | 'failing' | 'rising';

const watchFrom = 0.02;
/** Fewer loads are too few for a rate. */
const leastLoads = 20;
/** A single failure may be of one broken phone. */
const leastFailures = 2;
const recentHours = 3;

const sum = (hours: readonly Counts[]): Counts =>
  hours.reduce((all, { loads, failures }) => ({ loads: all.loads + loads, failures: all.failures + failures }), { loads: 0, failures: 0 });
const rateOf = ({ loads, failures }: Counts) => (loads === 0 ? 0 : Math.min(1, failures / loads));

export function judgeHealth({ loads, failures, hours }: Health): Condition {
  if (loads === 0) return 'none';
  const recent = sum(hours.slice(-recentHours));
  const before = rateOf(sum(hours.slice(0, -recentHours)));
  const isBad = (counts: Counts) => counts.loads >= leastLoads && counts.failures >= leastFailures && rateOf(counts) >= watchFrom;
  if (isBad(recent) && rateOf(recent) > before) return 'rising';
  if (isBad(recent) || isBad({ loads, failures })) return 'failing';
  return loads >= leastLoads && rateOf({ loads, failures }) < watchFrom ? 'well' : 'few';
}

export const isToWatch = (health: Health) => ['failing', 'rising'].includes(judgeHealth(health));

/** Percent, cut (never rounded up) to one decimal: 100 means that nothing failed. */
export function loadedWell(health: Counts): number {
  return Math.floor((1 - rateOf(health)) * 1000 + 1e-9) / 10;
}
