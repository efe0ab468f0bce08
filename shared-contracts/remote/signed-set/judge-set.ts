import { type ReleaseSet, releaseSetSchema } from '../release-set.ts';

/** A museum's four remotes take about 6 kB. */
export const setByteLimit = 256_000;
/** How far two clocks may be apart. */
export const clockSkewMs = 5 * 60_000;

/**
 * set-size, set-shape: it is no release set · set-museum: it is another museum's · set-older: a newer one was
 * here already · set-expired: its time is over, or has not begun · set-signature: no trusted key signed it ·
 * set-unverified: taken, but this page has no means to verify it.
 */
export type SetProblem = 'set-size' | 'set-shape' | 'set-museum' | 'set-older' | 'set-expired' | 'set-signature' | 'set-unverified';

/** A set from text that may be anything. */
export function parseSet(text: string): { set: ReleaseSet } | { problem: 'set-size' | 'set-shape' } {
  if (text.length > setByteLimit || new TextEncoder().encode(text).length > setByteLimit) return { problem: 'set-size' };
  try {
    const { data } = releaseSetSchema.safeParse(JSON.parse(text));
    return data ? { set: data } : { problem: 'set-shape' };
  } catch {
    return { problem: 'set-shape' };
  }
}

/** Whether a set is for this page at all, whoever signed it; `floor` is the highest number that was verified for its museum. */
export function validateSet(set: ReleaseSet, museumId: string, floor: number | undefined): 'set-museum' | 'set-older' | undefined {
  if (set.museumId !== museumId) return 'set-museum';
  return floor !== undefined && set.sequence < floor ? 'set-older' : undefined;
}

/** Whether a set is in its life at a time, in ms since the epoch. */
export function isInLife(set: Pick<ReleaseSet, 'issuedAt' | 'expiresAt'>, now: number): boolean {
  return Date.parse(set.issuedAt) - clockSkewMs <= now && now < Date.parse(set.expiresAt) + clockSkewMs;
}
