import { createStore } from '@enfilade/shared-contracts/kit/store';
import { forAll, itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { expect, it, onTestFinished } from '@rstest/core';
import fc from 'fast-check';
import { forgetVisit } from '../end/forget-visit.ts';
import { readKiosk, withoutWaysOut } from '../museums/kiosk-tab.ts';
import type { HostServices } from '../screens/host-services.ts';
import { clearVisit, createTestServices } from '../testing/test-services.ts';
import { idleLimits, type KioskEvent, type KioskState, nextKioskState, secondsLeft, watchIdle } from './idle.ts';
import { isWayOut } from './kiosk-page.tsx';

const museumId = '6610a1b2c3d4e5f601000001';

/** Some events set the clock back. */
const anyEvents = fc.array(
  fc.record({
    after: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 300_000 }), fc.constant(-50_000)),
    type: fc.constantFrom('touched' as const, 'passed' as const, 'passed' as const, 'passed' as const),
    isBusy: fc.boolean(),
  }),
  { maxLength: 60 },
);
const busyWith = (isBusy: boolean, at: number) => (isBusy ? `answer ${at}` : undefined);
const isBusyIn = (event: KioskEvent) => event.type === 'passed' && event.busyWith !== undefined;
const run = (all: readonly { after: number; type: KioskEvent['type']; isBusy: boolean }[], first: KioskState) => {
  let at = 1_000_000;
  let state = first;
  return all.map(({ after, type, isBusy }) => {
    at += after;
    const before = state;
    const event: KioskEvent = type === 'touched' ? { type, at } : { type, at, busyWith: busyWith(isBusy, at) };
    state = nextKioskState(before, event);
    return { before, event, state };
  });
};

it('a kiosk asks only after 90 s without activity, for 20 s before it deletes a visit, and any activity keeps the visit', () => {
  forAll(anyEvents, (all) => {
    const steps = run(all, { kind: 'used', since: 1_000_000 });
    for (const { before, event, state } of steps) {
      if (state.kind !== 'asking' || before.kind !== 'used') continue;
      expect(isBusyIn(event)).toBe(false);
      expect(event.at - before.since).toBeGreaterThanOrEqual(idleLimits.quietMs);
    }
    const forgotten = steps.findIndex(({ state }) => state.kind === 'forgetting');
    const { before, event } = steps[forgotten] ?? {};
    if (before?.kind !== 'asking' || !event) {
      expect(forgotten).toBe(-1);
      return;
    }
    expect(event.at - before.since).toBeGreaterThanOrEqual(idleLimits.askMs);
    const asked = steps.findLastIndex(({ state }, index) => index < forgotten && state.kind === 'used');
    expect(steps.slice(asked + 1, forgotten).every(({ event: other }) => other.type === 'passed' && !isBusyIn(other))).toBe(true);
  });
});

itHolds('a kiosk ends every visit after two idle minutes, and nothing stops the deletion', [anyEvents], (all) => {
  const last = run(all, { kind: 'used', since: 1_000_000 }).at(-1);
  let at = last?.event.at ?? 1_000_000;
  let state = last?.state ?? ({ kind: 'used', since: at } as KioskState);
  for (let second = 0; second < 120; second += 1) {
    at += 1_000;
    state = nextKioskState(state, { type: 'passed', at, busyWith: undefined });
  }
  expect(state).toEqual({ kind: 'forgetting' });
  expect(nextKioskState(state, { type: 'touched', at })).toEqual({ kind: 'forgetting' });
});

it('a kiosk ends a visit during an activity of more than ten minutes, and a new activity counts again', () => {
  const pass = (from: KioskState, { until, busyWith: name }: { until: number; busyWith: string }) => {
    let state = from;
    for (let at = 1_000; at <= until; at += 1_000) state = nextKioskState(state, { type: 'passed', at, busyWith: name });
    return state;
  };
  const { busyMs, quietMs, askMs } = idleLimits;
  const first: KioskState = { kind: 'used', since: 0 };
  const stuck = { busyWith: 'thinking 3' };
  expect(pass(first, { until: busyMs + quietMs - 1_000, ...stuck }).kind).toBe('used');
  const asking = pass(first, { until: busyMs + quietMs, ...stuck });
  expect(asking.kind).toBe('asking');
  expect(nextKioskState(asking, { type: 'passed', at: busyMs + quietMs + 1_000, busyWith: 'listening 4' }).kind).toBe('used');
  expect(pass(first, { until: busyMs + quietMs + askMs, ...stuck }).kind).toBe('forgetting');
});

it('a kiosk waits for the next visitor without a limit, and counts down in whole seconds', () => {
  const waiting: KioskState = { kind: 'attract' };
  expect(nextKioskState(waiting, { type: 'passed', at: 1e9, busyWith: 'answer' })).toBe(waiting);
  expect(nextKioskState(waiting, { type: 'touched', at: 5 })).toEqual({ kind: 'used', since: 5 });
  expect([0, 1, 1_000, 19_999, 20_000, 30_000, -5].map((at) => secondsLeft({ kind: 'asking', since: 0 }, at))).toEqual([
    20, 20, 19, 1, 0, 0, 20,
  ]);
});

function open(first: KioskState = { kind: 'used', since: 0 }) {
  const clock = createHandClock();
  const conversation = createStore<{ phase: 'off' | 'ready' | 'speaking'; turn: number }>({ phase: 'ready', turn: 0 });
  const busy = createStore(false);
  const idle = watchIdle({ first, page: document, conversation: { store: conversation }, busy, clock });
  onTestFinished(idle.run());
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) clock.pass(1_000);
  };
  return { idle, conversation, busy, pass, kind: () => idle.getState().kind, left: () => secondsLeft(idle.getState(), clock.now()) };
}

it('a kiosk counts touches and keys as activity', () => {
  const { pass, kind, left } = open();
  pass(89);
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  pass(89);
  expect(kind()).toBe('used');
  pass(1);
  expect([kind(), left()]).toEqual(['asking', 20]);
  pass(5);
  expect(left()).toBe(15);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
  expect(kind()).toBe('used');
  pass(110);
  expect(kind()).toBe('forgetting');
});

it('a kiosk counts an answer of the guide and a busy screen as activity', () => {
  const { conversation, busy, pass, kind } = open();
  conversation.set({ phase: 'speaking', turn: 1 });
  pass(200);
  expect(kind()).toBe('used');
  conversation.set({ phase: 'ready', turn: 1 });
  busy.set(true);
  pass(200);
  expect(kind()).toBe('used');
  busy.set(false);
  pass(91);
  expect(kind()).toBe('asking');
});

it('a kiosk without a visitor starts a visit by a touch of its attract view alone', () => {
  const { idle, pass, kind } = open({ kind: 'attract' });
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  pass(500);
  expect(kind()).toBe('attract');
  idle.touch();
  expect(kind()).toBe('used');
});

const tab = (search: string) => readKiosk({ location: { search }, sessionStorage: window.sessionStorage });

it('an address with `kiosk=1` makes the tab a kiosk until another address ends that', () => {
  window.sessionStorage.clear();
  expect(tab('')).toBeUndefined();
  expect(tab(`?museum=${museumId}&kiosk=1`)).toEqual({ begins: true, museumId });
  expect(tab('?kiosk=1')).toEqual({ begins: true, museumId: undefined });
  expect(tab('')).toEqual({ begins: false, museumId: undefined });
  expect(tab('?kiosk=yes')).toEqual({ begins: false, museumId: undefined });
  expect(tab('?kiosk=0')).toBeUndefined();
  expect(tab('')).toBeUndefined();
});

it('a kiosk gets no external form of a museum and no host that answers may link to', async () => {
  const profile = museumProfileSchema.parse({
    tabBar: { kind: 'guide-feedback', feedbackUrls: { en: 'https://forms.example.org/en' } },
    linkHosts: ['museum.example.org'],
  });
  const museum = { _id: museumId, name: 'House', exhibitions: [] };
  const api = { loadMuseum: async () => ({ museum, profile }), loadExhibition: () => Promise.reject(new Error('none')) };
  const known = await withoutWaysOut(api as never).loadMuseum(museumId);
  expect(known).toEqual({ museum, profile: { ...profile, linkHosts: [], tabBar: { kind: 'guide-feedback' } } });
});

it.each([
  ['/visit', undefined, false],
  [`${location.origin}/text-chat?museum=1`, undefined, false],
  ['/visit', { target: '_blank' }, true],
  ['/file.txt', { download: '' }, true],
  ['https://museum.example.org/', undefined, true],
  ['mailto:a@example.org', undefined, true],
  ['tel:+390', undefined, true],
  ['blob:https://x.example/1', undefined, true],
])('a link to %s %j leads out of a kiosk: %j', (href, attributes, expected) => {
  const link = Object.assign(document.createElement('a'), { href });
  for (const [name, value] of Object.entries(attributes ?? {})) link.setAttribute(name, value);
  expect(isWayOut(link, location.origin)).toBe(expected);
});

const forgotten = { cookies: true, device: true, site: true };
const forget = ({ api, session }: HostServices, ofMuseum?: string) => forgetVisit({ museumId: ofMuseum, api, session, isKiosk: true });

it('a kiosk deletes a visit with its language and settings once the site has confirmed that, and stays a kiosk', async () => {
  clearVisit();
  const refusing = createTestServices({ '/api/visits/forget': 503 });
  expect(await forget(refusing.services, museumId)).toEqual({ ...forgotten, site: false });
  const { services } = createTestServices({ '/api/visits/forget': {} });
  const { session } = services;
  session.arrive(museumId, '6610a1b2c3d4e5f602000001');
  session.setLanguage('de', true);
  session.changeSettings({ textSize: 200 });
  session.configure({ inputMode: 'text' });
  window.localStorage.setItem('conversation', '{}');
  window.sessionStorage.setItem('visit', '{}');
  window.sessionStorage.setItem('kiosk', '1');
  window.localStorage.setItem('starting visit@1.0.0', '0');
  expect(await forget(services, museumId)).toEqual(forgotten);
  expect({ ...window.localStorage }).toEqual({ 'starting visit@1.0.0': '0' });
  expect({ ...window.sessionStorage }).toEqual({ kiosk: '1' });
  expect(document.cookie).not.toMatch(/(museumID|collectionID|tailoringAnswers|language)=[^;]/);
  window.sessionStorage.clear();
  clearVisit();
});

it('a kiosk without a museum deletes the visit that the browser stores, so that the next page finds none', async () => {
  clearVisit();
  const { services } = createTestServices();
  services.session.arrive(museumId, '6610a1b2c3d4e5f602000001');
  expect(await forget(services)).toEqual(forgotten);
  expect(document.cookie).not.toMatch(/(museumID|collectionID)=[^;]/);
});
