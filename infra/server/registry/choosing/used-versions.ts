import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import type { RegistryStore } from '../journal/registry-store.ts';
import type { Log } from '../state/log.ts';

/** The journal's name for what the site does by itself. */
const actor = 'watch';
const dayMs = 86_400_000;
/** What is given within it is one record. */
const gatherMs = 60_000;

interface UsedVersionsOptions {
  store: Pick<RegistryStore, 'commit'>;
  clock: Clock;
  log: Log;
}

/** Records on which day visitors were given which versions: one record a day, and one more for what is new later on. */
export function createUsedVersions({ store, clock, log }: UsedVersionsOptions) {
  /** By the object itself: visitors who get the same versions get the same one, until a change touches it. */
  const counted = new WeakMap<UnsignedSet, number>();
  const waiting = new Map<number, Map<string, Set<string>>>();
  let cancel: (() => void) | undefined;

  async function record(day: number, used: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    const named = new Date(day * dayMs).toISOString().slice(0, 10);
    await store.commit(actor, ({ versions }) => {
      const isNews = (name: string, version: string) => {
        const published = versions.get(name)?.get(version);
        return published !== undefined && (published.usedOn ?? '') < named;
      };
      const news = [...used].map(([name, list]) => [name, [...list].filter((version) => isNews(name, version))] as const);
      const found = news.filter(([, list]) => list.length > 0);
      return found.length > 0 ? { action: 'versions-used', payload: { day: named, versions: Object.fromEntries(found) } } : undefined;
    });
  }

  async function recordAll(): Promise<void> {
    const days = [...waiting];
    waiting.clear();
    for (const [day, used] of days)
      await record(day, used).catch((error: unknown) => log.warn({ err: error }, 'which versions are in use cannot be recorded now'));
  }

  return {
    /** @param nowMs 0 for a look ahead, which gives nobody anything */
    add(set: UnsignedSet, nowMs: number): void {
      const day = Math.floor(nowMs / dayMs);
      if (nowMs === 0 || counted.get(set) === day) return;
      counted.set(set, day);
      const ofDay = waiting.get(day) ?? new Map<string, Set<string>>();
      waiting.set(day, ofDay);
      for (const [name, { version }] of Object.entries(set.remotes)) ofDay.set(name, (ofDay.get(name) ?? new Set()).add(version));
      cancel ??= clock.after(gatherMs, () => {
        cancel = undefined;
        void recordAll();
      });
    },
    /** What was gathered in the last minute is noted again by whoever serves it next. */
    close: () => cancel?.(),
  };
}
