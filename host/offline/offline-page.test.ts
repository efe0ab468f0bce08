import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Conversation, Turn } from '@enfilade/shared-contracts/conversation/conversation';
import { rememberConversation, restoreConversation } from '@enfilade/shared-contracts/conversation/runtime/conversation-memory';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { cookieLifeSeconds } from '@enfilade/shared-contracts/visit/visit-cookies';
import { afterEach, expect, it, rs } from '@rstest/core';
import { act, screen } from '@testing-library/react';
import fc from 'fast-check';
import { createStorage } from '../releases/testing/signed-page.ts';
import { readStoredConversation, readStoredMuseum } from './stored-visit.ts';

const [museumId, exhibitionId, otherId] = ['a', 'b', 'c'].map((digit) => digit.repeat(24)) as [string, string, string];
const cookie = `museumID=${museumId}; collectionID=${exhibitionId}`;

const createTab = () => ({ sessionStorage: createStorage(), localStorage: createStorage() });

type Tab = ReturnType<typeof createTab>;

function say(tab: Tab, turns: readonly Turn[], savedMs = 0): void {
  const { getState, subscribe, set } = createStore({ phase: 'thinking', turn: 0, turns: [] as readonly Turn[], room: undefined });
  const conversation = { store: { getState, subscribe } } as unknown as Conversation;
  rememberConversation(tab, conversation, { clock: { now: () => savedMs }, exhibitionId: () => exhibitionId });
  set({ phase: 'ready', turn: 1, turns, room: undefined });
}

const turnOf = (id: number, turn: Partial<Turn>): Turn => ({ id, language: 'de', sources: [], state: 'complete', ...turn });
const said = [
  turnOf(1, { question: 'Wer?', answer: '**Gabbiani.** – Im Jahr 1731.', isMarkdown: true }),
  turnOf(2, { question: 'Warum?' }),
];
const read = (tab: Tab, more: { cookie?: string; search?: string; nowMs?: number } = {}) =>
  readStoredConversation({ window: tab, cookie: more.cookie ?? cookie, address: new URLSearchParams(more.search), nowMs: more.nowMs ?? 0 });

it('the offline page shows the stored conversation without Markdown', () => {
  const tab = createTab();
  say(tab, said);
  expect(read(tab).map(({ speaker, text }) => [speaker, text])).toEqual([
    ['visitor', 'Wer?'],
    ['guide', 'Gabbiani. – Im Jahr 1731.'],
    ['visitor', 'Warum?'],
  ]);
});

it('the offline page shows a conversation exactly when the site would restore that conversation', () => {
  const cookies = fc.constantFrom(cookie, `museumID=${museumId}; collectionID=${otherId}`, `museumID=${museumId}`, '');
  const limitMs = cookieLifeSeconds * 1000;
  const age = fc.oneof(fc.integer({ min: -2 * limitMs, max: 2 * limitMs }), fc.constantFrom(limitMs, limitMs - 1, -limitMs));
  forAll(cookies, age, fc.boolean(), (visit, nowMs, isNewTab) => {
    const tab = createTab();
    say(tab, said);
    const here = { ...tab, ...(isNewTab && { sessionStorage: createTab().sessionStorage }) };
    const shown = read(here, { cookie: visit, nowMs }).length > 0;
    const current = /collectionID=(\w+)/.exec(visit)?.[1];
    const restored = restoreConversation(here, { clock: { now: () => nowMs }, exhibitionId: () => current });
    expect(shown).toBe(restored !== undefined);
  });
});

it('the offline page shows no conversation at the address of another visit', () => {
  const tab = createTab();
  say(tab, said);
  for (const search of [`museum=${otherId}`, `collection=${otherId}`, 'museum=belmonte']) expect(read(tab, { search })).toEqual([]);
  expect(read(tab, { search: `museum=${museumId}&collection=${exhibitionId}` })).toHaveLength(3);
});

it('the offline page shows no conversation, and throws nothing, for malformed or blocked storage', () => {
  const tab = createTab();
  forAll(
    fc.oneof(
      fc.json(),
      fc.string(),
      fc.jsonValue().map((turns) => JSON.stringify({ exhibitionId, savedAt: 0, turns })),
    ),
    (text) => {
      tab.sessionStorage.setItem('conversation', text);
      for (const utterance of read(tab)) expect(typeof utterance.text).toBe('string');
    },
  );
  const get = () => {
    throw new Error('blocked');
  };
  const blocked = Object.defineProperties({} as Tab, { sessionStorage: { get }, localStorage: { get } });
  expect(readStoredConversation({ window: blocked, cookie, address: new URLSearchParams(), nowMs: 0 })).toEqual([]);
});

afterEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  document.documentElement.removeAttribute('style');
  rs.unstubAllGlobals();
  rs.restoreAllMocks();
});

async function open({ isOnline = false, fromNetwork = () => Promise.reject(new TypeError('Failed to fetch')) as Promise<Response> } = {}) {
  rs.resetModules();
  const asked = rs.fn(fromNetwork);
  rs.stubGlobal('fetch', asked);
  const events = new EventTarget();
  rs.stubGlobal('addEventListener', events.addEventListener.bind(events));
  const ticks: (() => void)[] = [];
  rs.stubGlobal('setInterval', (tick: () => void) => ticks.push(tick));
  rs.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const reload = rs.spyOn(window.location, 'reload').mockReturnValue(undefined);
  document.body.innerHTML = /<body>(.*)<\/body>/s.exec(readFileSync(path.join(import.meta.dirname, 'offline.html'), 'utf8'))?.[1] ?? '';
  await import('./offline-page.ts');
  return { asked, reload, events, tick: () => act(async () => ticks[0]?.()) };
}

async function openVisit(turn: Turn) {
  say(window, [turn], Date.now());
  for (const one of cookie.split('; ')) Reflect.set(document, 'cookie', one);
  await open();
}

it.each([
  ['de', 'Kein Netz'],
  ['fr', 'Pas de réseau'],
  ['en', 'No network'],
])('the offline page is in the language that the visitor chose (%s)', async (language, title) => {
  window.localStorage.setItem('language', language);
  window.localStorage.setItem('settings', JSON.stringify({ theme: 'dark' }));
  await open();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  const { lang, dataset } = document.documentElement;
  expect([lang, document.title, dataset['theme']]).toEqual([language, `${title} – Enfilade`, 'negative']);
});

it('the offline page shows a conversation as text, in its own language', async () => {
  await openVisit(turnOf(1, { question: '<img src=x onerror=alert(1)>' }));
  const [item] = screen.getAllByRole('listitem');
  expect([item?.querySelector('p')?.textContent, item?.querySelector('p')?.lang]).toEqual(['<img src=x onerror=alert(1)>', 'de']);
  expect([document.querySelector('img'), screen.getByText(/remembers no conversation/).hidden]).toEqual([null, true]);
});

it('the offline page says that no conversation is stored, without a heading', async () => {
  await open();
  expect([screen.queryAllByRole('listitem'), screen.getByText(/remembers no conversation/).hidden]).toEqual([[], false]);
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
});

const belmonte = { id: museumId, name: 'Palazzo Belmonte', guideName: 'Clara', tokens: { '--primary': '#7a1f2b' } };

it('the offline page has the name, colours and guide of the museum that this tab showed', async () => {
  window.sessionStorage.setItem('museum', JSON.stringify(belmonte));
  await openVisit(turnOf(1, { answer: 'Gabbiani.' }));
  expect([document.querySelector('header')?.textContent, document.title]).toEqual(['Palazzo Belmonte', 'No network – Palazzo Belmonte']);
  expect(document.documentElement.style.getPropertyValue('--primary')).toBe('#7a1f2b');
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Clara');
});

it('the offline page ignores another museum’s data, and every token that is not a colour', () => {
  const tab = createTab();
  const readMuseum = (stored: unknown, search = '') => {
    tab.sessionStorage.setItem('museum', JSON.stringify(stored));
    return readStoredMuseum({ window: tab, cookie, address: new URLSearchParams(search) });
  };
  expect(readMuseum(belmonte)).toEqual(belmonte);
  expect([readMuseum(belmonte, `museum=${otherId}`), readMuseum({ ...belmonte, id: otherId })]).toEqual([undefined, undefined]);
  const entry = fc.oneof(fc.constant('#7a1f2b'), fc.constant('url(//elsewhere)'), fc.jsonValue());
  forAll(fc.dictionary(fc.constantFrom('--primary', 'background', '--b g'), entry), fc.jsonValue(), (tokens, name) => {
    const museum = readMuseum({ ...belmonte, name, tokens });
    expect(museum === undefined).toBe(typeof name !== 'string');
    for (const token of Object.entries(museum?.tokens ?? {})) expect(token).toEqual(['--primary', '#7a1f2b']);
  });
});

it('the offline page retries at a press, says that the retry failed, and reloads when the site answers', async () => {
  const answers = rs.fn().mockRejectedValueOnce(new TypeError('down')).mockResolvedValue(new Response());
  const { asked, reload, events } = await open({ fromNetwork: answers });
  const button = screen.getByRole('button', { name: 'Try again' });
  button.click();
  expect(screen.getByRole('status').textContent).toBe('Trying…');
  await act(async () => {});
  expect(screen.getByRole('status').textContent).toBe('Still no network.');
  expect([button.getAttribute('aria-disabled'), reload.mock.calls.length]).toEqual([null, 0]);
  events.dispatchEvent(new Event('online'));
  await act(async () => {});
  expect([asked.mock.calls.length, reload.mock.calls.length]).toEqual([2, 1]);
});

it('the offline page names no missing network, and checks the site silently, only while the device is online', async () => {
  const without = await open();
  await without.tick();
  expect(without.asked).not.toHaveBeenCalled();
  const { asked, reload, tick } = await open({ isOnline: true, fromNetwork: () => Promise.resolve(new Response()) });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The guide cannot be reached');
  await tick();
  expect([asked.mock.calls.length, reload.mock.calls.length, screen.getByRole('status').textContent]).toEqual([1, 1, '']);
});
