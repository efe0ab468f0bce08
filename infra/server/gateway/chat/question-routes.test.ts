import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { questionsResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { z } from 'zod';
import { defaultLimits } from '../gateway.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { startBrowser } from '../testing/raw-request.ts';
import { unknownId, visit } from '../testing/samples.ts';
import { answerJson, type Script, sendJson } from '../testing/scripted-server.ts';
import { completionsPath } from '../testing/scripted-upstreams.ts';
import { secrets, upstreamsAt } from '../testing/test-gateway.ts';
import { pickFollowUpQuestions } from './language-model-routes.ts';

const faults: [name: string, script: Script][] = [
  ['fails', answerJson(500, { error: 'secret' })],
  ['is busy', answerJson(429, {})],
  ['answers without choices', answerJson(200, { choices: [] })],
  ['answers null', answerJson(200, { choices: [{ message: { content: null } }] })],
  ['answers garbage', (_, response) => void response.writeHead(200).end('<html>')],
  ['breaks the connection', (_, response) => void response.destroy()],
  ['writes questions against the rules', answerJson(200, { choices: [{ message: { content: 'One_two?\nThree?\nFour?' } }] })],
];

const site = openEachTest();
const body = { visit: { ...visit, language: 'fr' }, lines: ['The ceiling is by Savelli.'], asked: ['Who was Savelli?'] };

it('POST /api/questions sends the model the specified request and returns three questions', async () => {
  const answer = await site.gateway.post('/api/questions', body);
  expect(z.strictObject(questionsResponseSchema.shape).parse(answer.json()).questions).toHaveLength(3);
  const call = site.upstreams.heard.find(({ path }) => path === completionsPath);
  expect(call?.headers.authorization).toBe(`Bearer ${secrets.llm}`);
  const instruction = expect.stringMatching(/exactly 3 questions in French[\s\S]*Asked before: \["Who was Savelli\?"\]/);
  expect(JSON.parse(call?.body ?? '')).toEqual({
    ...{ model: 'small', temperature: 0.7, max_tokens: 100 },
    messages: [
      { role: 'system', content: instruction },
      { role: 'user', content: 'The ceiling is by Savelli.' },
    ],
  });
});

it.each<[string, Script]>([['is silent', () => site.gateway.clock.turn(defaultLimits.questionsMs)], ...faults])(
  'POST /api/questions returns no questions when the model %s',
  async (_, script) => {
    site.upstreams.on(completionsPath, script);
    const answer = await site.gateway.post('/api/questions', body);
    expect([answer.status, answer.text]).toEqual([200, '{"questions":[]}']);
  },
);

it('POST /api/questions accepts twenty long lines and refuses twenty-one', async () => {
  const line = 'ü'.repeat(4000);
  expect((await site.gateway.post('/api/questions', { ...body, lines: Array.from({ length: 20 }, () => line) })).status).toBe(200);
  expect((await site.gateway.post('/api/questions', { ...body, lines: Array.from({ length: 21 }, () => line) })).status).toBe(400);
});

it('POST /api/questions makes no call for an unknown museum', async () => {
  expect((await site.gateway.post('/api/questions', { ...body, visit: { ...visit, museumId: unknownId } })).status).toBe(404);
  expect(site.upstreams.count(completionsPath)).toBe(0);
});

it('POST /api/questions calls a model whose address ends in /v1 at the same path, with the request’s id', async () => {
  const llm = { url: `${site.upstreams.origin}/v1`, key: secrets.llm, model: 'small' };
  await site.reopen({ options: { upstreams: { ...upstreamsAt(site.upstreams.origin), llm } } });
  const requestId = randomUUID();
  const answer = await site.gateway.post('/api/questions', body, { 'x-request-id': requestId });
  expect(answer.json<{ questions: string[] }>().questions).toHaveLength(3);
  const call = site.upstreams.heard.find(({ path }) => path === completionsPath);
  expect(call?.headers['x-request-id']).toBe(requestId);
});

it('POST /api/questions retries once when the model responds with 503', async () => {
  let refusals = 1;
  site.upstreams.on(completionsPath, (_, response) => {
    const content = 'Who wrote this book?\nWhen was it bound?\nWhere was it found?';
    if (refusals-- > 0) sendJson(response, 503, {});
    else sendJson(response, 200, { choices: [{ message: { content } }] });
  });
  const english = { ...body, visit };
  expect((await site.gateway.post('/api/questions', english)).json<{ questions: string[] }>().questions).toHaveLength(3);
  expect(site.upstreams.count(completionsPath)).toBe(2);
  refusals = 2;
  expect((await site.gateway.post('/api/questions', english)).text).toBe('{"questions":[]}');
  expect(site.upstreams.count(completionsPath)).toBe(4);
});

it('POST /api/questions ends the model’s call when the visitor leaves', async () => {
  const called = site.upstreams.hold(completionsPath);
  const browser = startBrowser(site.gateway, '/api/questions', body);
  const call = await called;
  const ended = once(call, 'close');
  browser.destroy();
  await ended;
  expect([call.writableFinished, site.upstreams.count(completionsPath)]).toEqual([false, 1]);
});

const three = ['Who painted this?', 'When was it made?', 'Where did it hang?'];

const french = ['Qu’est-ce que c’est ?', 'D’où vient-il ?', 'Peut-on y entrer ?'];

it.each([
  ['picks the first three lines', 'en', [...three, 'A fourth?'].join('\n'), three],
  ['removes marks', 'en', '1. Who painted this?\r\n\r\n- "When was it made?"\n3) «Where did it hang?»', three],
  ['accepts hyphens inside words', 'fr', french.join('\n'), french],
] as const)('pickFollowUpQuestions %s', (_, language, text, picked) => {
  expect(pickFollowUpQuestions(text, [], language)).toEqual(picked);
});

it.each<[string, (string | undefined)[], string[]?]>([
  ['two lines', three.slice(0, 2)],
  ['a dash', ['Who painted this – and why?', ...three.slice(1)]],
  ['an underscore', ['Who painted_this?', ...three.slice(1)]],
  ['eleven words', ['one two three four five six seven eight nine ten eleven?', ...three.slice(1)]],
  ['a question twice', [three[0], 'who painted this', three[1]]],
  ['no lines', ['']],
  ['a question that was asked before', three, ['WHEN WAS IT MADE']],
])('pickFollowUpQuestions picks no questions from a text with %s', (_, lines, asked = []) => {
  expect(pickFollowUpQuestions(lines.join('\n'), asked, 'en')).toEqual([]);
});

it.each([
  ['en', 'What do you like about it?'],
  ['en', 'How old are you?'],
  ['de', 'Wie fühlen Sie sich hier?'],
  ['de', 'Was weißt du darüber?'],
  ['fr', 'Quelle est votre œuvre préférée ?'],
  ['fr', 'Qu’en pensez-vous ?'],
] as const)('pickFollowUpQuestions picks no questions in %s if one question is personal or informal: %s', (language, line) => {
  expect(pickFollowUpQuestions([line, ...three].join('\n'), [], language)).toEqual([]);
});

it.each([
  ['de', ['Wer war du Barry?', 'Wann wurde sie gemalt?', 'Wo lebte sie?'], 0],
  ['de', ['Können Sie mehr dazu sagen?', 'Wann wurde sie gemalt?', 'Was denkt die Forschung?'], 3],
  ['fr', ['Quel est le sujet du tableau ?', 'Qui l’a peint ?', 'D’où vient le vert ?'], 3],
  ['en', ['Whose favourite room was it?', 'What do scholars think?', 'Was Venus loved here?'], 3],
] as const)('pickFollowUpQuestions in %s compares whole words: %s', (language, lines, count) => {
  expect(pickFollowUpQuestions(lines.join('\n'), [], language)).toHaveLength(count);
});

it('pickFollowUpQuestions picks three different short questions or none from any text of a model', () => {
  forAll(fc.array(fc.lorem({ maxCount: 12 }), { maxLength: 6 }), fc.array(fc.lorem({ maxCount: 3 })), (lines, asked) => {
    const picked: readonly string[] = pickFollowUpQuestions(lines.join('\n'), asked, 'en');
    expect([0, 3]).toContain(picked.length);
    expect(new Set(picked).size).toBe(picked.length);
    for (const question of picked) expect([question.split(' ').length <= 10, asked.includes(question)]).toEqual([true, false]);
  });
});
