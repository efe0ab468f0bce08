import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import type { PinnedRemote, ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';
import type { ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
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

const setOf = (remote: PinnedRemote): ReleaseSet => ({
  museumId: '*',
  sequence: 1,
  issuedAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-11-21T10:00:00Z',
  contract: '1.0.0',
  remotes: { landing: remote },
  keyId: '0'.repeat(16),
  signature: 'A'.repeat(86),
});

function setUp(answers: (() => Promise<unknown>)[], remote: PinnedRemote = landing) {
  const clock = createHandClock();
  const texts: unknown[] = [];
  let asked = 0;
  const federation = {
    version: '2.9.2',
    registerRemotes: () => undefined,
    loadRemote: () => answers[Math.min(asked++, answers.length - 1)]?.(),
  } as unknown as FederationInstance;
  const set = setOf(remote);
  const loader = createRemoteLoader({
    federation,
    clock,
    releaseSet: () => Promise.resolve(set),
    inForce: () => set,
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

describe('two versions of one screen in a page', () => {
  const versionIn = (id: string) => /_landing_(.*)\/screen$/.exec(id)?.[1]?.replaceAll('_', '.') ?? '';
  const withVersion = (version: string): ReleaseSet => ({ ...setOf(landing), remotes: { landing: { ...landing, version } } });

  function setUpTwo() {
    const registered: string[] = [];
    const texts: unknown[] = [];
    const federation = {
      version: '2.9.2',
      registerRemotes: (remotes: { entryGlobalName: string }[]) => void registered.push(...remotes.map((remote) => remote.entryGlobalName)),
      loadRemote(id: string): Promise<ScreenModule> {
        const version = versionIn(id);
        return Promise.resolve({ default: () => version, loadTexts: () => Promise.resolve({ default: { version } }) });
      },
    } as unknown as FederationInstance;
    let set = withVersion('1.0.0');
    const loader = createRemoteLoader({
      federation,
      clock: createHandClock(),
      releaseSet: () => Promise.resolve(set),
      inForce: () => set,
      addTexts: (_name, _language, added) => void texts.push(added['version']),
    });
    const enter = (next: ReleaseSet) => {
      set = next;
      loader.settle();
    };
    return { loader, registered, texts, enter };
  }
  const drawn = ({ module }: { module: ScreenModule }) => (module.default as unknown as () => string)();

  it('keep apart: each has a container of its own, and stays what it is', async () => {
    const { loader, registered, texts, enter } = setUpTwo();
    const old = await loader.load('landing', 'en');
    const next = withVersion('1.1.0');
    expect(loader.has(next, 'landing', 'en')).toBe(false);
    const prepared = await loader.prepare(next, { name: 'landing', language: 'en', isRetry: false });
    expect([drawn(old), drawn(prepared)]).toEqual(['1.0.0', '1.1.0']);
    expect(registered).toEqual(['enfilade_landing_1_0_0', 'enfilade_landing_1_1_0']);
    expect([loader.peek('landing', 'en'), texts]).toEqual([old, ['1.0.0']]);
    enter(next);
    expect([loader.peek('landing', 'en'), loader.versionOf('landing')]).toEqual([prepared, '1.1.0']);
    enter(withVersion('1.0.0'));
    expect([loader.peek('landing', 'en'), texts]).toEqual([old, ['1.0.0', '1.1.0', '1.0.0']]);
    expect(registered).toHaveLength(2);
  });

  it('are not mixed up with what the page began for the set before', async () => {
    const { loader, enter } = setUpTwo();
    loader.begin('landing', 'en', 0);
    await new Promise((resolve) => setTimeout(resolve));
    enter(withVersion('0.9.0'));
    expect(await loader.load('landing', 'en')).toMatchObject({ version: '0.9.0' });
  });
});
