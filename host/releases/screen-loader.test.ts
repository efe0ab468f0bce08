import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { PinnedRemote, ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import type { ScreenModule } from '@enfilade/shared-contracts/remote/screen-module';
import { afterEach, expect, it } from '@rstest/core';
import { screenLimitMs } from './remote-error.ts';
import type { ScreenLoaderOptions } from './screen-loader.ts';
import { entry, unsignedSet } from './testing/signed-page.ts';
import { createTestFederation } from './testing/test-federation.ts';
import { createTestLoader, noFlags } from './testing/test-loader.ts';

const landing = unsignedSet.remotes['landing'] ?? expect.unreachable();

const screen: ScreenModule = { default: () => null, loadTexts: (language) => Promise.resolve({ default: { language } }) };

const setOf = (remote: PinnedRemote): ReleaseSet => ({
  ...unsignedSet,
  remotes: { landing: remote },
  keyId: '0'.repeat(16),
  signature: 'A'.repeat(86),
});

function createTestSet(first: ReleaseSet) {
  const { getState, subscribe, set } = createStore<ReleaseSet | undefined>(first);
  return { getState, subscribe, replace: set, load: () => Promise.resolve(getState() ?? first) };
}

function setUp(
  answers: (() => Promise<unknown>)[],
  remote: PinnedRemote = landing,
  options: Partial<Pick<ScreenLoaderOptions, 'startFlags' | 'mayRunAhead'>> = {},
) {
  let asked = 0;
  let language: Language = 'en';
  const opened = createTestLoader({
    federation: createTestFederation(() => answers[Math.min(asked++, answers.length - 1)]?.() ?? Promise.resolve(undefined)),
    currentSet: createTestSet(setOf(remote)),
    language: () => language,
    loadMounting: () => Promise.resolve({ toScreenModule: (exposed) => ('mount' in Object(exposed) ? screen : undefined) }),
    ...options,
  });
  return { ...opened, setLanguage: (next: Language) => (language = next), asked: () => asked };
}

it('a screen is loaded once with its texts for all readers', async () => {
  const { loader, asked, texts, setLanguage } = setUp([() => Promise.resolve(screen)]);
  const [first, second] = await Promise.all([loader.load('landing', { language: 'de' }), loader.load('landing', { language: 'de' })]);
  expect(first).toBe(second);
  expect(asked()).toBe(1);
  expect(texts).toEqual([['landing', 'de', { language: 'de' }]]);
  expect(loader.peek('landing')).toBeUndefined();
  setLanguage('de');
  expect(loader.peek('landing')).toBe(first);
});

it('a screen’s entry, first files and texts are preloaded together, with their hashes', async () => {
  document.head.replaceChildren();
  const base = '/remotes/landing/1.0.0/static';
  const hash = `sha384-${'b'.repeat(64)}`;
  const files = [`${base}/js/screen.1.js`, `${base}/css/screen.1.css`, `${base}/js/texts-en.1.js`, `${base}/js/texts-de.1.js`];
  const integrity = { ...landing.integrity, ...Object.fromEntries(files.map((file) => [file, hash])) };
  const { loader } = setUp([() => Promise.resolve(screen)], { ...landing, initial: files.slice(0, 2), integrity });
  await loader.load('landing');
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')];
  const kinds = ['script', 'script', 'style', 'script'];
  const preloads = [entry, ...files.slice(0, 3)].map((file, at) => [file, kinds[at], integrity[file], 'anonymous']);
  expect(links.map((link) => [link.getAttribute('href'), link.as, link.integrity, link.crossOrigin])).toEqual(preloads);
});

const { fetch: realFetch } = globalThis;
const fetched: [path: string, integrity: string | undefined, how: string | undefined][] = [];
const answerWith = (answer: (cache?: string, integrity?: string) => Promise<Response>) => {
  fetched.length = 0;
  globalThis.fetch = (path, { integrity, priority, cache } = {}) => {
    fetched.push([String(path), integrity, cache ?? priority]);
    return answer(cache, integrity);
  };
};
afterEach(() => {
  globalThis.fetch = realFetch;
});

it('loading ahead fetches a screen with its hashes, and runs the screen unless it is on trial', async () => {
  answerWith(async () => new Response());
  const { loader, asked, texts } = setUp([() => Promise.resolve(screen)]);
  await loader.loadAhead('landing');
  await loader.loadAhead('landing');
  expect([fetched, asked(), texts]).toEqual([[[entry, landing.integrity[entry], 'low']], 1, [['landing', 'en', { language: 'en' }]]]);
  expect(loader.peek('landing')).toMatchObject({ version: '1.0.0' });
  const mayRunAhead = (name: string, version: string) => `${name} ${version}` !== 'landing 1.0.0';
  const trial = setUp([() => Promise.resolve(screen)], landing, { mayRunAhead });
  await trial.loader.loadAhead('landing');
  expect([fetched.length, trial.asked(), trial.loader.peek('landing')]).toEqual([2, 0, undefined]);
});

it('a file with a wrong hash fails with `integrity`, a missing file with `unreachable`', async () => {
  for (const arrives of [true, false]) {
    answerWith(async (_, integrity) => (arrives && !integrity ? new Response() : Promise.reject(new TypeError('Failed to fetch'))));
    const { loader } = setUp([() => Promise.reject(new Error('ChunkLoadError'))]);
    await expect(loader.load('landing')).rejects.toMatchObject({ code: arrives ? 'integrity' : 'unreachable' });
  }
});

it('a file with a wrong hash is fetched once more, past the cache', async () => {
  answerWith(async (cache) => (cache === 'reload' ? new Response() : Promise.reject(new TypeError('Failed to fetch'))));
  const { loader, asked } = setUp([() => Promise.reject(new Error('ChunkLoadError')), () => Promise.resolve(screen)]);
  await expect(loader.load('landing')).resolves.toMatchObject({ version: '1.0.0' });
  expect([fetched.map(([, , how]) => how), asked()]).toEqual([[undefined, 'reload'], 2]);
});

it.each([
  ['ChunkLoadError', 'unreachable', 4],
  ['it threw', 'broken', 1],
])('a screen that fails with %s is %s after %i attempts', async (message, code, attempts) => {
  answerWith(async () => new Response());
  const { loader, asked } = setUp([() => Promise.reject(new Error(message))]);
  await expect(loader.load('landing')).rejects.toMatchObject({ code });
  expect(asked()).toBe(attempts);
});

const throws = () => {
  throw new Error('broken');
};
it.each([
  ['does not arrive', () => Promise.reject(new TypeError('Failed to fetch')), []],
  ['throws', async () => new Response(), [throws]],
])('a screen that is loaded ahead and %s fails silently, and the next load tries again', async (_, answer, scripts) => {
  answerWith(answer);
  const { loader } = setUp([...scripts, () => Promise.resolve(screen)]);
  await loader.loadAhead('landing');
  await loader.loadAhead('visit');
  expect(loader.peek('landing')).toBeUndefined();
  await expect(loader.load('landing')).resolves.toMatchObject({ version: '1.0.0' });
});

it('a screen that does not arrive is late at the deadline', async () => {
  const { loader, clock } = setUp([() => new Promise(() => undefined)]);
  const failed = expect(loader.load('landing')).rejects.toMatchObject({ code: 'late' });
  await Promise.resolve();
  await Promise.resolve();
  clock.pass(screenLimitMs);
  await failed;
});

it('a load joins the load that was begun early, even if that load has failed', async () => {
  const { loader, asked } = setUp([() => Promise.reject(new Error('no')), () => Promise.resolve(screen)]);
  loader.begin('landing');
  await new Promise((resolve) => setTimeout(resolve));
  await expect(loader.load('landing')).rejects.toMatchObject({ code: 'broken' });
  expect(asked()).toBe(1);
  await expect(loader.load('landing')).resolves.toMatchObject({ name: 'landing' });
});

it.each([
  ['nothing', undefined],
  ['no component', { loadTexts: screen.loadTexts }],
  ['no texts', { default: screen.default }],
])('a screen that exposes %s is broken', async (_, module) => {
  const { loader } = setUp([() => Promise.resolve(module)]);
  await expect(loader.load('landing')).rejects.toMatchObject({ code: 'broken' });
});

it.each([
  ['made for another contract is incompatible', 'landing', { contract: '^3.0.0' }, 'incompatible'],
  ['made for another React is incompatible', 'landing', { shared: { react: '^18.0.0' } }, 'incompatible'],
  ['that the set does not pin is unreachable', 'visit', {}, 'unreachable'],
])('a screen %s, and is not requested', async (_, name, change, code) => {
  const { loader, asked } = setUp([() => Promise.resolve(screen)], { ...landing, ...change });
  await expect(loader.load(name)).rejects.toMatchObject({ code });
  expect(asked()).toBe(0);
});

it('a screen of contract 2 becomes a component, and is broken if `mount` is missing', async () => {
  const mounted = { ...landing, contract: '^2.0.0', shared: {} };
  const exposed = { mount: () => ({ update: () => {}, unmount: () => {} }), loadTexts: screen.loadTexts };
  expect((await setUp([() => Promise.resolve(exposed)], mounted).loader.load('landing')).module).toBe(screen);
  await expect(setUp([() => Promise.resolve(screen)], mounted).loader.load('landing')).rejects.toMatchObject({ code: 'broken' });
  await expect(setUp([() => Promise.resolve(exposed)]).loader.load('landing')).rejects.toMatchObject({ code: 'broken' });
});

it('a version that made an earlier page hang is requested only if the visitor presses Retry', async () => {
  const { loader, asked } = setUp([() => Promise.resolve(screen)], landing, {
    startFlags: { ...noFlags, hasHung: (_, version) => version === '1.0.0' },
  });
  await expect(loader.load('landing')).rejects.toMatchObject({ code: 'hung' });
  expect(asked()).toBe(0);
  await expect(loader.load('landing', { isRetry: true })).rejects.toMatchObject({ code: 'unreachable' });
});

it('the loader reports the start of a version, and its end when the code has run or failed', async () => {
  const events: string[] = [];
  const start = (remote: string, version: string) => {
    events.push(`${remote} ${version} starts`);
    return () => void events.push('has run');
  };
  const { loader } = setUp([() => Promise.reject(new Error('broken')), () => Promise.resolve(screen)], landing, {
    startFlags: { ...noFlags, start },
  });
  await expect(loader.load('landing')).rejects.toMatchObject({ code: 'broken' });
  await loader.load('landing');
  expect(events).toEqual(['landing 1.0.0 starts', 'has run', 'landing 1.0.0 starts', 'has run']);
});

const withVersion = (version: string): ReleaseSet => ({ ...setOf(landing), remotes: { landing: { ...landing, version } } });
const screenOf = (version: string): ScreenModule => ({
  default: () => version,
  loadTexts: () => Promise.resolve({ default: { version } }),
});
const screens: Record<string, ScreenModule> = { '0.9.0': screenOf('0.9.0'), '1.0.0': screenOf('1.0.0'), '1.1.0': screenOf('1.1.0') };

function setUpTwo() {
  const federation = createTestFederation((version) => Promise.resolve(screens[version]));
  const currentSet = createTestSet(withVersion('1.0.0'));
  const { loader, texts } = createTestLoader({ federation, currentSet });
  return {
    loader,
    containers: federation.containers,
    texts: () => texts.map(([, , added]) => added['version']),
    enter: currentSet.replace,
  };
}

it('two versions of a screen run in separate containers of one page', async () => {
  const { loader, containers, texts, enter } = setUpTwo();
  const old = await loader.load('landing');
  const next = withVersion('1.1.0');
  expect(loader.peek('landing', next)).toBeUndefined();
  const prepared = await loader.prepare('landing', next, { isRetry: false });
  expect([old.module, prepared.module]).toEqual([screens['1.0.0'], screens['1.1.0']]);
  expect(containers).toEqual(['enfilade_landing_1_0_0', 'enfilade_landing_1_1_0']);
  expect([loader.peek('landing'), texts()]).toEqual([old, ['1.0.0']]);
  enter(next);
  expect(loader.peek('landing')).toBe(prepared);
  enter(withVersion('1.0.0'));
  expect([loader.peek('landing'), texts()]).toEqual([old, ['1.0.0', '1.1.0', '1.0.0']]);
  expect(containers).toHaveLength(2);
});

it('a load that was begun for an earlier set is not used for the next set', async () => {
  const { loader, enter } = setUpTwo();
  loader.begin('landing');
  await new Promise((resolve) => setTimeout(resolve));
  enter(withVersion('0.9.0'));
  expect(await loader.load('landing')).toMatchObject({ version: '0.9.0' });
});
