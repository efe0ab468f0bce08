import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { type Beat, beatMs, createHangWatch, createSilenceMonitor, hungAfterBeats, type WatchedScreen } from './hang-watch.ts';

const screen: WatchedScreen = { remote: 'landing', version: '2.4.0', sequence: 7 };

describe('a page that is silent', () => {
  const monitor = () => {
    const hung: WatchedScreen[] = [];
    return { ...createSilenceMonitor((each) => void hung.push(each)), hung };
  };

  it('hangs after so many ticks of the worker without a beat, and is reported once', () => {
    const { onBeat, onTick, hung } = monitor();
    onBeat({ screen });
    for (let tick = 1; tick < hungAfterBeats; tick++) onTick();
    expect(hung).toEqual([]);
    for (let tick = 0; tick < 100; tick++) onTick();
    expect(hung).toEqual([screen]);
    onBeat({ screen });
    for (let tick = 0; tick < 100; tick++) onTick();
    expect(hung).toEqual([screen, screen]);
  });

  it('is not mistaken for one while it beats now and then, shows no screen, or is hidden', () => {
    const event = fc.oneof(fc.constant('tick' as const), fc.constant<Beat>({ screen }), fc.constant<Beat>({ screen: undefined }));
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const { onBeat, onTick, hung } = monitor();
        let silent = 0;
        let expected = 0;
        let watched = false;
        for (const each of events) {
          if (each !== 'tick') {
            onBeat(each);
            [silent, watched] = [0, each.screen !== undefined];
            continue;
          }
          onTick();
          silent += 1;
          if (watched && silent === hungAfterBeats) expected += 1;
        }
        expect(hung).toHaveLength(expected);
      }),
    );
  });
});

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  readonly documentElement = document.documentElement;

  turn(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

/** As a browser has them: a page's are free as soon as it is gone. */
function createLocks() {
  const held = new Map<object, string>();
  return {
    ofPage() {
      const own = new Set<object>();
      return {
        request: (async (name: string, hold: () => Promise<void>) => {
          const lock = {};
          own.add(lock);
          held.set(lock, name);
          await hold();
          held.delete(lock);
        }) as unknown as LockManager['request'],
        query: async () => ({ held: [...held.values()].map((name) => ({ name })), pending: [] }),
        crash() {
          for (const lock of own) held.delete(lock);
        },
      };
    },
  };
}

/** Pages of one browser, one after the other or beside each other. */
function openBrowser() {
  /** What pages read: for as long as they act at the same moment, what was stored before. */
  let seen: Record<string, string> = {};
  let stored = seen;
  const storage = () =>
    new Proxy({} as Storage, {
      ownKeys: () => Object.keys(seen),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      get: (_, name) =>
        ({
          getItem: (key: string) => seen[key] ?? null,
          setItem: (key: string, text: string) => void Reflect.set(stored, key, text),
          removeItem: (key: string) => void delete stored[key],
        })[String(name)],
    });
  function atOnce(...acts: (() => void)[]): void {
    stored = { ...seen };
    for (const act of acts) act();
    seen = stored;
  }
  const clock = createHandClock();
  const locks = createLocks();
  let pages = 0;
  /** A page whose thread hangs hears of no time any more. */
  function open() {
    let isHung = false;
    const ownClock: Clock = { now: clock.now, after: (delay, call) => clock.after(delay, () => void (isHung || call())) };
    const [page, leaving] = [new Page(), new EventTarget()];
    const beats: Beat[] = [];
    const newId = () => `page-${pages++}`;
    const ofPage = locks.ofPage();
    const watch = createHangWatch({ page, leaving, storage, locks: ofPage, newId, clock: ownClock, post: (beat) => void beats.push(beat) });
    const hang = () => {
      isHung = true;
    };
    return { page, leaving, beats, watch, hang, crash: ofPage.crash };
  }
  return { open, clock, atOnce };
}
const limitMs = hungAfterBeats * beatMs;
const landing = { remote: 'landing', version: '2.4.0' };

describe('a version whose start a page did not survive', () => {
  it('is known to the next page, and to no page after that', () => {
    const { open, clock } = openBrowser();
    const first = open();
    first.watch.start('landing', '2.4.0');
    first.hang();
    clock.pass(limitMs);
    const next = open();
    expect(next.watch.hung).toEqual([landing]);
    expect([next.watch.endingOf('landing', '2.4.0'), next.watch.endingOf('landing', '2.3.0')]).toEqual(['hung', undefined]);
    expect(open().watch.hung).toEqual([]);
  });

  it('is known when the visitor tried again and again before the limit', () => {
    const { open, clock } = openBrowser();
    for (let attempt = 0; attempt < 3; attempt++) {
      const page = open();
      expect(page.watch.hung).toEqual([]);
      page.watch.start('landing', '2.4.0');
      page.hang();
      clock.pass(limitMs / 3 + 1);
    }
    expect(open().watch.hung).toEqual([landing]);
  });

  it('is not one whose code ran, that was left or hidden, or that another page is starting just now', () => {
    const { open, clock } = openBrowser();
    const ran = open();
    ran.watch.start('landing', '2.4.0')();
    clock.pass(1);
    const left = open();
    left.watch.start('visit', '1.0.0');
    left.leaving.dispatchEvent(new Event('pagehide'));
    left.hang();
    const hidden = open();
    hidden.watch.start('chat', '1.0.0');
    hidden.page.turn('hidden');
    hidden.hang();
    clock.pass(limitMs);
    const beside = open();
    beside.watch.start('tailoring', '1.0.0');
    expect(open().watch.hung).toEqual([]);
    // It is still known to be under way.
    beside.hang();
    clock.pass(limitMs);
    expect(open().watch.hung).toEqual([{ remote: 'tailoring', version: '1.0.0' }]);
  });

  it('counts from when its page is visible again', () => {
    const { open, clock } = openBrowser();
    const { page, watch, hang } = open();
    watch.start('landing', '2.4.0');
    page.turn('hidden');
    clock.pass(10 * limitMs);
    page.turn('visible');
    expect(open().watch.hung).toEqual([]);
    hang();
    clock.pass(limitMs);
    expect(open().watch.hung).toEqual([landing]);
  });

  it('is nothing where storage holds something else', () => {
    for (const text of ['', 'text', '7', '[1]', '{"starting":"landing@2.4.0"}', '{"starting":[["landing@2.4.0","soon"]],"shown":7}']) {
      window.localStorage.setItem('screens other', text);
      const watch = createHangWatch({
        page: new Page(),
        leaving: new EventTarget(),
        storage: () => window.localStorage,
        locks: undefined,
        newId: () => 'page',
        clock: createHandClock(),
        post: () => undefined,
      });
      expect(watch.hung).toEqual([]);
    }
  });
});

describe('what the worker is told', () => {
  it('is each second what starts or is shown, and nothing while the page is hidden', () => {
    const { open, clock } = openBrowser();
    document.documentElement.dataset['composition'] = '7';
    const { page, beats, watch } = open();
    const last = () => beats.at(-1)?.screen;
    expect(last()).toBeUndefined();
    const hasRun = watch.start('landing', '2.4.0', true);
    expect(last()).toEqual(screen);
    hasRun();
    clock.pass(1);
    const hasLoaded = watch.start('visit', '1.8.0');
    expect(last()).toEqual({ remote: 'visit', version: '1.8.0', sequence: 7 });
    hasLoaded();
    clock.pass(1);
    expect(last()).toEqual(screen);
    const count = beats.length;
    for (let second = 0; second < 5; second++) clock.pass(beatMs);
    expect(beats.length).toBe(count + 5);
    page.turn('hidden');
    expect(last()).toBeUndefined();
    page.turn('visible');
    expect(last()).toEqual(screen);
  });
});

describe('a version with which a page crashed', () => {
  const show = (page: ReturnType<ReturnType<typeof openBrowser>['open']>) => page.watch.start('landing', '2.4.0', true)();

  it('is known to the next page at once, whichever tab it is in, and to no page after that', async () => {
    const { open, clock } = openBrowser();
    const [first, beside] = [open(), open()];
    show(first);
    show(beside);
    clock.pass(0);
    first.crash();
    const next = open();
    expect(await next.watch.crashed).toEqual([landing]);
    expect(next.watch.endingOf('landing', '2.4.0')).toBe('crashed');
    expect(await open().watch.crashed).toEqual([]);
  });

  it('is none where the page was left, hidden or is still there', async () => {
    const { open } = openBrowser();
    const [left, hidden, back] = [open(), open(), open()];
    for (const page of [left, hidden, back]) show(page);
    left.leaving.dispatchEvent(new Event('pagehide'));
    hidden.page.turn('hidden');
    back.page.turn('hidden');
    back.page.turn('visible');
    left.crash();
    hidden.crash();
    expect(await open().watch.crashed).toEqual([]);
    back.crash();
    expect(await open().watch.crashed).toEqual([landing]);
  });

  it('is none when two tabs are reloaded at the same moment', async () => {
    const { open, atOnce } = openBrowser();
    const tabs = [open(), open()];
    for (const tab of tabs) show(tab);
    atOnce(...tabs.map((tab) => () => tab.leaving.dispatchEvent(new Event('pagehide'))));
    for (const tab of tabs) tab.crash();
    expect(await open().watch.crashed).toEqual([]);
  });
});
