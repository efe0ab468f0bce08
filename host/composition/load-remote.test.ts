import type { PinnedRemote, ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import type { ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import { createHandClock } from '@enfilade/shared-contracts/remote/testing/hand-clock';
import { describe, expect, it } from '@rstest/core';
import type { FederationInstance } from './federation.ts';
import { createRemoteLoader, loadLimitMs } from './load-remote.ts';

const entry = '/remotes/landing/1.0.0/remoteEntry.js';
const landing: PinnedRemote = {
  version: '1.0.0',
  contract: '^1.0.0',
  federation: '^2.0.0',
  shared: { react: '^19.0.0' },
  entry,
  initial: [],
  integrity: { [entry]: `sha384-${'a'.repeat(64)}` },
};

const screen: ScreenModule = { default: () => null, loadTexts: (language) => Promise.resolve({ default: { language } }) };

function setUp(answers: (() => Promise<unknown>)[], remote: PinnedRemote = landing) {
  const clock = createHandClock();
  const texts: unknown[] = [];
  let asked = 0;
  const federation = {
    version: '2.9.2',
    registerRemotes: () => undefined,
    loadRemote: () => answers[Math.min(asked++, answers.length - 1)]?.(),
  } as unknown as FederationInstance;
  const set: ReleaseSet = { museumId: '*', sequence: 1, issuedAt: '2026-11-20T10:00:00Z', contract: '1.0.0', remotes: { landing: remote } };
  const loader = createRemoteLoader({
    federation,
    clock,
    releaseSet: () => Promise.resolve(set),
    addTexts: (...added) => void texts.push(added),
  });
  return { loader, clock, texts, asked: () => asked };
}

describe('a screen', () => {
  it('is loaded once, with its texts, however many ask at the same time', async () => {
    const { loader, asked, texts } = setUp([() => Promise.resolve(screen)]);
    const [first, second] = await Promise.all([loader.load('landing', 'de'), loader.load('landing', 'de')]);
    expect(first).toBe(second);
    expect(asked()).toBe(1);
    expect(texts).toEqual([['landing', 'de', { language: 'de' }]]);
    expect(loader.peek('landing', 'de')).toBe(first);
    expect(loader.peek('landing', 'en')).toBeUndefined();
  });

  it('that hangs is given up at the limit', async () => {
    const { loader, clock } = setUp([() => new Promise(() => undefined)]);
    const failed = expect(loader.load('landing', 'en')).rejects.toMatchObject({ code: 'late' });
    await Promise.resolve();
    await Promise.resolve();
    clock.pass(loadLimitMs);
    await failed;
  });

  it('that was begun early is joined once, also when it has failed by then', async () => {
    const { loader, asked } = setUp([() => Promise.reject(new Error('no')), () => Promise.resolve(screen)]);
    loader.begin('landing', 'en', 0);
    await new Promise((resolve) => setTimeout(resolve));
    await expect(loader.load('landing', 'en')).rejects.toMatchObject({ code: 'broken' });
    expect(asked()).toBe(1);
    await expect(loader.load('landing', 'en')).resolves.toMatchObject({ name: 'landing' });
  });

  it.each([
    [1200, 3800],
    [60_000, 3000],
  ])('begun by the page %i ms ago is given up %i ms later', async (underwayMs, limitMs) => {
    const { loader, clock } = setUp([() => new Promise(() => undefined)]);
    loader.begin('landing', 'en', underwayMs);
    const load = loader.load('landing', 'en');
    let isLate = false;
    load.catch(() => {
      isLate = true;
    });
    await new Promise((resolve) => setTimeout(resolve));
    clock.pass(limitMs - 1);
    await new Promise((resolve) => setTimeout(resolve));
    expect(isLate).toBe(false);
    clock.pass(1);
    await expect(load).rejects.toMatchObject({ code: 'late' });
  });

  it('that failed may be loaded again', async () => {
    const { loader } = setUp([() => Promise.reject(new Error('no')), () => Promise.resolve(screen)]);
    await expect(loader.load('landing', 'en')).rejects.toMatchObject({ code: 'broken' });
    await expect(loader.load('landing', 'en')).resolves.toMatchObject({ version: '1.0.0' });
  });

  it.each([
    ['nothing', undefined],
    ['no component', { loadTexts: screen.loadTexts }],
    ['no texts', { default: screen.default }],
  ])('that exposes %s is broken', async (_, module) => {
    const { loader } = setUp([() => Promise.resolve(module)]);
    await expect(loader.load('landing', 'en')).rejects.toMatchObject({ code: 'broken' });
  });

  it.each([
    ['contract', { contract: '^2.0.0' }],
    ['federation', { federation: '^99.0.0' }],
    ['React', { shared: { react: '^18.0.0' } }],
  ])('made for another %s is not even asked for', async (_, change) => {
    const { loader, asked } = setUp([() => Promise.resolve(screen)], { ...landing, ...change });
    await expect(loader.load('landing', 'en')).rejects.toMatchObject({ code: 'incompatible' });
    expect(asked()).toBe(0);
  });

  it('that the set does not pin is unknown', async () => {
    const { loader } = setUp([() => Promise.resolve(screen)]);
    await expect(loader.load('visit', 'en')).rejects.toMatchObject({ code: 'unknown-remote' });
  });
});
