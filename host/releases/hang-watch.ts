import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { SafeStorage } from '@enfilade/shared-contracts/kit/storage';

// A screen that takes all memory ends its page, and one that never gives the page's thread back can be noticed by nothing that runs on that thread: a worker notices
// that the page has become silent, and what was being started or shown is found in storage by the next page.

export const beatMs = 1_000;
/**
 * A silence of so many beats is a hang. The longest task of landing or chat, host and all, takes 0.6 s with a processor 6
 * times slower than a desktop's and 3.6 s with one 20 times slower; a load of any kind has failed after 5 s. They are ticks of the worker, not
 * a time: a device that sleeps, and a browser that freezes the tab, stop the worker as well.
 */
export const hungAfterBeats = 8;
const storageKey = 'startingScreens';
/** What pages show, each by a number of its own, as long as a visitor looks at them. */
const shownKey = 'shownScreens';
const lockOf = (page: string) => `shown ${page}`;

export interface WatchedScreen {
  remote: string;
  version: string;
  /** Of the set the page runs. */
  sequence: number;
}

/** From the page to its worker. Without a screen there is nothing to watch: a hidden page is throttled and may be frozen. */
export interface Beat {
  screen: WatchedScreen | undefined;
}

/** What the worker decides: called with the screen once for each silence. */
export function createSilenceMonitor(onHang: (screen: WatchedScreen) => void) {
  let last: Beat = { screen: undefined };
  let ticks = 0;
  return {
    onBeat(beat: Beat): void {
      last = beat;
      ticks = 0;
    },
    /** Call it once in `beatMs`. */
    onTick(): void {
      ticks += 1;
      if (last.screen && ticks === hungAfterBeats) onHang(last.screen);
    },
  };
}

/** Knows which versions have hung a page, and lets the next one know which this one is starting. */
export type HangWatch = ReturnType<typeof createHangWatch>;

export interface HangWatchOptions {
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'documentElement'>;
  /** The window, which says when its page is left. */
  leaving: Pick<EventTarget, 'addEventListener'>;
  storage: Pick<SafeStorage, 'readJson' | 'writeJson'>;
  /** Absent in old browsers and insecure contexts: what crashes is not noticed there. */
  locks: Pick<LockManager, 'request' | 'query'> | undefined;
  newId(): string;
  clock: Clock;
  /** To the worker. */
  post(beat: Beat): void;
}

export function createHangWatch({ page, leaving, storage, locks, newId, clock, post }: HangWatchOptions) {
  const read = (): [entry: string, since: number][] =>
    Object.entries(Object(storage.readJson(storageKey, 2_000))).flatMap(([entry, since]) =>
      typeof since === 'number' && entry.includes('@') ? [[entry, since]] : [],
    );
  const write = (entries: readonly [string, number][]) => storage.writeJson(storageKey, Object.fromEntries(entries));
  // Younger ones may be another tab's that is starting just now.
  const isOld = ([, since]: [string, number]) => clock.now() - since >= hungAfterBeats * beatMs;
  const hung = read()
    .filter(isOld)
    .map(([entry]) => parseEntry(entry));
  if (hung.length > 0) write(read().filter((entry) => !isOld(entry)));

  const crashed: { remote: string; version: string }[] = [];
  const readShown = () => Object(storage.readJson(shownKey, 2_000)) as Record<string, string>;
  /** A page's lock ends with it, however it ends; what it showed stays only if it was not left. */
  async function findCrashed(held: Pick<LockManager, 'query'>): Promise<void> {
    const before = readShown();
    const { held: alive = [], pending = [] } = await held.query();
    const names = [...alive, ...pending].map((lock) => lock.name);
    // Who was left meanwhile stands there no more.
    const isGone = ([id]: [string, string]) => id in before && !names.includes(lockOf(id));
    const entries = Object.entries(readShown());
    crashed.push(...entries.filter(isGone).map(([, entry]) => parseEntry(String(entry))));
    storage.writeJson(shownKey, Object.fromEntries(entries.filter((entry) => !isGone(entry))));
  }
  const ready = (locks ? findCrashed(locks).catch(() => undefined) : Promise.resolve()).then(() => crashed);

  const id = newId();
  let release = () => {};
  let isHeld = false;
  function storeShown(isLeft: boolean): void {
    if (!locks || !shown) return;
    if (!isLeft && !isHeld) locks.request(lockOf(id), () => new Promise<void>((resolve) => (release = resolve))).catch(() => undefined);
    const { [id]: _, ...others } = readShown();
    storage.writeJson(shownKey, isLeft ? others : { ...others, [id]: entryOf(shown) });
    // Browsers bring no page back that was left with a lock.
    if (isLeft) release();
    isHeld = !isLeft;
  }

  const starting = new Map<object, { remote: string; version: string }>();
  let shown: { remote: string; version: string } | undefined;
  const isVisible = () => page.visibilityState === 'visible';

  function beat(): void {
    const screen = [...starting.values()].at(-1) ?? shown;
    const sequence = Number(page.documentElement.dataset['composition'] ?? 0);
    post({ screen: screen && isVisible() ? { ...screen, sequence } : undefined });
  }

  /** A page that is hidden or left may be ended at any moment, which says nothing against what it was starting. */
  function store(isLeft = !isVisible()): void {
    const own = [...starting.values()].map(entryOf);
    const others = read();
    const added = own.filter((entry) => others.every(([other]) => other !== entry)).map((entry): [string, number] => [entry, clock.now()]);
    write(isLeft ? others.filter(([entry]) => !own.includes(entry)) : [...others, ...added]);
    storeShown(isLeft);
    beat();
  }

  function goOn(): void {
    beat();
    clock.after(beatMs, goOn);
  }

  page.addEventListener('visibilitychange', () => store());
  leaving.addEventListener('pagehide', () => store(true));
  goOn();
  return {
    hung,
    /** Once it is known which versions earlier pages crashed with. */
    crashed: ready,
    /** Whether an earlier page ended while it started the version, or showed it: it neither finished nor was left. */
    endingOf(remote: string, version: string): 'hung' | 'crashed' | undefined {
      const is = (one: { remote: string; version: string }) => one.remote === remote && one.version === version;
      if (hung.some(is)) return 'hung';
      return crashed.some(is) ? 'crashed' : undefined;
    },
    /**
     * The version is about to run on the page's thread. With `isShown` it is what the visitor sees from now on.
     * @returns to be called when it has run: soon after that the thread is known to be free
     */
    start(remote: string, version: string, isShown = false): () => void {
      const key = {};
      starting.set(key, { remote, version });
      if (isShown) shown = { remote, version };
      store();
      return () =>
        void clock.after(0, () => {
          if (!starting.delete(key)) return;
          const entry = entryOf({ remote, version });
          if (![...starting.values()].map(entryOf).includes(entry)) write(read().filter(([other]) => other !== entry));
          beat();
        });
    },
  };
}

const entryOf = ({ remote, version }: { remote: string; version: string }) => `${remote}@${version}`;

function parseEntry(entry: string): { remote: string; version: string } {
  const [remote = '', version = ''] = entry.split('@');
  return { remote, version };
}

/** Absent where workers are refused: storage alone serves then. */
export function startHangWorker(): Worker | undefined {
  try {
    return new Worker(new URL(/* webpackChunkName: "hang-worker" */ './hang-worker.ts', import.meta.url));
  } catch {
    return undefined;
  }
}
