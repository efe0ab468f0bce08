import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';

const hourMs = 60 * 60_000;
const mostKeys = 1_000;

/** Says of a key whether an hour has passed since it last said so, so that a lasting problem does not fill the log. */
export function createOnceAnHour(clock: Clock): (key: string) => boolean {
  const saidAt = new LRUCache<string, number>({ max: mostKeys });
  return (key) => {
    const last = saidAt.get(key);
    const isDue = last === undefined || clock.now() - last >= hourMs;
    if (isDue) saidAt.set(key, clock.now());
    return isDue;
  };
}
