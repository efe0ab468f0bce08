import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { someScreens } from '@enfilade/shared-contracts/releases/testing/some-screens';
import type { Destination, ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { expect, it } from '@rstest/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, use, useEffect, useLayoutEffect, useState } from 'react';
import { RemoteError, screenLimitMs } from '../releases/remote-error.ts';
import type { LoadedScreen } from '../releases/screen-loader.ts';
import { unsignedSet } from '../releases/testing/signed-page.ts';
import { createTestServices, inHost } from '../testing/test-services.ts';
import type { HostServices } from './host-services.ts';
import { lookMs, RemoteScreen } from './remote-screen.tsx';

const museum = museumSchema.parse({ _id: '6610a1b2c3d4e5f601000001', name: 'Palazzo Belmonte' });
const loaded = (Screen: ComponentType<ScreenProps>, version = '1.2.3'): LoadedScreen => ({
  name: 'visit',
  version,
  module: { default: Screen, loadTexts: () => Promise.resolve({ default: {} }) },
});
function Broken(): never {
  throw new Error('broken');
}
function Reading({ setBusy }: ScreenProps) {
  const [busy, setParts] = useState<readonly string[]>([]);
  const toggle = (part: string) => {
    setBusy?.(part, !busy.includes(part));
    setParts(busy.includes(part) ? busy.filter((other) => other !== part) : [...busy, part]);
  };
  return ['Record', 'Read'].map((part) => (
    <button key={part} type="button" onClick={() => toggle(part)}>
      {part}
    </button>
  ));
}
const ThrowsInEffect = () => void useEffect(Broken, []);
const ThrowsBeforePaint = () => void useLayoutEffect(Broken, []);
function ThrowsLater() {
  const [isBroken, setBroken] = useState(false);
  useEffect(() => setBroken(true), []);
  return isBroken && Broken();
}
const never = new Promise<never>(() => undefined);

/** `screen` is undefined until the screen is loaded. */
interface Current {
  version: string;
  screen?: LoadedScreen;
}

interface Opening {
  name?: string;
  current?: Current;
  replaceFailed?: HostServices['updater']['replaceFailed'];
}

const setOf = (current: Current | undefined, sequence: number): ReleaseSet | undefined =>
  current && {
    ...{ ...unsignedSet, sequence, keyId: '', signature: '' },
    remotes: { visit: { version: current.version, contract: '^1.0.0', shared: {}, entry: '', initial: [], integrity: {} } },
  };

function show(
  loads: (() => Promise<LoadedScreen>)[],
  { name = 'visit', current, replaceFailed = () => Promise.resolve(false) }: Opening = {},
) {
  let asked = 0;
  let loadedScreen = current?.screen;
  const { services, clock, reports, currentSet } = createTestServices();
  currentSet.set(setOf(current, 1));
  const failures: unknown[] = [];
  services.bus.on('screen-failed', (payload) => void failures.push(payload));
  const hosted: HostServices = {
    ...services,
    updater: { ...services.updater, replaceFailed },
    loader: { peek: () => loadedScreen, load: () => loads[Math.min(asked++, loads.length - 1)]?.() ?? never, begin: () => undefined },
  };
  const destinations: Destination[] = [];
  const { setBusy } = services.busy;
  const profile = museumProfileSchema.parse({});
  const props: ScreenProps = { ...services, museum, profile, setBusy, go: (to) => void destinations.push(to) };
  const declared = someScreens.find((each) => each.name === name) ?? expect.unreachable();
  render(<RemoteScreen screen={declared} props={props} />, inHost(hosted));
  const enter = (next: Current, sequence: number) => {
    loadedScreen = next.screen;
    act(() => currentSet.set(setOf(next, sequence)));
  };
  return { clock, failures, reports, destinations, busy: services.busy, asked: () => asked, enter };
}

const retry = () => fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
const failure = () => screen.findByText('This room did not open');

it('a remote screen shows a loading message, then renders, and the page reports the screen as loaded', async () => {
  const { reports } = show([() => Promise.resolve(loaded(() => <p>The visit</p>))]);
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  expect(await screen.findByText('The visit')).toBeTruthy();
  expect(reports).toMatchObject([{ remote: 'visit', version: '1.2.3', kind: 'loaded' }]);
});

it('a remote screen is busy until every part has finished or the screen is removed', async () => {
  const { busy, enter } = show([async () => loaded(Reading)], { current: { version: '1.2.3' } });
  expect(await screen.findByText('Record')).toBeTruthy();
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  for (const name of ['Record', 'Read', 'Record']) press(name);
  expect(busy.getState()).toBe(true);
  press('Read');
  expect(busy.getState()).toBe(false);
  press('Record');
  enter({ version: '1.3.0', screen: loaded(() => <p>Next</p>, '1.3.0') }, 2);
  expect(busy.getState()).toBe(false);
});

it('a remote screen that was loaded before the first rendering is reported once', () => {
  const current = { version: '1.2.3', screen: loaded(() => <p>The visit</p>) };
  const { reports } = show([], { current });
  expect(reports).toEqual([{ remote: 'visit', version: '1.2.3', kind: 'loaded' }]);
  cleanup();
  expect(show([], { current }).reports).toEqual([]);
});

it('a remote screen that does not load offers Retry, which loads again at every press', async () => {
  const { failures, asked } = show([
    () => Promise.reject(new RemoteError('unreachable', 'gone')),
    () => Promise.reject(new RemoteError('unreachable', 'still gone')),
    () => Promise.resolve(loaded(() => <p>The visit</p>)),
  ]);
  await failure();
  expect(screen.getByText('visit, unreachable')).toBeTruthy();
  expect(failures).toEqual([{ remote: 'visit', version: 'none', code: 'unreachable' }]);
  retry();
  await waitFor(() => expect(failures).toHaveLength(2));
  retry();
  expect(await screen.findByText('The visit')).toBeTruthy();
  expect(asked()).toBe(3);
});

it('a failed screen leads back to the exhibitions, and failed exhibitions to another code', async () => {
  const gone = () => Promise.reject(new RemoteError('unreachable', 'gone'));
  const { destinations } = show([gone]);
  fireEvent.click(await screen.findByRole('button', { name: 'Back to the exhibitions' }));
  expect(destinations).toEqual([{ screen: 'landing' }]);
  cleanup();
  show([gone], { name: 'landing' });
  fireEvent.click(await screen.findByRole('button', { name: 'Enter another code' }));
  expect(window.location.search).toBe('?code');
});

it.each([
  ['while drawing', Broken],
  ['in an effect', ThrowsInEffect],
  ['in an effect before it is painted', ThrowsBeforePaint],
  ['at a later drawing', ThrowsLater],
])('a remote screen that throws %s is replaced by the failure view and reported with its version', async (_, Throwing) => {
  const { reports } = show([() => Promise.resolve(loaded(Throwing))]);
  await failure();
  const cause: unknown = expect.anything();
  expect(reports).toContainEqual({ remote: 'visit', version: '1.2.3', kind: 'render-error', code: 'broken', stage: 'render', cause });
});

it.each([
  ['draws nothing', null, 1],
  ['is hidden by a style', <section data-remote="visit" style={{ visibility: 'hidden' }} key="" />, 1],
  ['is seen', <section data-remote="visit" key="" />, 0],
  ['waits for something, which React hides', <section data-remote="visit" style={{ display: 'none' }} key="" />, 0],
])('a remote screen that %s fails only if nothing of the screen is visible', async (_, drawn, failures) => {
  const { clock, reports } = show([() => Promise.resolve(loaded(() => drawn))]);
  await waitFor(() => expect(reports).toHaveLength(1));
  const section = document.querySelector<HTMLElement>('[data-remote]');
  if (section) section.checkVisibility = () => section.style.visibility !== 'hidden';
  act(() => clock.pass(lookMs));
  act(() => clock.pass(lookMs - 1));
  expect(reports).toHaveLength(1);
  await act(() => clock.pass(1));
  expect(reports.slice(1)).toMatchObject(Array.from({ length: failures }, () => ({ kind: 'failed', code: 'broken' })));
});

it('a remote screen that suspends without end fails at the limit, not before', async () => {
  const { clock } = show([() => Promise.resolve(loaded(() => use(never)))]);
  await act(() => Promise.resolve());
  act(() => clock.pass(screenLimitMs - 1));
  expect(screen.queryByText('This room did not open')).toBeNull();
  act(() => clock.pass(1));
  await failure();
  expect(screen.getByText('visit, broken')).toBeTruthy();
});

it('Retry renders a crashed screen again', async () => {
  let isBroken = true;
  show([async () => loaded(() => (isBroken ? Broken() : <p>The visit</p>))]);
  await failure();
  isBroken = false;
  retry();
  expect(await screen.findByText('The visit')).toBeTruthy();
});

const old = loaded(() => <p>The old visit</p>);
const young = loaded(() => <p>The new visit</p>, '1.3.0');

it('a new set leaves a rendered screen of the same version unchanged, and a new version that is already loaded replaces the screen at once', async () => {
  const current = { version: '1.2.3' };
  const { enter, asked } = show([async () => loaded(() => <input aria-label="Kept" />)], { current });
  const field = await screen.findByLabelText('Kept');
  enter(current, 8);
  expect(screen.getByLabelText('Kept')).toBe(field);
  enter({ version: '1.3.0', screen: young }, 9);
  expect(screen.getByText('The new visit')).toBeTruthy();
  expect([screen.queryByLabelText('Kept'), asked()]).toEqual([null, 1]);
});

it('a replacement of a failed version is rendered, and the failure view is never shown', async () => {
  const failed: unknown[] = [];
  const opened = show([() => Promise.resolve(loaded(Broken)), () => Promise.resolve(young)], {
    current: { version: '1.2.3' },
    async replaceFailed(failure) {
      failed.push(failure);
      // Runs asynchronously like the gateway's answer, and never during a render.
      await new Promise((resolve) => setTimeout(resolve));
      opened.enter({ version: '1.3.0' }, 7);
      return true;
    },
  });
  expect(await screen.findByText('The new visit')).toBeTruthy();
  expect(failed).toEqual([{ name: 'visit', version: '1.2.3', code: 'broken' }]);
  expect(screen.queryByText('This room did not open')).toBeNull();
  expect(opened.reports.map(({ version, kind }) => `${version} ${kind}`)).toEqual(['1.2.3 loaded', '1.2.3 render-error', '1.3.0 loaded']);
});

it('a new version replaces the failure view, and the same version does not', async () => {
  const current = { version: '1.2.3' };
  const { enter } = show([() => Promise.reject(new RemoteError('late', 'too late')), () => Promise.resolve(young)], { current });
  await failure();
  enter(current, 8);
  expect(screen.queryByText('This room did not open')).toBeTruthy();
  enter({ version: '1.3.0' }, 9);
  expect(await screen.findByText('The new visit')).toBeTruthy();
});

it('the first set does not restart a pending load', async () => {
  let finish = (_: LoadedScreen) => {};
  const { enter, asked } = show([() => new Promise((resolve) => (finish = resolve))]);
  enter({ version: '1.2.3' }, 7);
  finish(old);
  expect(await screen.findByText('The old visit')).toBeTruthy();
  expect(asked()).toBe(1);
});

it('the first set after a failure without a set is loaded and rendered', async () => {
  const { enter } = show([() => Promise.reject(new RemoteError('unreachable', 'down')), () => Promise.resolve(old)]);
  await failure();
  enter({ version: '1.2.3' }, 7);
  expect(await screen.findByText('The old visit')).toBeTruthy();
});

it('a screen that was left while it loaded reports nothing', async () => {
  const { reports } = show([() => Promise.resolve(old)]);
  cleanup();
  await new Promise((resolve) => setTimeout(resolve));
  expect(reports).toEqual([]);
});
