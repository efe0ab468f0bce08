import type { Dice } from '../dice.ts';
import type { FuzzSite, SiteFacts } from '../fuzz-site.ts';
import type { Shape } from '../judge-answer.ts';
import type { Sample } from '../requests.ts';

/** What a route is asked with, and what it may answer when it does not refuse. */
export interface RouteCases {
  /** `POST /api/chat`, as the site registers it. */
  route: string;
  /** A request that is to succeed. @param number of the case, from 1 */
  good(dice: Dice, facts: SiteFacts, number: number): Sample;
  shapes: readonly Shape[];
  /** How many cases of a thousand are left as they are; the first ones always are. */
  goodPerThousand?: number;
  /** Minimum number of successes in a thousand cases; with fewer, the walk does not reach the inside. */
  leastSuccesses: number;
  /** State that must exist before the first case. @returns facts that come with it */
  prepare?(site: FuzzSite, count: number): Promise<Partial<SiteFacts>>;
}
