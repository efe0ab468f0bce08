import type { Phase, TransportKind } from '@enfilade/shared-contracts/conversation/conversation';
import { createEventBus } from '@enfilade/shared-contracts/events/create-event-bus';
import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { createSession } from '@enfilade/shared-contracts/visit/create-session';
import { parseChosenLanguage, parseVisitorId } from '@enfilade/shared-contracts/visit/visit-cookies';
import { describe, expect, it, onTestFinished } from '@rstest/core';
import { followLanguage, followVisitConfig, resetInOtherExhibition, restartInLanguage, storePageChoice } from './page-sync.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const otherMuseumId = '6610a1b2c3d4e5f601000002';
const exhibitionId = '6610a1b2c3d4e5f602000001';
const otherExhibitionId = '6610a1b2c3d4e5f602000002';

function openSession() {
  window.localStorage.clear();
  const session = createSession({ document: Object.assign(new EventTarget(), { cookie: '' }), window });
  onTestFinished(() => session.dispose());
  return session;
}
const createBus = () => createEventBus({ checksPayloads: true, reportError: (error) => expect(error).toBeUndefined() });

function changeLanguageDuring(transport: TransportKind | undefined, phase: Phase): string[] {
  const calls: string[] = [];
  const bus = createBus();
  const stop = restartInLanguage(bus, {
    store: { getState: () => ({ transport, phase }) },
    start: (kind) => void calls.push(`start ${kind}`),
    stop: (reason) => void calls.push(`stop ${reason}`),
  });
  bus.emit('language-changed', { language: 'de' });
  stop();
  bus.emit('language-changed', { language: 'fr' });
  return calls;
}

describe('a change of language', () => {
  it('restarts a call, once', () => {
    expect(changeLanguageDuring('voice', 'speaking')).toEqual(['stop language', 'start voice']);
  });
  it.each([
    ['text', 'ready'],
    ['voice', 'off'],
    ['voice', 'failed'],
    [undefined, 'off'],
  ] as const)('leaves a conversation in %s that is %s as it is', (transport, phase) => {
    expect(changeLanguageDuring(transport, phase)).toEqual([]);
  });
});

describe('the page', () => {
  function open(load: () => Promise<unknown>) {
    document.body.innerHTML = '<section data-remote="visit"></section>';
    const session = openSession();
    const bus = createBus();
    const i18n = createI18n({ language: 'en' });
    const loads: unknown[] = [];
    const changes: string[] = [];
    bus.on('language-changed', ({ language }) => changes.push(language));
    const loader = {
      async load(...request: unknown[]) {
        loads.push(request);
        await load();
        return {
          name: 'visit' as const,
          version: '1.0.0',
          module: { default: () => null, loadTexts: () => Promise.resolve({ default: {} }) },
        };
      },
    };
    const stop = followLanguage({ page: document, session, bus, i18n, loader });
    onTestFinished(stop);
    return { session, i18n, loads, changes };
  }

  it('switches to the session’s language once the shown screen has its texts', async () => {
    let finish = () => {};
    const { session, i18n, loads, changes } = open(() => new Promise<void>((resolve) => (finish = resolve)));
    session.setLanguage('de', true);
    expect([loads, i18n.language, document.documentElement.lang]).toEqual([[['visit', { language: 'de' }]], 'en', 'en']);
    finish();
    await expect.poll(() => changes).toEqual(['de']);
    expect([i18n.language, document.documentElement.lang]).toEqual(['de', 'de']);
  });

  it('stays in its language when the texts cannot be loaded, and the session with it', async () => {
    const { session, i18n, changes } = open(() => Promise.reject(new Error('gone')));
    session.setLanguage('de', true);
    await expect.poll(() => session.store.getState().language).toBe('en');
    expect([i18n.language, changes]).toEqual(['en', []]);
  });

  it('stores the number it was chosen by for the next one, and nothing without a number', () => {
    storePageChoice(document, openSession(), false);
    expect(parseVisitorId(document.cookie)).toBeUndefined();
    document.documentElement.dataset['visitor'] = '0123456789abcdef';
    storePageChoice(document, openSession(), false);
    expect(parseVisitorId(document.cookie)).toBe('0123456789abcdef');
  });

  it('stores the language for the next one when the visitor chose it, not when it is the museum’s', () => {
    const session = openSession();
    session.setLanguage('de', false);
    storePageChoice(document, session, false);
    expect(parseChosenLanguage(document.cookie)).toBeUndefined();
    session.setLanguage('fr', true);
    storePageChoice(document, session, false);
    expect(parseChosenLanguage(document.cookie)).toBe('fr');
  });
});

describe('the conversation', () => {
  it('follows what the visitor changes about talking, and nothing else', () => {
    const session = openSession();
    const calls: unknown[] = [];
    const stop = followVisitConfig(session, {
      setTalkingMode: (mode) => calls.push(mode),
      setGuideMuted: (isMuted) => calls.push(isMuted),
    });
    session.configure({ talkingMode: 'continuous' });
    session.configure({ isAudioMuted: true });
    session.configure({ inputMode: 'text', visitMode: 'exploration' });
    stop();
    session.configure({ isAudioMuted: false });
    expect(calls).toEqual(['continuous', true]);
  });

  it('is reset in another exhibition and in another museum, not in the first', () => {
    const session = openSession();
    let resets = 0;
    onTestFinished(
      resetInOtherExhibition(session, {
        reset() {
          resets += 1;
        },
      }),
    );
    session.arrive(museumId, exhibitionId);
    expect(resets).toBe(0);
    session.chooseExhibition(otherExhibitionId);
    expect(resets).toBe(1);
    session.arrive(otherMuseumId);
    expect(resets).toBe(2);
  });
});
