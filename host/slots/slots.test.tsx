import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import type { FillerProps, VisitEndFacts } from '@enfilade/shared-contracts/remote/slot';
import { afterEach, expect, it } from '@rstest/core';
import { act, waitFor } from '@testing-library/react';
import { type ComponentType, use, useEffect, useState } from 'react';
import { RemoteError, screenLimitMs } from '../releases/remote-error.ts';
import type { LoadedScreen } from '../releases/screen-loader.ts';
import { createTestServices } from '../testing/test-services.ts';
import { createOpenSlot } from './open-slot.ts';

type Filler = ComponentType<FillerProps<VisitEndFacts>>;
const museum = { _id: 'a'.repeat(24), name: 'Palazzo' } as VisitEndFacts['museum'];
const facts: VisitEndFacts = { museum, minutes: 12 };
const Good: Filler = ({ minutes }) => <p>{`${minutes} minutes`}</p>;
const loaded = (Component: Filler | undefined, version = '1.0.0') =>
  ({ name: 'shop', version, module: { fillers: Component ? { 'end.card': Component } : {} } }) as unknown as LoadedScreen;

function fail(): never {
  throw new Error('What did Savelli say?');
}
const never = new Promise<never>(() => {});
let press = () => {};
function Late() {
  const [isShown, setShown] = useState(false);
  press = () => setShown(true);
  return isShown ? <p>There</p> : null;
}
function Later() {
  const [isPressed, setPressed] = useState(false);
  press = () => setPressed(true);
  return isPressed ? fail() : <p>There</p>;
}
function Suspends() {
  return use(never);
}
function ThrowsInEffect() {
  useEffect(() => fail(), []);
  return <p>Half</p>;
}
function Loops() {
  const [times, setTimes] = useState(0);
  setTimes(times + 1);
  return null;
}

function open(loads: () => Promise<LoadedScreen>) {
  const { services, reports, clock, currentSet } = createTestServices();
  const blocked: string[] = [];
  const asked: string[] = [];
  const element = document.body.appendChild(document.createElement('div'));
  element.hidden = true;
  const hosted: typeof services = {
    ...services,
    currentSet: { ...services.currentSet, ...currentSet },
    blocked: { has: (name, version) => blocked.includes(`${name}@${version}`) },
    loader: { ...services.loader, load: (name) => asked.push(name) > 0 && loads() } as typeof services.loader,
    updater: { ...services.updater, replaceFailed: async ({ name, version, code }) => blocked.push(`${name}@${version}`, code) === 0 },
  };
  const slot = createOpenSlot('end', hosted, () => undefined)('card', element, facts);
  const enter = (version: string | undefined, more: object = {}) => {
    const declaration = {
      title: {},
      routes: [],
      needs: [],
      fills: [{ slot: 'end.card', props: 'visit-end', ms: 10_000, height: 20, ...more }],
    };
    currentSet.set({ sequence: 2, remotes: version === undefined ? {} : { shop: { version, declaration } } } as unknown as ReleaseSet);
  };
  return { element, slot, enter, reports, clock, blocked, asked };
}

afterEach(() => document.body.replaceChildren());

it('a slot without a filler, or with a filler that is blocked for the visitor, is hidden and requests nothing', async () => {
  const { element, enter, asked, blocked } = open(async () => loaded(Good));
  enter(undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([element.hidden, element.childElementCount, asked]).toEqual([true, 0, []]);
  blocked.push('shop@1.0.0');
  enter('1.0.0');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([element.hidden, element.childElementCount, asked]).toEqual([true, 0, []]);
});

it('a slot shows its filler, passes on new facts, and is empty when the pin is removed and when the slot is closed', async () => {
  const { element, slot, enter, reports } = open(async () => loaded(Good));
  enter('1.0.0');
  await waitFor(() => expect(element.textContent).toBe('12 minutes'));
  const { hidden, dataset, style } = element;
  expect([hidden, dataset['slot'], dataset['filler'], style.maxBlockSize]).toEqual([false, 'end.card', 'shop', '20rem']);
  expect(reports).toMatchObject([{ remote: 'shop', version: '1.0.0', kind: 'loaded', slot: 'end.card' }]);
  await act(async () => slot.update({ ...facts, minutes: 13 }));
  expect(element.textContent).toBe('13 minutes');
  enter(undefined);
  expect([element.hidden, element.childElementCount]).toEqual([true, 0]);
  slot.close();
  enter('1.0.0');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(element.childElementCount).toBe(0);
});

it('a slot is hidden while its filler renders nothing', async () => {
  const { element, enter, reports } = open(async () => loaded(Late));
  enter('1.0.0');
  await waitFor(() => expect(reports).toHaveLength(1));
  expect(element.hidden).toBe(true);
  await act(async () => press());
  await waitFor(() => expect(element.hidden).toBe(false));
});

const broken: [what: string, Filler | undefined, code: string, stage?: string][] = [
  ['throws while it is drawn', () => fail(), 'broken', 'render'],
  ['throws in an effect', ThrowsInEffect, 'broken', 'render'],
  ['draws again without end', Loops, 'broken', 'render'],
  ['exports no component for the slot', undefined, 'broken'],
];

it.each(broken)('a filler that %s leaves its slot empty, and is reported with the slot', async (_, Component, code, stage) => {
  const { element, enter, reports, blocked } = open(async () => loaded(Component));
  enter('1.0.0');
  await waitFor(() => expect(reports).toHaveLength(1));
  expect(reports[0]).toMatchObject({ remote: 'shop', version: '1.0.0', code, slot: 'end.card', ...(stage && { stage }) });
  expect(JSON.stringify(reports)).not.toContain('Savelli');
  expect([element.hidden, element.childElementCount, blocked]).toEqual([true, 0, ['shop@1.0.0', code]]);
});

it('a filler that throws at a later rendering is removed', async () => {
  const { element, enter, reports } = open(async () => loaded(Later));
  enter('1.0.0');
  await waitFor(() => expect(element.textContent).toBe('There'));
  await act(async () => press());
  expect([element.hidden, element.childElementCount, reports.at(-1)?.code]).toEqual([true, 0, 'broken']);
});

it('a filler that suspends without end is removed at the limit', async () => {
  const { element, enter, clock, reports } = open(async () => loaded(Suspends));
  enter('1.0.0');
  await waitFor(() => expect(reports).toHaveLength(1));
  expect(element.hidden).toBe(true);
  await act(async () => clock.pass(screenLimitMs));
  expect(reports.at(-1)).toMatchObject({ kind: 'failed', code: 'broken', slot: 'end.card' });
  expect(element.childElementCount).toBe(0);
});

it('a filler that blocks the thread too long is removed before it is shown', async () => {
  const { element, enter, reports } = open(async () => loaded(Good));
  enter('1.0.0', { ms: -1 });
  await waitFor(() => expect(reports).toHaveLength(1));
  expect(reports[0]).toMatchObject({ kind: 'failed', code: 'broken' });
  expect([element.hidden, element.childElementCount]).toEqual([true, 0]);
});

it('a filler that does not load is reported, and an earlier version replaces the filler', async () => {
  const answers = [() => Promise.reject(new RemoteError('late', 'too late')), async () => loaded(Good, '0.9.0')];
  const { element, enter, reports } = open(() => (answers.shift() ?? fail)());
  enter('1.0.0');
  await waitFor(() => expect(reports).toMatchObject([{ code: 'late', version: '1.0.0' }]));
  enter('0.9.0');
  await waitFor(() => expect(element.textContent).toBe('12 minutes'));
  expect(element.dataset['version']).toBe('0.9.0');
});
