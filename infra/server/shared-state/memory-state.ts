import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { lastsOf, type SharedState, toText } from './shared-state.ts';

interface MemoryStateOptions {
  clock: Clock;
  /** The least recently used entries are deleted first. */
  mostValues?: number;
}

/** All values end with the process. */
export function createMemoryState({ clock, mostValues = 100_000 }: MemoryStateOptions): SharedState {
  // `max` instead of `maxSize` would allocate the whole cache at once, which takes 18 ms at each start.
  const values = new LRUCache<string, { value: unknown; endsAt: number }>({ maxSize: mostValues, sizeCalculation: () => 1 });
  const find = (key: string): unknown => {
    const found = values.get(key);
    return found && found.endsAt > clock.now() ? found.value : undefined;
  };
  return {
    isShared: false,
    async change(change) {
      const found = change.keys.map(find);
      const { result, values: next = [] } = change.decide(found);
      for (const [at, value] of next.entries()) {
        const key = change.keys[at] ?? '';
        // Writing the same value does not extend its lifetime, as in the other states.
        if (toText(value) === toText(found[at])) continue;
        if (value === undefined) values.delete(key);
        else values.set(key, { value, endsAt: clock.now() + lastsOf(change, at) });
      }
      return result;
    },
    problem: () => undefined,
    async close() {},
  };
}
