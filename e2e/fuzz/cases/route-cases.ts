import type { Dice } from '../dice.ts';
import type { FuzzSite, SiteFacts } from '../fuzz-site.ts';
import type { Shape } from '../judge-answer.ts';
import type { Sample } from '../requests.ts';

export interface RouteCases {
  /** `POST /api/chat`, as the site registers it. */
  route: string;
  /** @param number of the case, from 1 */
  good(dice: Dice, facts: SiteFacts, number: number): Sample;
  shapes: readonly Shape[];
  /** Unchanged cases in a thousand; the first cases are always unchanged. */
  goodPerThousand?: number;
  /** Successes in a thousand cases. With fewer, the walk tests only the outer checks. */
  leastSuccesses: number;
  /** Creates what must exist before the first case. */
  prepare?(site: FuzzSite, count: number): Promise<Partial<SiteFacts>>;
}
