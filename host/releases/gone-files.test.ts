import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { beforeEach, expect, it } from '@rstest/core';
import { watchGoneFiles } from './gone-files.ts';
import { recheckMs } from './release-swap.ts';
import { flushPromises } from './testing/open-tab.ts';

const panel = '/static/js/async/settings.0123456789.js';
const style = '/static/css/async/settings.0123456789.css';
const ofScreen = '/remotes/chat/1.2.0/static/js/async/finding.0123.js';

type Phases = Pick<ConversationState, 'phase' | 'transport'>;

/** If `status` is undefined, the network is down. */
function openPage({ status = 404, storage = window.sessionStorage as Storage } = {}) {
  const clock = createHandClock();
  const elements = new EventTarget();
  const asked: string[] = [];
  const state = { reloads: 0, isTyping: false, isBusy: false };
  const store = createStore<Phases>({ phase: 'off', transport: undefined });
  watchGoneFiles({
    window: {
      addEventListener: elements.addEventListener.bind(elements),
      sessionStorage: storage,
      location: { reload: () => (state.reloads += 1) },
      async fetch(address) {
        asked.push(String(address));
        if (status === 0) throw new TypeError('Failed to fetch');
        return { status } as Response;
      },
    },
    frame: { screen: () => ({ name: 'chat', isBusy: state.isBusy }), isTyping: () => state.isTyping, swap: () => undefined },
    conversation: { store },
    clock,
  });
  return {
    state,
    asked,
    become: store.set,
    async miss(file: string, kind: 'src' | 'href' = 'src') {
      const event = new Event('error');
      Object.defineProperty(event, 'target', { value: { [kind]: `${location.origin}${file}` } });
      elements.dispatchEvent(event);
      await flushPromises();
    },
    async pass() {
      clock.pass(recheckMs);
      await flushPromises();
    },
  };
}

beforeEach(() => window.sessionStorage.clear());

it.each<[what: string, reloads: number, { file: string; kind?: 'src' | 'href'; status?: number }]>([
  ['reloads for a script of the host', 1, { file: panel }],
  ['reloads for a style of the host', 1, { file: style, kind: 'href' }],
  ['reloads for a chunk of the drawn screen', 1, { file: ofScreen }],
  ['reloads for the call machine', 1, { file: '/voice/call-machine.0123456789ab.js' }],
  ['does not reload if the file is there', 0, { file: panel, status: 200 }],
  ['does not reload if the site is busy', 0, { file: panel, status: 503 }],
  ['does not reload if the network is down', 0, { file: panel, status: 0 }],
  ['does not reload for a museum’s picture', 0, { file: '/media/museums/house/logo.svg' }],
])('a page that misses a file %s', async (_, reloads, { file, kind, ...options }) => {
  const page = openPage(options);
  await page.miss(file, kind);
  expect(page.state.reloads).toBe(reloads);
});

it('a page reloads once for each missing file, even if the next page misses the same files', async () => {
  await openPage().miss(panel);
  const next = openPage();
  await next.miss(panel);
  expect([next.state.reloads, next.asked]).toEqual([0, []]);
  await next.miss(style, 'href');
  expect(next.state.reloads).toBe(1);
  const last = openPage();
  await last.miss(panel);
  await last.miss(style, 'href');
  expect([last.state.reloads, last.asked]).toEqual([0, []]);
});

it('a page that misses a file reloads after the call, when the screen is idle and nobody types', async () => {
  const page = openPage();
  page.become({ phase: 'listening', transport: 'voice' });
  await page.miss(panel);
  page.become({ phase: 'off', transport: undefined });
  page.state.isBusy = true;
  await page.pass();
  page.state.isBusy = false;
  page.state.isTyping = true;
  await page.pass();
  expect(page.state.reloads).toBe(0);
  page.state.isTyping = false;
  await page.pass();
  expect(page.state.reloads).toBe(1);
});

it('a page that misses a file does not reload if the browser stores nothing', async () => {
  const setItem = () => {
    throw new DOMException('', 'QuotaExceededError');
  };
  const page = openPage({ storage: { getItem: () => null, setItem } as unknown as Storage });
  await page.miss(panel);
  expect(page.state.reloads).toBe(0);
});
