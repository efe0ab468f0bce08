import { hostOffer } from '@enfilade/shared-contracts/releases/check-remote';
import { afterEach, expect, it, onTestFinished } from '@rstest/core';
import * as React from 'react';
import { leaveCdn } from './artifact-address.ts';
import { createFederation, sharedPackages } from './federation.ts';

const entry = '/remotes/landing/1.0.0/remoteEntry.js';
const container = 'enfilade_landing_1_0_0';
const landing = { container, entry };
const hash = `sha384-${'a'.repeat(64)}`;
const globals = globalThis as Record<string, unknown>;
const nothing = () => undefined;

afterEach(() => {
  globals[container] = undefined;
  delete document.documentElement.dataset['artifacts'];
  delete document.documentElement.dataset['artifactsHere'];
  document.head.replaceChildren();
});

type ShareScope = Record<string, Record<string, { get(): () => unknown }>>;

/** `run` is called for each requested entry. If `run` returns false, the file does not arrive. */
function openPage(run: (asked: number) => unknown, integrityOf = (path: string) => (path === entry ? hash : undefined)) {
  const scripts: HTMLScriptElement[] = [];
  document.head.append = (script: HTMLScriptElement) => {
    scripts.push(script);
    queueMicrotask(() => script.dispatchEvent(new Event(run(scripts.length) === false ? 'error' : 'load')));
  };
  onTestFinished(() => void Reflect.deleteProperty(document.head, 'append'));
  return { federation: createFederation(integrityOf, () => Promise.reject(new Error('no stock remote is there'))), scripts };
}

const leave = (get: () => unknown, init: (scope: ShareScope) => unknown = nothing) => {
  globals[container] = { init, get: () => Promise.resolve(get) };
};

it('a container gets the page’s React, and the page gets the screen that the container exposes', async () => {
  let scope: ShareScope = {};
  const noteScope = (given: ShareScope) => (scope = given);
  const { federation, scripts } = openPage(() => leave(() => 'the screen', noteScope));
  expect(await federation.loadScreen(landing, false)).toBe('the screen');
  expect(scope['react']?.[React.version]?.get()()).toBe(React);
  expect(Object.keys(scope)).toEqual(['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']);
  expect(scripts).toMatchObject([{ integrity: hash, crossOrigin: 'anonymous', isConnected: false }]);
});

it('a container’s entry runs once for all readers, and a retry runs the entry without the old container', async () => {
  const { federation, scripts } = openPage((asked) => (asked === 1 ? leave(() => asked) : undefined));
  expect(await Promise.all([federation.loadScreen(landing, false), federation.loadScreen(landing, false)])).toEqual([1, 1]);
  await expect(federation.loadScreen(landing, true)).rejects.toMatchObject({ code: 'broken' });
  expect(scripts).toHaveLength(2);
});

it('a container whose entry does not arrive is unreachable, and the next load requests the entry again', async () => {
  const { federation } = openPage((asked) => asked > 1 && leave(() => 'late but here'));
  await expect(federation.loadScreen(landing, false)).rejects.toMatchObject({ code: 'unreachable' });
  expect(await federation.loadScreen(landing, false)).toBe('late but here');
});

it('an entry without a hash, or of another origin, is not requested', async () => {
  const [unhashed, ofPage] = [openPage(nothing, nothing), openPage(nothing)];
  const foreign = { ...landing, entry: `https://elsewhere.example${entry}` };
  await expect(unhashed.federation.loadScreen(landing, false)).rejects.toMatchObject({ code: 'incompatible' });
  await expect(ofPage.federation.loadScreen(foreign, false)).rejects.toMatchObject({ code: 'incompatible' });
  expect([...unhashed.scripts, ...ofPage.scripts]).toEqual([]);
});

it('an entry is requested from the page’s CDN, with its hash, until the page leaves the CDN', async () => {
  document.documentElement.dataset['artifacts'] = 'https://cdn.example';
  const { federation, scripts } = openPage(() => leave(() => 'the screen'));
  await federation.loadScreen(landing, false);
  leaveCdn();
  await federation.loadScreen(landing, true);
  expect(scripts.map(({ src, integrity }) => [src, integrity])).toEqual([
    [`https://cdn.example${entry}`, hash],
    [location.origin + entry, hash],
  ]);
});

it('the registry checks new versions against the packages that the page really shares', () => {
  const versions = Object.entries(sharedPackages).map(([name, { version }]) => [name, version]);
  expect(hostOffer.shared).toEqual(Object.fromEntries(versions));
});
