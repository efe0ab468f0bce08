import { type ScriptedServer, sendJson, startScriptedServer } from '@enfilade/server/gateway/testing/scripted-server';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { parseVisitCookies } from '@enfilade/shared-contracts/visit/visit-cookies';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import type { DevServer } from './dev-server.ts';
import { formatStart } from './start-at.ts';
import { createDevServerParts } from './testing/dev-server-parts.ts';
import { museumId } from './testing/samples.ts';

const exhibitionId = 'b'.repeat(24);
const voice = (voiceId: string) => ({ voiceId, label: voiceId, uiStringID: voiceId, voicePreviewUrl: '/voice.mp3' });
const exhibitions = [{ _id: exhibitionId, name: 'Staircase' }];
const museum = museumSchema.parse({ _id: museumId, name: 'Palazzo Belmonte', defaultLanguage: 'French', exhibitions });
const profile = museumProfileSchema.parse({
  questions: ['consent', 'time', 'goals', 'voice'],
  voices: { en: [voice('en-1')], de: [voice('de-1')], fr: [voice('fr-1')] },
});

let site: ScriptedServer;
let server: DevServer;
beforeEach(async () => {
  site = await startScriptedServer();
  site.on(`/api/museums/${museumId}`, (_, response) => sendJson(response, 200, { museum, profile }));
  site.on('/api/museums?code=BELM', (_, response) => sendJson(response, 200, { museumId }));
  server = await createDevServerParts().open(() => site.origin);
});
afterEach(async () => {
  await server.close();
  await site.close();
});

/** The browser has an earlier visit. @returns what the browser holds afterwards */
async function open(address: string) {
  const response = await fetch(server.origin + address);
  const html = await response.text();
  const jar = new Map([['collectionID', 'f'.repeat(24)]]);
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (cookie.includes('Max-Age=0')) jar.delete(name);
    else jar.set(name, value);
  }
  const storage: Record<string, unknown> = { language: 'en', settings: '{"theme":"dark"}', conversation: '[]' };
  const clear = () => {
    for (const key of Object.keys(storage)) delete storage[key];
  };
  Object.defineProperty(storage, 'clear', { value: clear });
  let target: string | undefined;
  const script = /<script>(.*)<\/script>/s.exec(html)?.[1];
  const location = { replace: (to: string) => (target = to) };
  if (script) new Function('localStorage', 'sessionStorage', 'location', script)(storage, { clear: () => undefined }, location);
  const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  return { status: response.status, html, cookies: parseVisitCookies(cookies), named: [...jar.keys()], storage, target };
}

it('a start address opens a screen with the state of a visit and deletes the earlier visit', async () => {
  const { cookies, storage, target } = await open(formatStart({ state: 'visit-writing', museum: museumId, language: 'de' }));
  expect(target).toBe('/visit');
  expect(cookies).toEqual({
    museumId,
    exhibitionId,
    answers: { consent: ['consent.agree'], time: ['time.5'], goals: ['goal.learn'], voice: ['de-1'] },
  });
  expect(storage).toEqual({
    language: 'de',
    userChangedLanguage: 'true',
    settings: '{"theme":"dark"}',
    visitConfig: expect.stringContaining('"inputMode":"text"'),
  });
});

it('a start address leaves the named question open and uses the museum’s language', async () => {
  const { cookies, storage, target, named } = await open(formatStart({ state: 'question-voice', museum: 'BELM' }));
  expect(target).toBe('/tailoring?question=voice');
  expect(Object.keys(cookies.answers)).toEqual(['consent', 'time', 'goals']);
  expect(storage).toEqual({ settings: '{"theme":"dark"}' });
  expect(new Set(named)).toEqual(new Set(['collectionID', 'museumID', 'tailoringAnswers']));
  expect((await open(formatStart({ state: 'visit', museum: museumId }))).cookies.answers.voice).toEqual(['fr-1']);
});

it('a start address for the landing selects no exhibition, and a start address can name any path of the site', async () => {
  const landing = await open(formatStart({ state: 'landing', museum: museumId }));
  expect([landing.target, landing.cookies]).toEqual(['/collection-selection', { museumId, exhibitionId: undefined, answers: {} }]);
  const { cookies, target } = await open(formatStart({ state: '/poster', museum: museumId }));
  expect([target, cookies.exhibitionId]).toEqual(['/poster', exhibitionId]);
});

it('a start address without a state lists all states', async () => {
  const { status, html } = await open(formatStart({ museum: museumId, language: 'de' }));
  expect(status).toBe(200);
  expect(html).toContain(`<a href="/__dev/at?state=question-time&amp;museum=${museumId}&amp;language=de">question-time</a>`);
});

it.each([
  [formatStart({ state: 'visit', museum: 'NONE' }), /does not have this museum/],
  [formatStart({ state: 'vist', museum: museumId }), /state of a visit does not exist.*visit-writing/],
  [formatStart({ state: '//elsewhere.example', museum: museumId }), /state of a visit does not exist/],
  [formatStart({ museum: '"><script>' }), /%22%3E%3Cscript%3E/],
])('the wrong start address %s leads nowhere', async (address, words) => {
  const { html, target } = await open(address);
  expect([html, target]).toEqual([expect.stringMatching(words), undefined]);
});
