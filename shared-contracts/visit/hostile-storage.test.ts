import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { z } from 'zod';
import { languageSchema } from '../i18n/language.ts';
import { anyText } from '../kit/testing/any-text.ts';
import { forAll } from '../kit/testing/for-all.ts';
import { entityIdSchema } from '../museum/id.ts';
import { questionIds } from '../museum/question-ids.ts';
import { answersSchema } from './answers.ts';
import { createSession, type SessionPage } from './create-session.ts';
import type { VisitorSession } from './session.ts';
import { defaultSettings, settingsSchema } from './settings.ts';
import { choiceKeys } from './stored-names.ts';
import { defaultVisitConfig, visitConfigSchema } from './visit-config.ts';
import { answersCookieLimit, formatAnswers, parseAnswers, parseVisitCookies } from './visit-cookies.ts';

const stateSchema = z.strictObject({
  museumId: z.optional(entityIdSchema),
  exhibitionId: z.optional(entityIdSchema),
  answers: answersSchema,
  language: languageSchema,
  userChangedLanguage: z.boolean(),
  visitConfig: visitConfigSchema,
  settings: settingsSchema,
  themeMode: z.enum(['positive', 'negative']),
  isChoosingSettings: z.boolean(),
});

function createPage(access: {
  readCookie(): string;
  writeCookie(text: string): void;
  getItem(key: string): string | null;
  setItem(): void;
}) {
  const document = new EventTarget();
  Object.defineProperty(document, 'cookie', { get: access.readCookie, set: access.writeCookie });
  return { document, window: Object.assign(new EventTarget(), { localStorage: access, isSecureContext: true }) } as unknown as SessionPage;
}

const museumId = '6610a1b2c3d4e5f601000001';

/** All calls of a page to a session, with changes of cookie and storage between them. */
function useEverything(page: SessionPage, session: VisitorSession) {
  const tellStored = () => {
    for (const key of [...choiceKeys, null, 'other']) page.window.dispatchEvent(Object.assign(new Event('storage'), { key }));
  };
  session.arrive(museumId);
  session.answer('time', ['time.5']);
  page.window.dispatchEvent(new Event('focus'));
  tellStored();
  session.chooseExhibition('6610a1b2c3d4e5f602000001');
  session.answer('goals', ['goal.learn']);
  session.answer('goals', []);
  session.setLanguage('de', false);
  session.setLanguage('fr', true);
  session.configure({ inputMode: 'text' });
  session.changeSettings({ textSize: 150, volume: Number.NaN });
  session.changeSettings({ theme: 'dark' });
}

const someId = fc.constantFrom(museumId, '6610a1b2c3d4e5f601000002', museumId.toUpperCase(), `%3${museumId}`, '');
const someAnswers = fc.oneof(
  fc.json(),
  fc
    .dictionary(fc.constantFrom(...questionIds, '__proto__', 'constructor', 'x'), fc.oneof(fc.array(fc.string()), fc.jsonValue()))
    .map((value) => JSON.stringify(value)),
);
const someCookie = fc.tuple(
  fc.oneof(fc.constantFrom('museumID', 'collectionID', 'tailoringAnswers', ' museumID', 'xmuseumID', '__proto__'), fc.string()),
  fc.oneof(someId, someAnswers, someAnswers.map(encodeURIComponent), anyText(), fc.constant('%'), fc.constant('x'.repeat(9000))),
);
const someCookieText = fc.array(someCookie, { maxLength: 8 }).map((cookies) => cookies.map((cookie) => cookie.join('=')).join('; '));
const someStored = fc.dictionary(
  fc.constantFrom(...choiceKeys),
  fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom('de', 'true', 'negative', JSON.stringify(defaultVisitConfig), '{"__proto__":{}}', 'x'.repeat(100_000)),
    fc.constant('{"textSize":150,"theme":"device"}'),
  ),
);

it('a session’s state stays valid for any cookies, stored values and events', () => {
  forAll(fc.array(fc.tuple(someCookieText, someStored), { minLength: 1, maxLength: 4 }), (worlds) => {
    let reads = 0;
    const world = () => worlds[Math.floor(reads++ / 3) % worlds.length] ?? ['', {}];
    const page = createPage({
      readCookie: () => world()[0],
      writeCookie: () => {},
      getItem: (key) => (world()[1] as Record<string, string>)[key] ?? null,
      setItem: () => {},
    });
    const session = createSession(page);
    stateSchema.parse(session.store.getState());
    session.store.subscribe((state) => stateSchema.parse(state));
    useEverything(page, session);
    stateSchema.parse(session.store.getState());
  });
});

const refuseWith = (name: string) => () => {
  throw new DOMException('The browser refuses.', name);
};
const refuse = refuseWith('SecurityError');
const open = { readCookie: () => '', writeCookie: () => {}, getItem: () => null, setItem: () => {} };

it.each([
  ['cookies and storage are blocked', createPage({ readCookie: refuse, writeCookie: refuse, getItem: refuse, setItem: refuse })],
  ['cookies can be read but not written', createPage({ ...open, writeCookie: refuse })],
  ['writes to cookies are ignored', createPage(open)],
  ['storage is full', createPage({ ...open, setItem: refuseWith('QuotaExceededError') })],
  [
    'reading window.localStorage throws',
    Object.defineProperty(createPage(open), 'window', {
      value: Object.defineProperty(Object.assign(new EventTarget(), { isSecureContext: false }), 'localStorage', { get: refuse }),
    }),
  ],
  [
    'window.localStorage is null',
    Object.defineProperty(createPage(open), 'window', {
      value: Object.assign(new EventTarget(), { localStorage: null, isSecureContext: false }),
    }),
  ],
])('a session works in memory if %s', (_, page) => {
  const session = createSession(page);
  expect(session.store.getState()).toMatchObject({ answers: {}, language: 'en', visitConfig: defaultVisitConfig, themeMode: 'positive' });
  useEverything(page, session);
  expect(session.store.getState()).toEqual({
    museumId,
    exhibitionId: '6610a1b2c3d4e5f602000001',
    answers: { time: ['time.5'] },
    language: 'fr',
    userChangedLanguage: true,
    visitConfig: { ...defaultVisitConfig, inputMode: 'text' },
    settings: { ...defaultSettings, textSize: 150, theme: 'dark' },
    themeMode: 'negative',
    isChoosingSettings: false,
  });
});

it('a session restores cookies and stored values in a real document', () => {
  const session = createSession({ document, window });
  session.arrive(museumId, '6610a1b2c3d4e5f602000001');
  session.answer('time', ['time.30']);
  session.changeSettings({ theme: 'dark' });
  session.dispose();
  const next = createSession({ document, window });
  expect(next.store.getState()).toMatchObject({ museumId, answers: { time: ['time.30'] }, themeMode: 'negative' });
  next.dispose();
});

const someChoice = fc.array(fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), anyText({ minLength: 1, maxLength: 64 })), {
  minLength: 1,
  maxLength: 50,
});
const valid = fc
  .dictionary(fc.constantFrom(...questionIds), someChoice, { noNullPrototype: true })
  .filter((answers) => answersSchema.safeParse(answers).success);

it('the answers’ cookie restores the answers that fit its limit and is a safe header value', () => {
  forAll(valid, (answers) => {
    const text = formatAnswers(answers);
    expect(text).toMatch(/^[\w%.!~*'()-]*$/);
    expect(text.length).toBeLessThanOrEqual(answersCookieLimit);
    const back = parseAnswers(text) ?? {};
    const isWhole = encodeURIComponent(JSON.stringify(answers)).length <= answersCookieLimit;
    expect(isWhole ? back : answers).toMatchObject(isWhole ? answers : back);
    expect(parseVisitCookies(`museumID=${museumId}; tailoringAnswers=${text}`).answers).toEqual(back);
  });
});

it('parseAnswers() drops invalid entries, keeps valid entries and refuses a cookie over the limit', () => {
  const text = encodeURIComponent('{"time":["time.5"],"goals":"all","voice":[],"shoeSize":["42"],"__proto__":["x"]}');
  expect(parseAnswers(text)).toEqual({ time: ['time.5'] });
  const answers = { artistSelection: Array.from({ length: 50 }, (_, index) => `artist.${'x'.repeat(55)}${index}`) };
  expect(parseAnswers(encodeURIComponent(JSON.stringify(answers)))).toBeUndefined();
});

it('formatAnswers() leaves out the longest answers first', () => {
  const long = (letter: string, count: number) => Array.from({ length: count }, (_, index) => letter.repeat(60) + index);
  const text = formatAnswers({ goals: long('a', 49), time: ['time.5'], artistSelection: long('b', 50), voice: ['en-1'] });
  expect(parseAnswers(text)).toEqual({ time: ['time.5'], voice: ['en-1'] });
});

it('parseVisitCookies() skips invalid cookies of the same name from a parent domain', () => {
  const cookies = parseVisitCookies(
    `museumID=shop; museumID=${museumId}; tailoringAnswers=cart; tailoringAnswers=%7B%22time%22%3A%5B%22time.5%22%5D%7D`,
  );
  expect(cookies).toEqual({ museumId, exhibitionId: undefined, answers: { time: ['time.5'] } });
});
