import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { afterEach, expect, it, onTestFinished } from '@rstest/core';
import { act, cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { createElement, type ReactNode } from 'react';
import { sharedPackages } from './federation.ts';
import { restoreFields, saveFields } from './page-frame.ts';
import { RemoteError } from './remote-error.ts';
import type { LoadedScreen } from './screen-loader.ts';
import { createStockRemotes, type FederatedBuild } from './stock-remotes.tsx';
import { createStorage, unsignedSet } from './testing/signed-page.ts';
import { createTestLoader } from './testing/test-loader.ts';

const globals = globalThis as Record<string, unknown>;
const entryOf = (version: string) => `/remotes/glass/${version}/static/js/glass.js`;
/** Each test changes it, because the runtime stores loaded containers on the global. */
let build: FederatedBuild = { container: 'glass', entry: entryOf('1.0.0') };

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  document.body.replaceChildren();
  build = { ...build, container: `${build.container}s` };
});

/** `run` is called for each requested entry. If `run` returns false, the file does not arrive. */
function openPage(
  run: (asked: number) => unknown = () => undefined,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = sessionStorage,
) {
  let asked = 0;
  let reloads = 0;
  let endReport = () => {};
  const reported = new Promise<void>((resolve) => (endReport = resolve));
  const looks: (() => void)[] = [];
  const appendChild = document.head.appendChild.bind(document.head);
  document.head.appendChild = <Child extends Node>(child: Child) => {
    if (!(child instanceof HTMLScriptElement)) return appendChild(child);
    queueMicrotask(() => child.dispatchEvent(new Event(run(++asked) === false ? 'error' : 'load')));
    return child;
  };
  onTestFinished(() => void Object.assign(document.head, { appendChild }));
  const open = () =>
    createStockRemotes({
      createScript: (url) => Object.assign(document.createElement('script'), { src: url }),
      isKnown: () => true,
      shared: sharedPackages,
      window: { document, sessionStorage: storage, location: { reload: () => (reloads += 1) } } as unknown as Window,
      host: {
        saveFields,
        restoreFields,
        watchBlank(_clock, onCrash, isBlank) {
          looks.push(() => isBlank() && onCrash(new RemoteError('broken', 'Nothing of it can be seen')));
          return () => {};
        },
        whenReported: () => reported,
      },
    });
  return {
    stock: open(),
    open,
    asked: () => asked,
    reloads: () => reloads,
    endReport,
    look: () =>
      act(() => {
        for (const each of looks.splice(0)) each();
      }),
  };
}

const leave = (exposed: unknown) => {
  globals[build.container] = { init: () => undefined, get: async () => () => exposed };
};

function draw(stock: ReturnType<typeof openPage>['stock'], children: ReactNode, version = '1.0.0') {
  const { default: Screen } = stock.frame({ default: () => children as JSX }, 'glass', version);
  if (!Screen) throw new Error('no screen');
  return render(createElement(Screen, { clock: undefined } as unknown as ScreenProps));
}
type JSX = ReturnType<typeof createElement>;

it('a stock build runs once, and once more for a retry', async () => {
  const { stock, asked } = openPage((run) => leave({ default: run }));
  const load = async (isRetry: boolean) => ((await stock.loadScreen(build, isRetry)) as { default: number }).default;
  expect([await load(false), await load(false), await load(true), asked()]).toEqual([1, 1, 2, 2]);
});

it('a stock build is unreachable only if its entry does not arrive', async () => {
  const { stock } = openPage((run) => run > 1);
  await expect(stock.loadScreen(build, false)).rejects.toMatchObject({ code: 'unreachable' });
  await expect(stock.loadScreen(build, true)).rejects.not.toBeInstanceOf(RemoteError);
});

it('a page runs one version of a stock build', async () => {
  const { stock } = openPage(() => leave({}));
  const others = (version: string) => stock.hasOthers([{ entry: '/other.js' }, { ...build, entry: entryOf(version) }]);
  expect(others('1.1.0')).toBe(false);
  await stock.loadScreen(build, false);
  expect([others('1.0.0'), others('1.1.0')]).toEqual([false, true]);
});

it('a stock build needs no texts, and keeps the texts that it has', async () => {
  const { stock } = openPage();
  const texts = async () => ({ default: { title: 'Glass' } });
  const load = (loadTexts?: typeof texts) => stock.frame(loadTexts ? { loadTexts } : {}, 'glass', '1.0.0').loadTexts?.('en');
  expect([await load(), await load(texts)]).toEqual([{ default: {} }, { default: { title: 'Glass' } }]);
});

it('the section of a stock screen names remote and version, and is blank without visible content', () => {
  const { stock, look } = openPage();
  const { container } = draw(stock, 'Glass');
  look();
  expect(container.firstElementChild?.outerHTML).toBe('<section data-remote="glass" data-version="1.0.0">Glass</section>');
  draw(stock, <img alt="" />);
  look();
  draw(stock, <div> </div>);
  expect(look).toThrow('Nothing of it can be seen');
});

it('a stock screen gets typed text back once after a reload, which waits for pending reports', async () => {
  const { stock, open, reloads, endReport } = openPage();
  const field = (label: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`);
  draw(stock, <input aria-label="Note" type="text" defaultValue="half a sent" />);
  const reloading = stock.reload();
  await Promise.resolve();
  expect(reloads(), 'before what failed is reported').toBe(0);
  endReport();
  await reloading;
  expect(reloads()).toBe(1);
  cleanup();
  const next = open();
  draw(next, <input aria-label="Note" type="text" />, '1.1.0');
  expect(field('Note')?.value).toBe('half a sent');
  cleanup();
  draw(next, <input aria-label="Note" type="text" />, '1.1.0');
  expect(field('Note')?.value).toBe('');
});

it('a stock screen’s page is not reloaded if the browser stores nothing', async () => {
  const setItem = () => {
    throw new DOMException('', 'QuotaExceededError');
  };
  const { stock, reloads, endReport } = openPage(undefined, { ...createStorage(), setItem });
  endReport();
  await stock.reload();
  expect(reloads()).toBe(0);
});

const fails = () => {
  throw new Error('broken');
};
const [nothing, later] = [() => undefined, async () => undefined];
const anything = fc.constantFrom<unknown>(undefined, null, 0, 'text', [], {}, fails, nothing, later);
const module = fc.oneof(anything, fc.record({ default: anything, loadTexts: anything }, { requiredKeys: [] }));
const get = fc.oneof(
  anything,
  module.map((exposed) => async () => () => exposed),
  fc.constant(async () => fails),
);
const container = fc.oneof(anything, fc.record({ init: anything, get }, { requiredKeys: [] }));

const hash = `sha384-${'a'.repeat(64)}`;
const setWith = (version: string): ReleaseSet => {
  const entry = entryOf(version);
  const pinned = { version, contract: '^1.0.0', container: build.container, shared: { react: '^19.0.0' }, initial: [] };
  return { ...unsignedSet, remotes: { glass: { ...pinned, entry, integrity: { [entry]: hash } } }, keyId: '', signature: '' };
};

it('any exports of a stock entry give a screen or a RemoteError, and the next good version loads', async () => {
  let left: unknown;
  let runs = 0;
  const { stock } = openPage(() => {
    globals[build.container] = left;
  });
  const load = (version: string) => {
    const set = setWith(version);
    const federation = { loadScreen: () => Promise.reject(), loadStock: async () => stock, reloadFor: () => undefined };
    const currentSet = { getState: () => set, subscribe: () => () => {}, load: async () => set };
    return createTestLoader({ federation, currentSet }).loader.load('glass');
  };
  await fc.assert(
    fc.asyncProperty(container, async (broken) => {
      build = { ...build, container: `glass${++runs}` };
      left = broken;
      const outcome = await load('1.0.0').catch((error: unknown) => error);
      expect(outcome instanceof RemoteError || typeof (outcome as LoadedScreen).module.loadTexts).toBeOneOf([true, 'function']);
      build = { ...build, container: `good${runs}` };
      left = { init: () => undefined, get: async () => () => ({ default: () => null }) };
      expect((await load('1.1.0')).version).toBe('1.1.0');
    }),
    { numRuns: 200 },
  );
});
