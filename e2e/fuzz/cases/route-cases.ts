import type { Dice } from '../dice.ts';
import type { FuzzSite, SiteFacts } from '../fuzz-site.ts';
import type { Shape } from '../judge-answer.ts';
import type { Sample } from '../requests.ts';

/** Requests of a route, and the shapes of its successful answers. */
export interface RouteCases {
  /** `POST /api/chat`, as the site registers it. */
  route: string;
  /** A valid request. @param number of the case, from 1 */
  good(dice: Dice, facts: SiteFacts, number: number): Sample;
  shapes: readonly Shape[];
  /** Number of unchanged cases in a thousand; the first cases are always unchanged. */
  goodPerThousand?: number;
  /** Minimum number of successes in a thousand cases; with fewer, the walk tests only the outer checks. */
  leastSuccesses: number;
  /** State that must exist before the first case. @returns facts that come with it */
  prepare?(site: FuzzSite, count: number): Promise<Partial<SiteFacts>>;
}
