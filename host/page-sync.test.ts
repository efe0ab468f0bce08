import type { Phase, TransportKind } from '@enfilade/shared-contracts/conversation/conversation';
import { createEventBus } from '@enfilade/shared-contracts/events/create-event-bus';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { parseChosenLanguage } from '@enfilade/shared-contracts/visit/visit-cookies';
import { expect, it, onTestFinished } from '@rstest/core';
import { allowMovedNodes, followLanguage, followSession, type PageSync, restartCalls, storePageChoice } from './page-sync.ts';
import { clearVisit } from './testing/test-services.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const otherMuseumId = '6610a1b2c3d4e5f601000002';
const exhibitionId = '6610a1b2c3d4e5f602000001';
const otherExhibitionId = '6610a1b2c3d4e5f602000002';

function openSession() {
  clearVisit();
  const session = createSession({ document: Object.assign(new EventTarget(), { cookie: '' }), window });
  onTestFinished(() => session.dispose());
  return session;
}
const createBus = () => createEventBus({ checksPayloads: true, reportError: (error) => expect(error).toBeUndefined() });

function openCall(phase: Phase, call: { transport: TransportKind | undefined } = { transport: 'voice' }) {
  const calls: unknown[] = [];
  const store = createStore<typeof call & { phase: Phase }>({ ...call, phase });
  const [session, bus, busy] = [openSession(), createBus(), createStore(false)];
  const conversation: PageSync['conversation'] = {
    store,
    start: (kind) => void calls.push(`start ${kind}`),
    stop: (reason) => void calls.push(`stop ${reason}`),
    reset: () => void calls.push('reset'),
    setTalkingMode: (mode) => void calls.push(mode),
    setGuideMuted: (isMuted) => void calls.push(isMuted),
  };
  const page = document.implementation.createHTMLDocument();
  restartCalls({ session, bus, busy, conversation });
  followSession({ page, session, conversation });
  const { style, dataset } = page.documentElement;
  const shown = () => [style.fontSize, style.getPropertyValue('--caption-size'), { ...dataset }];
  return { calls, session, bus, busy, shown, enter: (next: Phase) => store.set({ ...call, phase: next }) };
}

it.each([
  ['voice', 'speaking', ['stop language', 'start voice']],
  ['text', 'ready', []],
  ['voice', 'off', []],
  ['voice', 'failed', []],
  [undefined, 'off', []],
] as const)('a change of language restarts only a running call (%s in phase %s: %j)', (transport, phase, expected) => {
  const { bus, calls } = openCall(phase, { transport });
  bus.emit('language-changed', { language: 'de' });
  expect(calls).toEqual(expected);
});

it('another speech rate restarts the call once, after the settings are closed and the guide has finished', () => {
  const { calls, session, enter } = openCall('speaking');
  session.chooseSettings(true);
  for (const speechRate of [0.9, 0.8]) session.changeSettings({ speechRate });
  enter('ready');
  expect(calls).toEqual([]);
  enter('speaking');
  session.chooseSettings(false);
  expect(calls).toEqual([]);
  enter('ready');
  session.changeSettings({ volume: 50 });
  expect(calls).toEqual(['stop speech-rate', 'start voice']);
});

it('another speech rate restarts the call only after reading aloud has finished, and easy language restarts the call', () => {
  const { calls, session, busy } = openCall('ready');
  busy.set(true);
  session.changeSettings({ speechRate: 0.8 });
  expect(calls.splice(0)).toEqual([]);
  busy.set(false);
  expect(calls.splice(0)).toEqual(['stop speech-rate', 'start voice']);
  session.changeSettings({ isEasy: true });
  expect(calls).toEqual(['stop speech-rate', 'start voice']);
});

it('another speech rate restarts no call if the voice cannot speak faster or the call is over', () => {
  const { calls, session, enter } = openCall('off');
  session.changeSettings({ speechRate: 1.2 });
  enter('ready');
  session.changeSettings({ speechRate: 1.5 });
  expect(calls).toEqual([]);
});

it('the page applies the display settings, now and when they change', () => {
  const { session, shown } = openCall('off');
  expect(shown()).toEqual(['', '1', { contrast: 'standard', motion: 'device' }]);
  session.changeSettings({ textSize: 130, captionSize: 200, contrast: 'more', motion: 'none' });
  expect(shown()).toEqual(['130%', '2', { contrast: 'more', motion: 'none' }]);
});

function open(load: (language: string) => Promise<unknown>) {
  document.body.innerHTML = '<section data-remote="visit"></section>';
  const session = openSession();
  const bus = createBus();
  const i18n = createI18n({ language: 'en' });
  const loads: unknown[] = [];
  const changes: string[] = [];
  bus.on('language-changed', ({ language }) => changes.push(language));
  const loader = {
    async load(...request: [string, { language?: string }?]) {
      loads.push(request);
      await load(request[1]?.language ?? '');
      return { name: 'visit' as const, version: '1.0.0', module: { default: () => null, loadTexts: async () => ({ default: {} }) } };
    },
  };
  const failedLanguage = createStore<Language | undefined>(undefined);
  followLanguage({ page: document, session, bus, i18n, loader, failedLanguage });
  return { session, i18n, loads, changes, failed: failedLanguage.getState };
}

it('the page switches to the session’s language once the shown screen has its texts', async () => {
  let finish = () => {};
  const { session, i18n, loads, changes } = open(() => new Promise<void>((resolve) => (finish = resolve)));
  session.setLanguage('de', true);
  expect([loads, i18n.language, document.documentElement.lang]).toEqual([[['visit', { language: 'de' }]], 'en', 'en']);
  finish();
  await expect.poll(() => changes).toEqual(['de']);
  expect([i18n.language, document.documentElement.lang]).toEqual(['de', 'de']);
});

it('the page and its session keep their language if the texts cannot be loaded', async () => {
  const { session, i18n, changes, failed } = open(() => Promise.reject(new Error('gone')));
  session.setLanguage('de', true);
  await expect.poll(() => session.store.getState().language).toBe('en');
  expect([i18n.language, changes, failed()]).toEqual(['en', [], 'de']);
});

it('the page is in the language chosen last, even if an earlier choice fails later', async () => {
  let lose = (_: Error) => {};
  const { session, i18n, failed } = open((language) =>
    language === 'de' ? new Promise((_, reject) => (lose = reject)) : Promise.resolve(),
  );
  session.setLanguage('de', true);
  session.setLanguage('fr', true);
  lose(new Error('gone'));
  await expect.poll(() => i18n.language).toBe('fr');
  expect([session.store.getState().language, failed()]).toEqual(['fr', undefined]);
});

it('the page stores its language for the next page only if the visitor chose the language', () => {
  const session = openSession();
  session.setLanguage('de', false);
  storePageChoice(document, session, false);
  expect(parseChosenLanguage(document.cookie)).toBeUndefined();
  session.setLanguage('fr', true);
  storePageChoice(document, session, false);
  expect(parseChosenLanguage(document.cookie)).toBe('fr');
});

it('the conversation follows the talking mode and the mute, and no other setting', () => {
  const { session, calls } = openCall('off');
  session.configure({ talkingMode: 'continuous' });
  session.configure({ isAudioMuted: true });
  session.configure({ inputMode: 'text', visitMode: 'exploration' });
  expect(calls).toEqual(['continuous', true]);
});

it('another exhibition or museum resets the conversation, and the first does not', () => {
  const { session, calls } = openCall('off');
  session.arrive(museumId, exhibitionId);
  expect(calls).toEqual([]);
  session.chooseExhibition(otherExhibitionId);
  expect(calls).toEqual(['reset']);
  session.arrive(otherMuseumId);
  expect(calls).toEqual(['reset', 'reset']);
});

it('a screen can add an element before a text, and remove a text or an element, that a translator has moved', () => {
  const [page, first, outer] = [document.createElement('div'), document.createElement('b'), document.createElement('font')];
  const text = document.createTextNode('4 of');
  page.append(first, text);
  const nodes = { removeChild: Node.prototype.removeChild, insertBefore: Node.prototype.insertBefore };
  allowMovedNodes(nodes);
  Object.assign(page, nodes);
  text.replaceWith(outer);
  page.insertBefore(document.createElement('i'), text);
  page.insertBefore(document.createElement('u'), outer);
  expect(page.innerHTML).toBe('<b></b><u></u><font></font><i></i>');
  expect(page.removeChild(text)).toBe(text);
  outer.append(first);
  page.removeChild(first);
  expect(page.innerHTML).toBe('<u></u><font></font><i></i>');
});
