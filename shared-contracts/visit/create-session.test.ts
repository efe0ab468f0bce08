import { expect, it } from '@rstest/core';
import { createSession } from './create-session.ts';
import { defaultSettings } from './settings.ts';
import { createBrowser } from './testing/create-page.ts';
import { defaultVisitConfig } from './visit-config.ts';

const [museum, otherMuseum] = ['6610a1b2c3d4e5f601000001', '6610a1b2c3d4e5f601000002'];
const [exhibition, otherExhibition] = ['6610a1b2c3d4e5f602000001', '6610a1b2c3d4e5f602000002'];

function openBrowser(...all: Parameters<typeof createBrowser>) {
  const { openPage, ...browser } = createBrowser(...all);
  const openTab = (isSecureContext?: boolean) => {
    const page = openPage(isSecureContext);
    return { page, session: createSession(page), focus: () => page.window.dispatchEvent(new Event('focus')) };
  };
  return { ...browser, openTab };
}

const answersOf = (jar: Map<string, string>) => JSON.parse(decodeURIComponent(jar.get('tailoringAnswers') ?? 'null'));

it('the next page restores museum, exhibition and answers from the cookies', () => {
  const browser = openBrowser();
  const { session } = browser.openTab();
  session.arrive(museum, exhibition);
  session.answer('goals', ['goal.learn', 'goal.relax']);
  const visit = { museumId: museum, exhibitionId: exhibition, answers: { goals: ['goal.learn', 'goal.relax'] } };
  expect(browser.openTab().session.store.getState()).toMatchObject(visit);
});

it('every write renews all three cookies for four hours, and cookies are Secure in secure contexts alone', () => {
  const { writes, openTab } = openBrowser();
  const { session } = openTab();
  session.arrive(museum, exhibition);
  session.answer('time', ['time.5']);
  writes.length = 0;
  session.answer('consent', ['consent.agree']);
  expect(writes.map((text) => text.split('=')[0])).toEqual(['museumID', 'collectionID', 'tailoringAnswers']);
  for (const text of writes) expect(text).toMatch(/; Max-Age=14400; Path=\/; SameSite=Lax; Secure$/);
  writes.length = 0;
  openTab(false).session.arrive(museum);
  expect([writes.length > 0, writes.some((text) => text.includes('Secure'))]).toEqual([true, false]);
});

it('another museum clears exhibition and answers, the same museum keeps them, and another exhibition keeps the answers', () => {
  const { jar, openTab } = openBrowser();
  const { session } = openTab();
  session.arrive(museum, exhibition);
  session.answer('time', ['time.5']);
  session.arrive(museum);
  expect(session.store.getState()).toMatchObject({ exhibitionId: exhibition, answers: { time: ['time.5'] } });
  session.chooseExhibition(otherExhibition);
  expect(session.store.getState()).toMatchObject({ exhibitionId: otherExhibition, answers: { time: ['time.5'] } });
  session.arrive(otherMuseum);
  expect(session.store.getState()).toMatchObject({ museumId: otherMuseum, exhibitionId: undefined, answers: {} });
  expect([...jar.keys()]).toEqual(['museumID']);
});

it('an emptied answer and an answer that is no longer offered leave the cookie', () => {
  const { jar, openTab } = openBrowser();
  const { session } = openTab();
  session.arrive(museum);
  session.answer('goals', ['goal.learn']);
  session.answer('voice', ['en-1']);
  session.answer('goals', []);
  expect(answersOf(jar)).toEqual({ voice: ['en-1'] });
  session.keepAnswers({});
  expect([session.store.getState().answers, jar.has('tailoringAnswers')]).toEqual([{}, false]);
});

it('answers over 3 kB stay in memory, and the other answers are stored', () => {
  const { jar, openTab } = openBrowser();
  const { session, focus } = openTab();
  session.arrive(museum);
  session.answer('time', ['time.5']);
  const many = Array.from({ length: 50 }, (_, index) => `artist.${'x'.repeat(55)}${index}`);
  session.answer('artistSelection', many);
  session.answer('goals', ['goal.learn']);
  focus();
  expect(session.store.getState().answers).toEqual({ time: ['time.5'], artistSelection: many, goals: ['goal.learn'] });
  expect(answersOf(jar)).toEqual({ time: ['time.5'], goals: ['goal.learn'] });
});

it('a tab reads the other tab’s changed and removed answers when the tab becomes visible', () => {
  const { openTab } = openBrowser();
  const first = openTab();
  first.session.arrive(museum, exhibition);
  const second = openTab();
  second.session.answer('time', ['time.5']);
  second.session.answer('goals', ['goal.learn']);
  first.focus();
  expect(first.session.store.getState().answers).toEqual({ time: ['time.5'], goals: ['goal.learn'] });
  second.session.answer('goals', []);
  first.page.document.dispatchEvent(new Event('visibilitychange'));
  expect(first.session.store.getState().answers).toEqual({ time: ['time.5'] });
});

it('storing answers keeps the answers that another tab stored meanwhile', () => {
  const { jar, openTab } = openBrowser();
  const first = openTab();
  first.session.arrive(museum, exhibition);
  const second = openTab();
  first.session.answer('time', ['time.5']);
  second.session.answer('voice', ['en-1']);
  first.session.keepAnswers({});
  expect(answersOf(jar)).toEqual({ voice: ['en-1'] });
});

it('tabs in two museums keep their own visits', () => {
  const { openTab } = openBrowser();
  const first = openTab();
  first.session.arrive(museum, exhibition);
  first.session.answer('time', ['time.5']);
  openTab().session.arrive(otherMuseum);
  first.focus();
  expect(first.session.store.getState()).toMatchObject({ museumId: museum, exhibitionId: exhibition, answers: { time: ['time.5'] } });
});

it('tabs share a chosen language, configuration and settings at once, but not a museum’s default language', () => {
  const { openTab } = openBrowser();
  const [first, second] = [openTab(), openTab()];
  first.session.setLanguage('de', false);
  expect(second.session.store.getState().language).toBe('en');
  first.session.setLanguage('fr', true);
  first.session.configure({ inputMode: 'text' });
  first.session.changeSettings({ speechRate: 0.8, theme: 'dark' });
  expect(second.session.store.getState()).toMatchObject({
    language: 'fr',
    userChangedLanguage: true,
    visitConfig: { ...defaultVisitConfig, inputMode: 'text' },
    settings: { speechRate: 0.8, theme: 'dark' },
    themeMode: 'negative',
  });
});

it('a disposed session ignores other tabs', () => {
  const { openTab } = openBrowser();
  const [first, second] = [openTab(), openTab()];
  first.session.arrive(museum);
  second.session.dispose();
  first.session.changeSettings({ theme: 'dark' });
  second.focus();
  expect(second.session.store.getState()).toMatchObject({ themeMode: 'positive' });
  expect(second.session.store.getState().museumId).toBeUndefined();
});

it('the next page restores the settings and replaces out-of-range values by defaults', () => {
  const browser = openBrowser();
  browser.openTab().session.changeSettings({ textSize: 180, speechRate: 9, hasMusic: true });
  const { settings } = browser.openTab().session.store.getState();
  expect(settings).toEqual({ ...defaultSettings, textSize: 180, hasMusic: true });
});

it('the theme “device” follows the device’s dark mode until dispose()', () => {
  const device = Object.assign(new EventTarget(), { matches: false });
  const { page } = openBrowser().openTab();
  const window = Object.assign(page.window, { matchMedia: () => device as unknown as MediaQueryList });
  const session = createSession({ ...page, window });
  const turn = (isDark: boolean) => {
    device.matches = isDark;
    device.dispatchEvent(new Event('change'));
    return session.store.getState().themeMode;
  };
  expect(turn(true)).toBe('positive');
  session.changeSettings({ theme: 'device' });
  expect([session.store.getState().themeMode, turn(false), turn(true)]).toEqual(['negative', 'positive', 'negative']);
  session.dispose();
  expect(turn(false)).toBe('negative');
});

it('the language follows the museum’s default until the visitor chooses a language, and an unreadable language is not a choice', () => {
  const unreadable = openBrowser({}, { language: 'klingon', userChangedLanguage: 'true' }).openTab().session;
  unreadable.setLanguage('de', false);
  expect(unreadable.store.getState().language).toBe('de');
  const browser = openBrowser();
  const { session } = browser.openTab();
  session.setLanguage('de', false);
  expect(session.store.getState()).toMatchObject({ language: 'de', userChangedLanguage: false });
  session.setLanguage('fr', true);
  session.setLanguage('de', false);
  const next = browser.openTab().session;
  next.setLanguage('de', false);
  expect(next.store.getState()).toMatchObject({ language: 'fr', userChangedLanguage: true });
  expect(Object.fromEntries(browser.values)).toMatchObject({ language: 'fr', userChangedLanguage: 'true' });
});

it.each([
  '{"inputMode":"audio"}',
  '{"inputMode":"video","visitMode":"guided","talkingMode":"push-to-talk","isAudioMuted":false}',
  'null',
  '',
  `${JSON.stringify(defaultVisitConfig).replace('false', 'true')}${' '.repeat(2000)}`,
])('an invalid stored configuration is reset to the defaults: %.20s', (text) => {
  const { values, openTab } = openBrowser({}, { visitConfig: text });
  expect(openTab().session.store.getState().visitConfig).toEqual(defaultVisitConfig);
  expect(JSON.parse(values.get('visitConfig') ?? '')).toEqual(defaultVisitConfig);
});

it('an invalid configuration that another tab stores later is ignored and not overwritten', () => {
  const { values, openTab } = openBrowser();
  const [first, second] = [openTab(), openTab()];
  first.session.configure({ isAudioMuted: true });
  second.page.window.localStorage.setItem('visitConfig', '{"inputMode":"telepathy"}');
  expect(values.get('visitConfig')).toBe('{"inputMode":"telepathy"}');
  expect(first.session.store.getState().visitConfig).toEqual({ ...defaultVisitConfig, isAudioMuted: true });
});
