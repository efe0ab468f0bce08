import { translationsResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { beforeEach, expect, it } from '@rstest/core';
import { z } from 'zod';
import { defaultLimits } from '../gateway.ts';
import { defaultSpendingLimits } from '../spending/spending-limits.ts';
import { cookieOf } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { museumId, unknownId } from '../testing/samples.ts';
import { answerJson, type Script, sendJson } from '../testing/scripted-server.ts';
import { completionsPath } from '../testing/scripted-upstreams.ts';
import { secrets } from '../testing/test-gateway.ts';
import { pickLine } from './language-model-routes.ts';

const completion = (content: string, more: object = {}): Script => answerJson(200, { choices: [{ message: { content } }], ...more });

const german: Record<string, string | null> = { 'The books are old.': 'Die Bücher sind alt.', 'Nobody wrote this.': null, 'New.': 'Neu.' };
const textOf = (body: string): string => JSON.parse(JSON.parse(body).messages[1].content)[0];
const translating: Script = ({ body }, response) => {
  const line = textOf(body);
  sendJson(response, 200, { choices: [{ message: { content: JSON.stringify([line in german ? german[line] : line]) } }] });
};

const site = openEachTest();
const body = { museumId, from: 'en', to: 'de', lines: ['The books are old.', 'Nobody wrote this.'] };
const ask = (change: object = {}, headers = {}) => site.gateway.post('/api/translations', { ...body, ...change }, headers);
beforeEach(async () => {
  site.upstreams.on(completionsPath, translating);
  // The gateway caches translations.
  await site.reopen({});
});

it('POST /api/translations returns one result for each line, null for a line that cannot be translated', async () => {
  const answer = await ask();
  expect(z.strictObject(translationsResponseSchema.shape).parse(answer.json())).toEqual({ lines: ['Die Bücher sind alt.', null] });
  const calls = site.upstreams.heard.filter(({ path }) => path === completionsPath);
  expect(calls[0]?.headers.authorization).toBe(`Bearer ${secrets.llm}`);
  expect(JSON.parse(calls[0]?.body ?? '').messages[0].content).toMatch(/from English into German/);
  expect(calls.map((call) => textOf(call.body))).toEqual(body.lines);
});

it('POST /api/translations asks the model once for each line, however many visitors request the line', async () => {
  await Promise.all([ask(), ask(), ask()]);
  expect(site.upstreams.count(completionsPath)).toBe(2);
  const { lines } = (await ask({ lines: ['New.', 'The books are old.', 'New.'] })).json<{ lines: string[] }>();
  expect(lines).toEqual(['Neu.', 'Die Bücher sind alt.', 'Neu.']);
  expect(site.upstreams.count(completionsPath)).toBe(3);
  await ask({ to: 'fr', lines: ['New.'] });
  expect(site.upstreams.count(completionsPath)).toBe(4);
});

it('POST /api/translations refuses a visit without budget and serves another visit that requests the same line at the same time', async () => {
  // Enough for one line.
  await site.reopen({ limits: { spending: { ...defaultSpendingLimits, visit: { capacity: 40_000, fillsInMs: 3_600_000 } } } });
  const cookie = cookieOf(await ask({ lines: ['The books are old.'] }));
  expect([(await ask({ lines: ['New.'] }, { cookie })).status, (await ask({ lines: ['New.'] })).status]).toEqual([429, 200]);
  const lines = ['Nobody wrote this.'];
  const both = await Promise.all([ask({ lines }, { cookie }), ask({ lines })]);
  expect(both.map(({ status }) => status)).toEqual([429, 200]);
});

it('POST /api/translations charges the tokens that the model counted', async () => {
  const usage = { prompt_tokens: 500, completion_tokens: 100 };
  site.upstreams.on(completionsPath, completion('[null, null]', { usage }));
  await ask();
  expect((await site.gateway.get('/metrics')).text).toContain('enfilade_spent_cents_total{work="translations"} 0.027\n');
});

it('POST /api/translations returns lines that are already in the language, without a call', async () => {
  expect((await ask({ to: 'en' })).json()).toEqual({ lines: body.lines });
  expect(site.upstreams.count(completionsPath)).toBe(0);
});

it('POST /api/translations returns null for an answer of the model that is not a list of one line', async () => {
  site.upstreams.on(completionsPath, completion('Gladly! ["Die Bücher", "sind alt."]'));
  expect((await ask()).json()).toEqual({ lines: [null, null] });
});

it.each<[string, Script, string]>([
  ['is silent', () => site.gateway.clock.turn(defaultLimits.questionsMs), 'upstream-timeout'],
  ['fails', answerJson(500, { error: 'secret' }), 'upstream-failed'],
])('POST /api/translations reports that the model %s, and asks again at the next request', async (_, script, code) => {
  site.upstreams.on(completionsPath, script);
  const { status, text } = await ask();
  expect([status >= 500, text.includes(code), text.includes('secret')]).toEqual([true, true, false]);
  site.upstreams.on(completionsPath, translating);
  expect((await ask()).json()).toEqual({ lines: ['Die Bücher sind alt.', null] });
});

it.each([
  ['no lines', { lines: [] }, 400],
  ['twenty-one lines', { lines: Array.from({ length: 21 }, () => 'x') }, 400],
  ['an empty line', { lines: [' '] }, 400],
  ['a line of 601 characters', { lines: ['x'.repeat(601)] }, 400],
  ['an unknown language', { to: 'it' }, 400],
  ['an extra field', { visit: {} }, 400],
  ['an unknown museum', { museumId: unknownId }, 404],
])('POST /api/translations refuses %s without a call', async (_, change, status) => {
  expect((await ask(change)).status).toBe(status);
  expect(site.upstreams.count(completionsPath)).toBe(0);
});

it('POST /api/translations accepts twenty lines of 600 characters of any kind', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => `${at}${'„'.repeat(590)}`);
  expect((await ask({ lines })).json()).toEqual({ lines });
});

it.each<[string, string, string | null]>([
  ['between fences', '```json\n["a"]\n```', 'a'],
  ['that is null', '[null]', null],
  ['that is not text', '[7]', null],
  ['that is empty', '[" "]', null],
  ['that is too long', JSON.stringify(['x'.repeat(5_000)]), null],
  ['with two lines', '["a", "b"]', null],
  ['that is not a list', '{"lines": "a"}', null],
])('pickLine reads a model’s answer %s', (_, content, line) => {
  expect(pickLine(content)).toBe(line);
});
