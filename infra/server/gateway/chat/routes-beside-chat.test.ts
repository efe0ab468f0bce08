import { randomUUID } from 'node:crypto';
import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { expect, it } from '@rstest/core';
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
import { answerText, chatPath, exhibitionPath } from '../testing/scripted-upstreams.ts';
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
const elsewhere = visitWith({ exhibitionId: foreignExhibitionId });
const rated = () => site.gateway.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'an answer was rated');
const codeOf = (text: string) => z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(text)).code;

it.each([
  ['/api/ratings', 'an unknown rating', { ...rating, rating: 'boring' }, [400, 'malformed']],
  ['/api/ratings', 'a malformed message id', { ...rating, messageId: '../1' }, [400, 'malformed']],
  ['/api/ratings', 'an extra field', { ...rating, comment: 'private' }, [400, 'malformed']],
  ['/api/ratings', 'an unknown museum', { ...rating, ...visitWith({ museumId: unknownId }) }, [404, 'museum-not-found']],
  ['/api/ratings', 'an exhibition of another museum', { ...rating, ...elsewhere }, [404, 'exhibition-not-found']],
  ['/api/welcome', 'an unknown museum', visitWith({ museumId: unknownId }), [404, 'museum-not-found']],
  ['/api/welcome', 'an exhibition of another museum', elsewhere, [404, 'exhibition-not-found']],
  ['/api/welcome', 'an unknown language', visitWith({ language: 'tlh' }), [400, 'malformed']],
  ['/api/tours', 'an unknown museum', visitWith({ museumId: unknownId }), [404, 'museum-not-found']],
  ['/api/tours', 'an invalid answer', visitWith({ answers: { time: 'soon' } }), [400, 'malformed']],
  ['/api/visits/forget', 'an unknown museum', { museumId: unknownId }, [404, 'museum-not-found']],
  ['/api/visits/forget', 'a malformed museum id', { museumId: '../1' }, [400, 'malformed']],
])('POST %s refuses %s and logs no rating', async (path, _, body, refusal) => {
  const answer = await site.gateway.post(path, body);
  expect([answer.status, codeOf(answer.text)]).toEqual(refusal);
  expect(rated()).toEqual([]);
});

const rate = (change: object = {}, headers: Record<string, string> = {}) =>
  site.gateway.post('/api/ratings', { ...rating, ...change }, headers);

it.each(['helpful', 'not-helpful', 'none'])('POST /api/ratings logs the rating %s without the visitor', async (word) => {
  const answer = await rate({ rating: word, ...visitWith({ answers: { time: ['time.15'] } }) });
  expect([answer.status, answer.text]).toEqual([204, '']);
  const [{ requestId, time, ...line }] = rated();
  expect([requestId, time]).toEqual([expect.any(String), expect.any(Number)]);
  expect(line).toEqual({ level: 'info', museumId, exhibitionId, messageId, rating: word, msg: 'an answer was rated' });
});

it('POST /api/ratings starts a visit if the request has no visit, and otherwise keeps the visit', async () => {
  const first = await rate();
  expect(cookieOf(first)).toMatch(/^enfilade-visit=/);
  expect((await rate({}, { cookie: cookieOf(first) })).headers['set-cookie']).toBeUndefined();
});

const welcome = (change: object = {}) => site.gateway.post('/api/welcome', visitWith(change));

it.each([
  [
    'the exhibition’s welcome, filled with the visitor’s answers',
    '{"en":"Hello.","de":"Guten Tag, Sie haben {{time}}."}',
    'de',
    'Guten Tag, Sie haben 15 Minuten.',
  ],
  ['the English welcome if the language is missing', '{"en":"Hello.","de":"Guten Tag."}', 'fr', 'Hello.'],
  ['the usual sentence if the exhibition has no welcome', ' ', 'en', 'Welcome! Ask me anything about the exhibition.'],
  [
    'the usual sentence if the welcome is empty in the language',
    '{"en":"Hello.","fr":""}',
    'fr',
    'Bienvenue ! Posez-moi toutes vos questions sur l’exposition.',
  ],
])(
  'POST /api/welcome says %s, and starts no visit whose cookie could replace that of a question',
  async (_, firstMessage, language, text) => {
    site.upstreams.onRecord(exhibitionPath, { data: { ...exhibitionRecord, assistant: { ...exhibitionRecord.assistant, firstMessage } } });
    const answer = await welcome({ language, answers: { time: ['time.15'] } });
    const { 'cache-control': cached, 'set-cookie': cookie } = answer.headers;
    expect([answer.status, answer.json(), cached, cookie]).toEqual([200, { text }, 'no-store', undefined]);
  },
);

it('POST /api/welcome refuses an exhibition without an assistant and logs “No exhibition or assistant found”', async () => {
  const answer = await welcome({ exhibitionId: muteExhibitionId });
  expect([answer.status, codeOf(answer.text)]).toEqual([404, 'exhibition-not-found']);
  const warned = site.gateway.logged.map((line) => JSON.parse(line)).filter(({ level, requestId }) => level === 'warn' && requestId);
  expect(warned).toMatchObject([{ msg: 'No exhibition or assistant found' }]);
});

const plan = (change: object) => site.gateway.post('/api/tours', visitWith(change));

it('POST /api/tours returns the rooms, stops and minutes of the tour, and whether they fill the chosen minutes', async () => {
  const answers = (time: string) => ({ answers: { time: [`time.${time}`] } });
  const rooms = [{ name: 'The Library', stops: expect.any(Number) }];
  expect((await plan(answers('10'))).json()).toEqual({ rooms, minutes: 10, chosenMinutes: 10, fills: true });
  expect((await plan(answers('30'))).json()).toMatchObject({ rooms: [{ stops: 6 }], minutes: 12, chosenMinutes: 30, fills: false });
  expect((await plan({ answers: {} })).json()).not.toHaveProperty('chosenMinutes');
});

it('POST /api/tours returns no rooms if the museum has no texts for a tour in the language', async () => {
  expect((await plan({ language: 'fr' })).json()).toMatchObject({ rooms: [] });
  await site.reopen({ options: { documentsOf: () => [] } });
  expect((await plan({})).json()).toMatchObject({ rooms: [] });
});

const forget = (cookie?: string, museum: string = museumId) =>
  site.gateway.post('/api/visits/forget', { museumId: museum }, cookie === undefined ? {} : { cookie });
const asked = () =>
  site.upstreams.heard.filter(({ path }) => path === chatPath).map(({ body }) => JSON.parse(body).previousChatId as string | undefined);

it('POST /api/visits/forget removes the visit’s cookie, conversation and answers, also for a browser that kept the cookie, and keeps other visits', async () => {
  const question = chatBody();
  const other = cookieOf(await site.gateway.post('/api/chat', chatBody()));
  const cookie = cookieOf(await site.gateway.post('/api/chat', question));
  await site.gateway.post('/api/chat', chatBody(), { cookie });
  const answer = await forget(cookie);
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect(answer.headers['set-cookie']).toMatch(/^enfilade-visit=; Max-Age=0;/);
  await site.gateway.post('/api/chat', chatBody(), { cookie });
  await site.gateway.post('/api/chat', question, { cookie });
  await site.gateway.post('/api/chat', chatBody(), { cookie: other });
  expect(asked()).toEqual([undefined, undefined, 'chat-1', undefined, 'chat-1', 'chat-1']);
});

it('POST /api/visits/forget also deletes the conversation that a running answer would continue', async () => {
  const cookie = cookieOf(await site.gateway.post('/api/chat', chatBody()));
  const called = site.upstreams.hold(chatPath);
  const answering = site.gateway.post('/api/chat', chatBody(), { cookie });
  const answer = await called;
  await forget(cookie);
  sendJson(answer, 200, { id: 'chat-2', output: [{ role: 'assistant', content: 'Late.' }] });
  expect((await answering).status).toBe(200);
  site.upstreams.on(chatPath, answerText('New.'));
  await site.gateway.post('/api/chat', chatBody(), { cookie });
  await site.gateway.post('/api/chat', chatBody(), { cookie });
  expect(asked()).toEqual([undefined, 'chat-1', undefined, 'chat-1']);
});

it('POST /api/visits/forget deletes the visit’s answers at every gateway of the site', async () => {
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
  ['with a forged cookie', 'enfilade-visit=forged.1.x.unasked.AAAA'],
])('POST /api/visits/forget succeeds %s', async (_, cookie) => {
  expect((await forget(cookie)).status).toBe(204);
  expect((await forget(cookie, otherMuseumId)).status).toBe(204);
});
