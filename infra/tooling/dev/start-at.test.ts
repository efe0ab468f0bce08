import { type ScriptedServer, sendJson, startScriptedServer } from '@enfilade/server/gateway/testing/scripted-server';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { parseVisitCookies } from '@enfilade/shared-contracts/visit/visit-cookies';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { type DevServer, startDevServer } from './dev-server.ts';
import { createLocalHost, createLocalRemotes } from './local-builds.ts';
import { createLocalSets } from './local-sets.ts';
import { createPageEvents } from './page-events.ts';
import { formatStart } from './start-at.ts';
import { museumId } from './testing/samples.ts';

const exhibitionId = 'b'.repeat(24);
const voice = (voiceId: string) => ({ voiceId, label: voiceId, uiStringID: voiceId, voicePreviewUrl: '/voice.mp3' });
const museum = museumSchema.parse({
  _id: museumId,
  name: 'Palazzo Belmonte',
  defaultLanguage: 'French',
  exhibitions: [{ _id: exhibitionId, name: 'Staircase' }],
});
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
  const remotes = createLocalRemotes();
  server = await startDevServer({
    ...{ port: 0, siteOrigin: async () => site.origin, remotes, host: createLocalHost(), events: createPageEvents() },
    ...{ sets: createLocalSets(remotes, systemClock, () => {}), terminal: { say: () => undefined, problem: () => undefined } },
  });
});
afterEach(async () => {
  await server.close();
  await site.close();
});

/** What a browser would be left with, that had another visit before. */
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
  const location = {
    replace(to: string) {
      target = to;
    },
  };
  if (script) new Function('localStorage', 'sessionStorage', 'location', script)(storage, { clear: () => undefined }, location);
  const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  return { status: response.status, html, cookies: parseVisitCookies(cookies), named: [...jar.keys()], storage, target };
}

describe('an address to start at', () => {
  it('an address to start at brings a browser to a screen with the visit that it needs, and nothing of the one before', async () => {
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

  it('an address to start at leaves a question open, and the language to the museum', async () => {
    const { cookies, storage, target, named } = await open(formatStart({ state: 'question-voice', museum: 'BELM' }));
    expect(target).toBe('/tailoring?question=voice');
    expect(Object.keys(cookies.answers)).toEqual(['consent', 'time', 'goals']);
    expect(storage).toEqual({ settings: '{"theme":"dark"}' });
    expect(new Set(named)).toEqual(new Set(['collectionID', 'museumID', 'tailoringAnswers']));
    expect((await open(formatStart({ state: 'visit', museum: museumId }))).cookies.answers.voice).toEqual(['fr-1']);
  });

  it('an address to start at of a museum alone has no exhibition', async () => {
    const { cookies, target } = await open(formatStart({ state: 'landing', museum: museumId }));
    expect([target, cookies]).toEqual(['/collection-selection', { museumId, exhibitionId: undefined, answers: {} }]);
  });

  it('an address to start at may be any path of the site, for a screen that has no state of its own', async () => {
    const { cookies, target } = await open(formatStart({ state: '/poster', museum: museumId }));
    expect([target, cookies.exhibitionId]).toEqual(['/poster', exhibitionId]);
  });

  it('an address to start at without a state lists them all', async () => {
    const { status, html } = await open(formatStart({ museum: museumId, language: 'de' }));
    expect(status).toBe(200);
    expect(html).toContain(`<a href="/__dev/at?state=question-time&amp;museum=${museumId}&amp;language=de">question-time</a>`);
  });

  it.each([
    [formatStart({ state: 'visit', museum: 'NONE' }), /no such museum/],
    [formatStart({ state: 'vist', museum: museumId }), /no such state.*visit-writing/],
    [formatStart({ state: '//elsewhere.example', museum: museumId }), /no such state/],
    [formatStart({ museum: '"><script>' }), /%22%3E%3Cscript%3E/],
  ])('an address to start at %s leads nowhere else', async (address, words) => {
    const { html, target } = await open(address);
    expect([html, target]).toEqual([expect.stringMatching(words), undefined]);
  });
});
