import { createHash } from 'node:crypto';

const buckets = 10_000;

/** The number of a visitor in a rollout, 0 to 9999: the same every time, even over visitors, unrelated between rollouts. */
export function rolloutBucket(visitorId: string, rolloutId: string): number {
  const hash = createHash('sha256').update(`${rolloutId}/${visitorId}`).digest();
  return Number(hash.readBigUInt64BE() % BigInt(buckets));
}

/** Whether a share of the visitors, in percent with at most two decimals, has this one in it. A visitor without an id is in a share of 100 only. */
export function isInShare(percent: number, visitorId: string | undefined, rolloutId: string): boolean {
  // In whole numbers: 0.07 * 100 is more than 7.
  const share = Math.round((percent * buckets) / 100);
  if (share === 0 || share === buckets || visitorId === undefined) return share === buckets;
  return rolloutBucket(visitorId, rolloutId) < share;
}
