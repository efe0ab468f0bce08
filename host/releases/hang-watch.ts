import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';

// A screen that takes all memory ends its page, and one that never gives the page's thread back can be noticed by nothing that runs on that thread: a worker notices
// that the page has become silent, and what was being started or shown is found in storage by the next page.

export const beatMs = 1_000;
/**
 * A silence of so many beats is a hang. The longest task of landing or chat, host and all, takes 0.6 s with a processor 6
 * times slower than a desktop's and 3.6 s with one 20 times slower; a load of any kind has failed after 5 s. They are ticks of the worker, not
 * a time: a device that sleeps, and a browser that freezes the tab, stop the worker as well.
 */
export const hungAfterBeats = 8;
/**
 * Each page writes under a key of its own what it starts and shows, as long as a visitor looks at it: two pages that changed one
 * value at the same moment would bring back what the other had taken away.
 */
const keyStart = 'screens ';
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
  /** Called each time: where storage is blocked, even looking at it throws. */
  storage(): Storage;
  /** Absent in old browsers and insecure contexts: what crashes is not noticed there. */
  locks: Pick<LockManager, 'request' | 'query'> | undefined;
  newId(): string;
  clock: Clock;
  /** To the worker. */
  post(beat: Beat): void;
}

export function createHangWatch({ page, leaving, storage, locks, newId, clock, post }: HangWatchOptions) {
  /** What pages have noted, by their ids. */
  function readNotes(): [id: string, note: Note][] {
    try {
      const own = storage();
      const ids = Object.keys(own).flatMap((key) => (key.startsWith(keyStart) ? [key.slice(keyStart.length)] : []));
      return ids.map((id) => [id, parseNote(own.getItem(keyStart + id) ?? '')]);
    } catch {
      return [];
    }
  }
  function writeNote(id: string, note: Note): void {
    try {
      if (note.starting.length > 0 || note.shown) storage().setItem(keyStart + id, JSON.stringify(note));
      else storage().removeItem(keyStart + id);
    } catch {
      // Blocked or full: nothing is known to the next page.
    }
  }
  // Younger ones may be another tab's that is starting just now.
  const isOld = ([, since]: Start) => clock.now() - since >= hungAfterBeats * beatMs;
  const hung: Version[] = [];
  for (const [id, { starting, shown }] of readNotes()) {
    const old = starting.filter(isOld);
    hung.push(...old.map(([entry]) => parseEntry(entry)));
    if (old.length > 0) writeNote(id, { starting: starting.filter((start) => !isOld(start)), shown });
  }

  const crashed: Version[] = [];
  /** A page's lock ends with it, however it ends; what it showed stays only if it was not left. */
  async function findCrashed(held: Pick<LockManager, 'query'>): Promise<void> {
    const before = new Map(readNotes());
    const { held: alive = [], pending = [] } = await held.query();
    const names = [...alive, ...pending].map((lock) => lock.name);
    // Who was left meanwhile stands there no more.
    for (const [id, { starting, shown }] of readNotes()) {
      if (!shown || !before.has(id) || names.includes(lockOf(id))) continue;
      crashed.push(parseEntry(shown));
      writeNote(id, { starting });
    }
  }
  const ready = (locks ? findCrashed(locks).catch(() => undefined) : Promise.resolve()).then(() => crashed);

  const id = newId();
  let release = () => {};
  let isHeld = false;
  function holdLock(isLeft: boolean): void {
    if (!locks || !shown) return;
    if (!isLeft && !isHeld) locks.request(lockOf(id), () => new Promise<void>((resolve) => (release = resolve))).catch(() => undefined);
    // Browsers bring no page back that was left with a lock.
    if (isLeft) release();
    isHeld = !isLeft;
  }

  const starting = new Map<object, Version & { since?: number | undefined }>();
  let shown: Version | undefined;
  const isVisible = () => page.visibilityState === 'visible';

  function beat(): void {
    const screen = [...starting.values()].at(-1) ?? shown;
    const sequence = Number(page.documentElement.dataset['composition'] ?? 0);
    const { remote, version } = screen ?? {};
    post({ screen: remote && version && isVisible() ? { remote, version, sequence } : undefined });
  }

  /** A page that is hidden or left may be ended at any moment, which says nothing against what it was starting. */
  function store(isLeft = !isVisible()): void {
    for (const start of starting.values()) start.since = isLeft ? undefined : (start.since ?? clock.now());
    if (isLeft) writeNote(id, { starting: [] });
    holdLock(isLeft);
    if (!isLeft) writeOwn();
    beat();
  }

  const writeOwn = () =>
    writeNote(id, {
      starting: [...starting.values()].flatMap((start): Start[] => (start.since === undefined ? [] : [[entryOf(start), start.since]])),
      ...(locks && shown && { shown: entryOf(shown) }),
    });

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
      const is = (one: Version) => one.remote === remote && one.version === version;
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
          if (isVisible()) writeOwn();
          beat();
        });
    },
  };
}

interface Version {
  remote: string;
  version: string;
}
type Start = [entry: string, since: number];
interface Note {
  starting: Start[];
  shown?: string | undefined;
}

/** What another page, an older release or somebody else wrote. */
function parseNote(text: string): Note {
  const { starting, shown } = Object(parseJson(text.slice(0, 2_000)));
  const isStart = (start: unknown) => Array.isArray(start) && String(start[0]).includes('@') && typeof start[1] === 'number';
  return { starting: Array.isArray(starting) ? starting.filter(isStart) : [], shown: typeof shown === 'string' ? shown : undefined };
}

const entryOf = ({ remote, version }: Version) => `${remote}@${version}`;

function parseEntry(entry: string): Version {
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
