import type { Phase, TransportKind } from '@enfilade/shared-contracts/conversation/conversation';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { checkIntervalMs, otherVersionLimitMs, recheckMs, type ScreenFailure, startPolling } from './release-updater.ts';
import { RemoteError } from './remote-error.ts';
import { flushPromises, openTab } from './testing/open-tab.ts';

const phases: Phase[] = ['off', 'connecting', 'ready', 'listening', 'thinking', 'speaking', 'reconnecting', 'failed'];

/** The phases in which a tab swaps an offered set in at once. In the other phases it loads nothing. */
async function listFree(transport: TransportKind, shown: { isDrawn?: boolean; isBusy?: boolean } = {}) {
  const free: Phase[] = [];
  for (const phase of phases) {
    const tab = await openTab();
    Object.assign(tab.shown, shown);
    tab.phases.become({ phase, transport });
    await tab.offer('1.1.0', 8);
    if (tab.now()[0] === 8) free.push(phase);
    else expect([tab.now(), tab.loads]).toEqual([[7, '1.0.0'], ['1.0.0']]);
  }
  return free;
}

it.each<[TransportKind, Phase[]]>([
  ['text', ['off', 'ready', 'failed']],
  ['voice', ['off', 'failed']],
])('a new set is swapped in during a conversation by %s in these phases only, unless the screen is busy: %s', async (transport, free) => {
  expect([await listFree(transport), await listFree(transport, { isBusy: true })]).toEqual([free, []]);
});

it('a new set is swapped in at once if no screen is rendered', async () => {
  expect(await listFree('voice', { isDrawn: false, isBusy: true })).toEqual(phases);
});

const broken: ScreenFailure = { name: 'landing', version: '1.0.0', code: 'broken' };
const gone = () => Promise.reject(new RemoteError('unreachable', 'gone'));

it('an open page loads a new set in the background, and swaps screen and texts together', async () => {
  const tab = await openTab();
  await tab.offer('1.1.0', 8);
  expect(tab.now()).toEqual([8, '1.1.0']);
  expect([tab.replacedBy, tab.swaps(), tab.texts()]).toEqual([[8], 1, ['1.0.0', '1.1.0']]);
  expect(document.documentElement.dataset['composition']).toBe('8');
  expect(tab.reports).toMatchObject([{ remote: 'landing', version: '1.1.0', kind: 'loaded' }]);
  await tab.check();
  expect([tab.replacedBy, tab.clock.waiting()]).toEqual([[8], 0]);
});

it('a new set with the running version needs no swap, and a set can return to a version that is still loaded, with its texts', async () => {
  const tab = await openTab();
  await tab.offer('1.0.0', 8);
  expect([tab.now(), tab.replacedBy, tab.swaps()]).toEqual([[8, '1.0.0'], [8], 0]);
  await tab.offer('1.1.0', 9);
  await tab.offer('1.0.0', 10);
  expect([...tab.now(), tab.loads, tab.texts()]).toEqual([10, '1.0.0', ['1.0.0', '1.1.0'], ['1.0.0', '1.1.0', '1.0.0']]);
});

it('a new set is swapped in at the end of a call', async () => {
  const tab = await openTab();
  tab.phases.become({ phase: 'listening', transport: 'voice' });
  await tab.offer('1.1.0', 8);
  tab.phases.become({ phase: 'ready', transport: 'voice' });
  await flushPromises();
  expect([tab.now(), tab.loads]).toEqual([[7, '1.0.0'], ['1.0.0']]);
  tab.phases.become({ phase: 'off', transport: 'voice' });
  await flushPromises();
  expect(tab.now()).toEqual([8, '1.1.0']);
});

it('a new set that waits for a busy screen is tried every second', async () => {
  const tab = await openTab();
  tab.shown.isBusy = true;
  await tab.offer('1.1.0', 8);
  tab.clock.pass(recheckMs);
  await flushPromises();
  expect(tab.now()).toEqual([7, '1.0.0']);
  tab.shown.isBusy = false;
  tab.clock.pass(recheckMs);
  await flushPromises();
  expect(tab.now()).toEqual([8, '1.1.0']);
});

it('a new set that this page must not run reloads the page after the call, and loads no file before', async () => {
  const tab = await openTab();
  const reloads: string[] = [];
  tab.federation.reload = () => void reloads.push('reloaded');
  tab.phases.become({ phase: 'speaking', transport: 'voice' });
  await tab.offer('1.1.0', 8);
  expect(reloads).toEqual([]);
  tab.phases.become({ phase: 'off', transport: undefined });
  await flushPromises();
  expect([reloads, tab.now(), tab.loads]).toEqual([['reloaded'], [7, '1.0.0'], ['1.0.0']]);
});

it('a new set that is withdrawn while it waits is never swapped in', async () => {
  const tab = await openTab();
  tab.shown.isBusy = true;
  await tab.offer('1.1.0', 8);
  await tab.answer('1.0.0', 9);
  tab.shown.isBusy = false;
  await tab.check();
  tab.clock.pass(recheckMs);
  await flushPromises();
  expect([tab.now(), tab.loads]).toEqual([[9, '1.0.0'], ['1.0.0']]);
});

it('a new set is current for the next screen when a screen is left with its conversation', async () => {
  const tab = await openTab();
  tab.phases.become({ phase: 'speaking', transport: 'text' });
  await tab.offer('1.1.0', 8);
  tab.shown.isDrawn = false;
  tab.phases.become({ phase: 'off', transport: undefined });
  expect([tab.replacedBy, tab.swaps()]).toEqual([[8], 0]);
});

it('a new version that does not arrive is reported once, and tried again with every response', async () => {
  let isDown = true;
  const tab = await openTab({ '1.1.0': () => (isDown ? gone() : Promise.resolve({ default: () => null, loadTexts })) });
  const loadTexts = () => Promise.resolve({ default: {} });
  const realFetch = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(new Response(''));
  try {
    await tab.offer('1.1.0', 8);
    await tab.check();
    expect(tab.now()).toEqual([7, '1.0.0']);
    expect(tab.reports).toEqual([{ remote: 'landing', version: '1.1.0', kind: 'failed', code: 'unreachable' }]);
    // A first attempt is repeated three times.
    expect([tab.jar.cookie, tab.loads.length]).toEqual(['', 1 + 4 + 1]);
    isDown = false;
    await tab.check();
    expect(tab.now()).toEqual([8, '1.1.0']);
  } finally {
    globalThis.fetch = realFetch;
  }
});

it('a new version that throws is not swapped in, and not tried again', async () => {
  const tab = await openTab({ '1.1.0': () => Promise.reject(new Error('throws')) });
  await tab.offer('1.1.0', 8);
  await tab.check();
  expect([...tab.now(), tab.loads]).toEqual([7, '1.0.0', ['1.0.0', '1.1.0']]);
  expect(tab.jar.cookie).toContain('avoidedVersions=landing%401.1.0;');
});

const failIn = async (version: string, sequence: number, failed: Partial<ScreenFailure> = {}) => {
  const tab = await openTab();
  tab.shown.isDrawn = false;
  if (version) await tab.answer(version, sequence);
  const isReplaced = await tab.updater.replaceFailed({ ...broken, ...failed });
  return { tab, isReplaced };
};

const ofNetwork = ['unreachable', 'integrity', 'late'] as const;

it.each([...ofNetwork, 'broken', 'hung', 'incompatible'] as const)('the last good version replaces a failed version (%s)', async (code) => {
  const { tab, isReplaced } = await failIn('0.9.0', 7, { code });
  expect([isReplaced, tab.replacedBy, tab.swaps()]).toEqual([true, [7], 0]);
  expect(tab.jar.cookie).toContain('avoidedVersions=landing%401.0.0;');
});

it.each(ofNetwork)('a version that failed (%s) is not blocked if the gateway gives no other version', async (code) => {
  for (const version of ['', '1.0.0']) {
    const { tab, isReplaced } = await failIn(version, 7, { code });
    expect([isReplaced, tab.jar.cookie]).toEqual([false, 'avoidedVersions=; Max-Age=0; Path=/; SameSite=Lax']);
  }
});

it('a failed version stays current if the gateway has no other, and a replaced version is not swapped in when proposed again', async () => {
  const kept = await failIn('1.0.0', 8);
  expect([kept.isReplaced, kept.tab.replacedBy]).toEqual([false, []]);
  const { tab } = await failIn('0.9.0', 7);
  tab.shown.isDrawn = true;
  await tab.offer('1.0.0', 8);
  expect(tab.replacedBy).toEqual([7]);
  tab.shown.isDrawn = false;
  expect(await tab.updater.replaceFailed({ ...broken, version: '0.9.0' })).toBe(false);
  expect(tab.replacedBy).toEqual([7]);
});

it('a replacement that arrives after the deadline is swapped in later', async () => {
  const tab = await openTab();
  tab.shown.isDrawn = false;
  await tab.answer('0.9.0', 7);
  const replacing = tab.updater.replaceFailed(broken);
  tab.clock.pass(otherVersionLimitMs);
  expect(await replacing).toBe(false);
  await flushPromises();
  expect([tab.replacedBy, tab.clock.waiting()]).toEqual([[7], 0]);
});

function openPolling({ random = () => 0.5, answers = () => Promise.resolve() }: { random?(): number; answers?(): Promise<void> } = {}) {
  const clock = createHandClock();
  const network = new EventTarget();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const checkedAt: number[] = [];
  const check = () => {
    checkedAt.push(clock.now());
    return answers();
  };
  startPolling({ page, network, clock, random, check });
  return {
    clock,
    checkedAt,
    network: () => network.dispatchEvent(new Event('online')),
    show(state: DocumentVisibilityState) {
      page.visibilityState = state;
      page.dispatchEvent(new Event('visibilitychange'));
    },
    /** Lets promises resolve after each second. */
    async pass(milliseconds: number) {
      for (let passed = 0; passed < milliseconds; passed += 1_000) {
        clock.pass(1_000);
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
  };
}

it('an open page checks for a set every 25 to 30 s, for any random numbers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }), async (chances) => {
      let next = 0;
      const { pass, checkedAt } = openPolling({ random: () => chances[next++ % chances.length] ?? 0 });
      await pass(120_000);
      const waits = checkedAt.map((at, index) => at - (checkedAt[index - 1] ?? 0));
      expect(waits.length).toBeGreaterThanOrEqual(4);
      for (const wait of waits) {
        expect(wait).toBeGreaterThanOrEqual(checkIntervalMs.least);
        expect(wait).toBeLessThanOrEqual(checkIntervalMs.most);
      }
    }),
    { numRuns: 10 },
  );
});

it('an open page checks at once when visible or online again, and never while hidden', async () => {
  const { pass, checkedAt, show, network, clock } = openPolling();
  show('hidden');
  expect(clock.waiting()).toBe(0);
  network();
  await pass(90_000);
  expect(checkedAt).toEqual([]);
  show('visible');
  expect(checkedAt).toEqual([90_000]);
  await pass(10_000);
  network();
  expect(checkedAt).toEqual([90_000, 100_000]);
  expect(clock.waiting()).toBe(1);
});

it('an open page sends one check at a time, and continues after the response', async () => {
  let answer = () => {};
  const { pass, checkedAt, network } = openPolling({ answers: () => new Promise((resolve) => (answer = resolve)) });
  network();
  network();
  await pass(60_000);
  expect(checkedAt).toEqual([0]);
  answer();
  await pass(30_000);
  expect(checkedAt).toHaveLength(2);
});

it('an open page continues to check after a failure', async () => {
  const { pass, checkedAt } = openPolling({ answers: () => Promise.reject(new Error('down')) });
  await pass(60_000);
  expect(checkedAt).toEqual([28_000, 56_000]);
});
