import { randomUUID } from 'node:crypto';
import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { chatBody, cookieOf } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import {
  exhibitionId,
  exhibitionRecord,
  foreignExhibitionId,
  museumId,
  muteExhibitionId,
  otherMuseumId,
  unknownId,
  visit,
} from '../testing/samples.ts';
import { sendJson } from '../testing/scripted-server.ts';
import { chatPath, exhibitionPath } from '../testing/scripted-upstreams.ts';
import { openTwoGateways } from '../testing/two-gateways.ts';

const messageId = randomUUID();
const rating = { visit, messageId, rating: 'helpful' };
const paragraphs = Array.from({ length: 4 }, () => Array(45).fill('word').join(' '));
const documents = ['shelves', 'ladder', 'lamp', 'globe', 'desk', 'stove'].map((id) => ({
  ...{ id, title: id, paragraphs, exhibitionId },
  language: 'en' as const,
}));

const site = openEachTest({ options: { documentsOf: () => documents } });
const visitWith = (change: object) => ({ visit: { ...visit, ...change } });
const rated = () => site.gateway.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'an answer was rated');
const codeOf = (text: string) => z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(text)).code;

describe('a route beside the chat', () => {
  it.each([
    ['/api/ratings', 'another word', { ...rating, rating: 'boring' }, [400, 'malformed']],
    ['/api/ratings', 'an id that is none', { ...rating, messageId: '../1' }, [400, 'malformed']],
    ['/api/ratings', 'a field too many', { ...rating, comment: 'private' }, [400, 'malformed']],
    ['/api/ratings', 'an unknown museum', { ...rating, ...visitWith({ museumId: unknownId }) }, [404, 'museum-not-found']],
    [
      '/api/ratings',
      'an exhibition of another museum',
      { ...rating, ...visitWith({ exhibitionId: foreignExhibitionId }) },
      [404, 'exhibition-not-found'],
    ],
    ['/api/welcome', 'an unknown museum', visitWith({ museumId: unknownId }), [404, 'museum-not-found']],
    ['/api/welcome', 'an exhibition of another museum', visitWith({ exhibitionId: foreignExhibitionId }), [404, 'exhibition-not-found']],
    ['/api/welcome', 'an unknown language', visitWith({ language: 'tlh' }), [400, 'malformed']],
    ['/api/tours', 'an unknown museum', visitWith({ museumId: unknownId }), [404, 'museum-not-found']],
    ['/api/tours', 'an answer that is none', visitWith({ answers: { time: 'soon' } }), [400, 'malformed']],
    ['/api/visits/forget', 'an unknown museum', { museumId: unknownId }, [404, 'museum-not-found']],
    ['/api/visits/forget', 'a museum that is no id', { museumId: '../1' }, [400, 'malformed']],
  ])('POST %s refuses %s and writes nothing down', async (path, _, body, refusal) => {
    const answer = await site.gateway.post(path, body);
    expect([answer.status, codeOf(answer.text)]).toEqual(refusal);
    expect(rated()).toEqual([]);
  });
});

describe('POST /api/ratings', () => {
  const rate = (change: object = {}, headers: Record<string, string> = {}) =>
    site.gateway.post('/api/ratings', { ...rating, ...change }, headers);

  it.each(['helpful', 'not-helpful', 'none'])(
    'POST /api/ratings writes down that an answer was rated %s, and nothing of who did',
    async (word) => {
      const answer = await rate({ rating: word, ...visitWith({ answers: { time: ['time.15'] } }) });
      expect([answer.status, answer.text]).toEqual([204, '']);
      const [{ requestId, time, ...line }] = rated();
      expect([requestId, time]).toEqual([expect.any(String), expect.any(Number)]);
      expect(line).toEqual({ level: 'info', museumId, exhibitionId, messageId, rating: word, msg: 'an answer was rated' });
    },
  );

  it('POST /api/ratings begins a visit where there is none, and goes on with one that is known', async () => {
    const first = await rate();
    expect(cookieOf(first)).toMatch(/^enfilade-visit=/);
    expect((await rate({}, { cookie: cookieOf(first) })).headers['set-cookie']).toBeUndefined();
  });
});

describe('POST /api/welcome', () => {
  const welcome = (change: object = {}) => site.gateway.post('/api/welcome', visitWith(change));

  it.each([
    [
      'the exhibition’s own, told who is visiting',
      '{"en":"Hello.","de":"Guten Tag, Sie haben {{time}}."}',
      'de',
      'Guten Tag, Sie haben 15 Minuten.',
    ],
    ['English where the language is missing', '{"en":"Hello.","de":"Guten Tag."}', 'fr', 'Hello.'],
    ['the usual sentence where there are none', ' ', 'en', 'Welcome! Ask me anything about the exhibition.'],
    [
      'the usual sentence where they are empty in a language',
      '{"en":"Hello.","fr":""}',
      'fr',
      'Bienvenue ! Posez-moi toutes vos questions sur l’exposition.',
    ],
  ])('POST /api/welcome says %s', async (_, firstMessage, language, text) => {
    site.upstreams.onRecord(exhibitionPath, { data: { ...exhibitionRecord, assistant: { ...exhibitionRecord.assistant, firstMessage } } });
    const answer = await welcome({ language, answers: { time: ['time.15'] } });
    expect([answer.status, answer.json(), answer.headers['cache-control']]).toEqual([200, { text }, 'no-store']);
  });

  it('POST /api/welcome begins no visit, so that its cookie cannot overtake that of a question', async () => {
    expect((await welcome()).headers['set-cookie']).toBeUndefined();
  });

  it('POST /api/welcome an exhibition without assistant: “No exhibition or assistant found”', async () => {
    const answer = await welcome({ exhibitionId: muteExhibitionId });
    expect([answer.status, codeOf(answer.text)]).toEqual([404, 'exhibition-not-found']);
    const warned = site.gateway.logged
      .map((line) => JSON.parse(line))
      .filter(({ level, requestId }) => level === 'warn' && requestId !== undefined);
    expect(warned).toMatchObject([{ msg: 'No exhibition or assistant found' }]);
  });

  it('POST /api/welcome fails with the catalogue’s words when the middleware does', async () => {
    site.upstreams.on(exhibitionPath, (_, response) => sendJson(response, 500, { message: 'upstream secret' }));
    const answer = await welcome();
    expect([answer.status, codeOf(answer.text)]).toEqual([502, 'upstream-failed']);
    expect(answer.text).not.toContain('secret');
  });
});

describe('POST /api/tours', () => {
  const plan = (change: object) => site.gateway.post('/api/tours', visitWith(change));

  it('POST /api/tours says of the tour its rooms, its stops and its minutes, and whether it fills the chosen ones', async () => {
    const answers = (time: string) => ({ answers: { time: [`time.${time}`] } });
    expect((await plan(answers('10'))).json()).toEqual({
      rooms: [{ name: 'The Library', stops: expect.any(Number) }],
      minutes: 10,
      chosenMinutes: 10,
      fills: true,
    });
    expect((await plan(answers('30'))).json()).toMatchObject({ rooms: [{ stops: 6 }], minutes: 12, chosenMinutes: 30, fills: false });
    expect((await plan({ answers: {} })).json()).not.toHaveProperty('chosenMinutes');
  });

  it('POST /api/tours has no rooms where the museum has no texts for a tour, or none in the language', async () => {
    expect((await plan({ language: 'fr' })).json()).toMatchObject({ rooms: [] });
    await site.reopen({ options: { documentsOf: () => [] } });
    expect((await plan({})).json()).toMatchObject({ rooms: [] });
  });
});

describe('POST /api/visits/forget', () => {
  const forget = (cookie?: string, museum: string = museumId) =>
    site.gateway.post('/api/visits/forget', { museumId: museum }, cookie === undefined ? {} : { cookie });
  const asked = () =>
    site.upstreams.heard.filter(({ path }) => path === chatPath).map(({ body }) => JSON.parse(body).previousChatId as string | undefined);

  it('POST /api/visits/forget removes the visit’s cookie, and what led from it to what was said, also for who kept the cookie', async () => {
    const question = chatBody();
    const cookie = cookieOf(await site.gateway.post('/api/chat', question));
    await site.gateway.post('/api/chat', chatBody(), { cookie });
    const answer = await forget(cookie);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers['set-cookie']).toMatch(/^enfilade-visit=; Max-Age=0;/);
    // Neither the conversation nor an answer that was given already.
    await site.gateway.post('/api/chat', chatBody(), { cookie });
    await site.gateway.post('/api/chat', question, { cookie });
    expect(asked()).toEqual([undefined, 'chat-1', undefined, 'chat-1']);
  });

  it('POST /api/visits/forget forgets nothing of another visit', async () => {
    const mine = cookieOf(await site.gateway.post('/api/chat', chatBody()));
    const another = cookieOf(await site.gateway.post('/api/chat', chatBody()));
    await forget(another);
    await site.gateway.post('/api/chat', chatBody(), { cookie: mine });
    expect(asked().at(-1)).toBe('chat-1');
  });

  it('POST /api/visits/forget forgets the answers of every gateway of the site, whichever of them gave and passed on an answer', async () => {
    const { first, second } = await openTwoGateways(site.upstreams.origin);
    const question = chatBody();
    const cookie = cookieOf(await first.post('/api/chat', question));
    await second.post('/api/chat', question, { cookie });
    expect(asked()).toHaveLength(1);
    for (const gateway of [first, second]) {
      await second.post('/api/visits/forget', { museumId }, { cookie });
      await gateway.post('/api/chat', question, { cookie });
    }
    expect(asked()).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['without a visit', undefined],
    ['with the cookie of none', 'enfilade-visit=forged.1.x.unasked.AAAA'],
  ])('POST /api/visits/forget has nothing left to do %s', async (_, cookie) => {
    expect((await forget(cookie)).status).toBe(204);
    expect((await forget(cookie, otherMuseumId)).status).toBe(204);
  });
});
