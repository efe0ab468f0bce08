import { randomUUID } from 'node:crypto';
import { askedQuestionsSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { DatabaseFaultError } from '../database/site-database.ts';
import { chatBody, cookieOf, eventStream, readEvents as eventsOf } from '../gateway/testing/chat-client.ts';
import { exhibitionId, museumId, otherMuseumId, visit } from '../gateway/testing/samples.ts';
import { sendJson } from '../gateway/testing/scripted-server.ts';
import {
  chatPath,
  contextMessage,
  type ScriptedUpstreams,
  startScriptedUpstreams,
  startStream,
} from '../gateway/testing/scripted-upstreams.ts';
import { startTestGateway, type TestGateway, visitKey } from '../gateway/testing/test-gateway.ts';
import { callBody, callRoute } from '../gateway/testing/voice-client.ts';
import { createMetrics } from '../http/metrics.ts';
import { createToken } from '../registry/api/access.ts';
import { registerRegistryRoutes } from '../registry/api/registry-routes.ts';
import { addEndpoints } from '../registry/api/routes.ts';
import { overviewFacts } from '../registry/api/testing/routes-stage.ts';
import { openTemporaryRegistry, silentLog, type TemporaryRegistry } from '../registry/testing/temporary-registry.ts';
import { createQuestionStore } from './question-store.ts';
import { createQuestionBook, type QuestionBook, questionEndpoints } from './visitor-questions.ts';

const answers = { consent: ['consent.agree'] };
const ticket = { language: 'en', stems: ['ticket'], document: 'museums/house/knowledge/en/visit.md', unanswered: 'no-passage' };

let temporary: TemporaryRegistry;
let upstreams: ScriptedUpstreams;
let gateway: TestGateway;
let book: QuestionBook;
/** The platform reports these facts about the next questions. */
let facts: object | undefined;
let addresses = 0;
beforeEach(async () => {
  addresses = 0;
  temporary = await openTemporaryRegistry();
  upstreams = await startScriptedUpstreams();
  facts = ticket;
  upstreams.on(chatPath, ({ body }, response) => {
    const told = facts ? [{ role: 'tool', name: 'guide_question', content: JSON.stringify(facts) }] : [];
    const { stream } = JSON.parse(body) as { stream?: boolean };
    if (!stream) return sendJson(response, 200, { id: 'chat', output: [contextMessage, ...told, { role: 'assistant', content: 'No.' }] });
    const chunks = [{ id: 'chat', output: [contextMessage] }, { delta: 'No.' }, { output: told }];
    startStream(response).end(`${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`);
  });
  await start();
});
afterEach(async () => {
  await gateway.close();
  await book.close();
  await upstreams.close();
  await temporary.close();
});

async function start(database: Parameters<typeof createQuestionStore>[0] = temporary.database()) {
  const store = createQuestionStore(database, systemClock);
  const counted = createMetrics();
  book = createQuestionBook({ store, metrics: counted, key: () => visitKey, clock: systemClock, log: silentLog });
  const ofMuseum = { actions: ['questions'] as const, remotes: [], museums: [museumId] };
  gateway = await startTestGateway({
    upstreamOrigin: upstreams.origin,
    options: {
      profiles: [profileFileSchema.parse({ museum: museumId, questions: ['consent', 'time'] })],
      trustedProxies: ['127.0.0.1'],
      questions: book,
      metrics: counted,
      registryRoutes: (app, { loadMuseum }) =>
        registerRegistryRoutes(app, {
          registry: temporary.registry(),
          tokens: () => [
            createToken('house', 'house', ofMuseum),
            createToken('other', 'other', { ...ofMuseum, museums: [otherMuseumId] }),
            createToken('reader', 'reader', { actions: ['read'], remotes: ['*'], museums: ['*'] }),
          ],
          console: { ...overviewFacts, sessionOf: async () => undefined },
          addMore: (scope, access) =>
            addEndpoints(scope, access, questionEndpoints, {
              book,
              namesOf: async (id) => new Map((await loadMuseum(id)).exhibitions.map(({ _id, name }) => [_id, name])),
            }),
        }),
    },
  });
}

/** Asks as a new visitor, from a new address by default. */
async function ask(change: { text?: string; given?: object; cookie?: string; address?: string; headers?: Record<string, string> } = {}) {
  const { text = 'How much is the ticket?', given = {}, cookie, address = `10.0.0.${++addresses}`, headers = eventStream } = change;
  const body = chatBody({ text, visit: { ...visit, answers: given } });
  const from = { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) };
  const answer = await gateway.post('/api/chat', body, { ...headers, ...from });
  expect(answer.status).toBe(200);
  return answer;
}
const askBy = async (count: number, change: Parameters<typeof ask>[0] = {}) => {
  for (let at = 0; at < count; at += 1) await ask(change);
};
const path = `/registry/v1/museums/${museumId}/questions`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
async function list(token = 'house') {
  const answer = await gateway.get(path, bearer(token));
  expect(answer.status).toBe(200);
  return askedQuestionsSchema.parse(answer.json()).questions;
}
const metrics = async () => (await gateway.get('/metrics')).text;

it('a museum sees an unanswered question with the nearest document once five visits asked it, and no visitor’s answer contains the facts', async () => {
  await askBy(4);
  expect(await list()).toEqual([]);
  const { text } = await ask();
  expect(text).not.toMatch(/guide_question|ticket|no-passage/);
  expect(await list()).toEqual([
    {
      ...{ id: expect.any(String), language: 'en', stems: ['ticket'], document: ticket.document, visits: 5, words: [], sentences: [] },
      reasons: [{ reason: 'no-passage', visits: 5 }],
      exhibitions: [{ exhibitionId, name: 'The Library', visits: 5 }],
      lastDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
  ]);
  expect(await metrics()).toContain(`enfilade_unanswered_total{museum="${museumId}",reason="no-passage"} 5`);
});

it('a visit counts once, with streamed and unstreamed answers, and an address up to twenty visits at once', async () => {
  const cookie = cookieOf(await ask());
  await askBy(9, { cookie });
  await askBy(3, { headers: {} });
  expect(await list()).toEqual([]);
  await ask();
  expect(await list()).toMatchObject([{ visits: 5 }]);
  await askBy(40, { address: '10.9.9.9' });
  expect(await list()).toMatchObject([{ visits: 25 }]);
});

it('words and dropped sentences are stored only of visitors who consented', async () => {
  facts = { ...ticket, unanswered: 'dropped', dropped: [{ reason: 'number', text: 'It costs 7 florins.' }] };
  await askBy(4, { text: 'What is a ticket, my name is Smith?' });
  await ask({ text: ' How much\n is a\u0000 ticket\ud800?', given: answers });
  const sentences = [{ reason: 'number', text: 'It costs 7 florins.' }];
  expect(await list()).toMatchObject([{ words: ['How much is a ticket\ufffd?'], sentences }]);
  facts = { ...ticket, stems: ['cloakroom'], unanswered: 'shortened', dropped: [{ reason: 'invented', text: 'A secret.' }] };
  await askBy(5);
  expect(await list()).toContainEqual(expect.objectContaining({ stems: ['cloakroom'], words: [], sentences: [] }));
  expect(await metrics()).toMatch(/enfilade_dropped_sentences_total\{museum="\w+",reason="number"\} 5/);
  expect(await metrics()).toMatch(/enfilade_dropped_sentences_total\{museum="\w+",reason="other"\} 5/);
});

it('unanswered questions are grouped by language and nearest document', async () => {
  await askBy(3);
  facts = { ...ticket, language: 'de' };
  await askBy(3);
  facts = { ...ticket, document: 'museums/house/knowledge/en/yard.md' };
  await askBy(4);
  expect(await list()).toEqual([]);
  await ask();
  expect(await list()).toMatchObject([{ document: 'museums/house/knowledge/en/yard.md' }]);
});

it('a negative rating of a visitor’s own answer counts until the rating is withdrawn, also with a hosted platform', async () => {
  facts = undefined;
  const rated: { cookie: string; messageId: string }[] = [];
  const rate = (cookie: string, messageId: string, rating: string) =>
    gateway.post('/api/ratings', { visit, messageId, rating }, { cookie, 'x-forwarded-for': '10.1.0.1' });
  for (let at = 0; at < 5; at += 1) {
    const answer = await ask({ text: 'Où est la Têté ?' });
    const cookie = cookieOf(answer);
    const messageId = eventsOf(answer).flatMap((event) => (event.type === 'done' ? [event.messageId] : []))[0] ?? '';
    rated.push({ cookie, messageId });
    expect((await rate(cookie, messageId, 'not-helpful')).status).toBe(204);
  }
  expect(await list()).toMatchObject([
    { stems: ['est', 'la', 'ou', 'tete'], document: 'library', reasons: [{ reason: 'rated-down', visits: 5 }] },
  ]);
  const [first, second] = rated;
  // Ratings of another visitor's answer and of an unknown answer do not count.
  await rate(second?.cookie ?? '', first?.messageId ?? '', 'none');
  await rate(second?.cookie ?? '', randomUUID(), 'not-helpful');
  expect(await list()).toHaveLength(1);
  await rate(first?.cookie ?? '', first?.messageId ?? '', 'none');
  expect(await list()).toEqual([]);
});

it('reading and erasing questions require the right "questions" at this museum', async () => {
  await askBy(5);
  for (const token of ['other', 'reader']) {
    expect((await gateway.get(path, bearer(token))).status).toBe(403);
    expect((await gateway.remove(path, bearer(token))).status).toBe(403);
  }
  expect((await gateway.get('/registry/v1/museums/*/questions', bearer('house'))).status).toBe(400);
  const [{ id } = { id: '' }] = await list();
  expect((await gateway.remove(`${path}/${id.replaceAll(/./g, '0')}`, bearer('house'))).status).toBe(200);
  expect(await list()).toHaveLength(1);
  expect((await gateway.remove(`${path}/${id}`, bearer('house'))).status).toBe(200);
  expect(await list()).toEqual([]);
  await askBy(5);
  expect(await list()).toHaveLength(1);
  expect((await gateway.remove(path, bearer('house'))).status).toBe(200);
  expect(await list()).toEqual([]);
  expect(gateway.logged.join('')).not.toContain('ticket');
});

it('questions in calls of the local platform count', async () => {
  for (let at = 0; at < 5; at += 1) {
    const call = await gateway.post(callRoute, callBody({ visit: { ...visit, answers } }), { 'x-forwarded-for': `10.2.0.${at}` });
    expect(call.status).toBe(201);
    const told = { language: 'en', stems: ['ticket'], unanswered: 'no-passage' } as const;
    book.onCallQuestion(call.json<{ id: string }>().id, 'How much is it?', told);
    book.onCallQuestion(randomUUID(), 'Whose call is this?', told);
  }
  expect(await list()).toMatchObject([{ visits: 5, words: ['How much is it?'], document: null }]);
});

it.each([
  ['invalid JSON', '{'],
  ['no stems', { ...ticket, stems: [] }],
  ['an unknown reason', { ...ticket, unanswered: 'rated-down' }],
  ['a thousand stems', { ...ticket, stems: Array.from({ length: 1_000 }, String) }],
  ['a stem of a megabyte', { ...ticket, stems: ['x'.repeat(50_000)] }],
  ['an unknown language', { ...ticket, language: 'tlh' }],
])('facts of a platform with %s are ignored, and the visitor gets the answer', async (_, told) => {
  facts = typeof told === 'string' ? undefined : told;
  await askBy(5);
  expect(await list()).toEqual([]);
});

it('if the database does not answer, visitors get answers and operators get 503', async () => {
  await gateway.close();
  await book.close();
  const query = () => Promise.reject(new DatabaseFaultError(true, undefined));
  await start({ query, overwriteDeleted: query });
  await askBy(5);
  const refused = await gateway.get(path, bearer('house'));
  expect([refused.status, refused.json()['code']]).toEqual([503, 'busy']);
});
