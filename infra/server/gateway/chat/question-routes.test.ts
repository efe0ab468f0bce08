import { questionsResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { defaultLimits } from '../gateway-options.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { unknownId, visit } from '../testing/samples.ts';
import { type Script, sendJson } from '../testing/scripted-server.ts';
import { completionsPath } from '../testing/scripted-upstreams.ts';
import { secrets } from '../testing/test-gateway.ts';

const faults: [name: string, script: Script][] = [
  ['fails', (_, response) => sendJson(response, 500, { error: 'secret' })],
  ['is busy', (_, response) => sendJson(response, 429, {})],
  ['answers without choices', (_, response) => sendJson(response, 200, { choices: [] })],
  ['answers null', (_, response) => sendJson(response, 200, { choices: [{ message: { content: null } }] })],
  ['answers garbage', (_, response) => void response.writeHead(200).end('<html>')],
  ['breaks off', (_, response) => void response.destroy()],
  ['breaks the rules', (_, response) => sendJson(response, 200, { choices: [{ message: { content: 'One_two?\nThree?\nFour?' } }] })],
];

describe('POST /api/questions', () => {
  const site = openEachTest();
  const body = { visit: { ...visit, language: 'fr' }, lines: ['The ceiling is by Savelli.'], asked: ['Who was Savelli?'] };

  it('POST /api/questions gives three questions of the model, asked in the spec’s way', async () => {
    const answer = await site.gateway.post('/api/questions', body);
    expect(z.strictObject(questionsResponseSchema.shape).parse(answer.json()).questions).toHaveLength(3);
    const call = site.upstreams.heard.find(({ path }) => path === completionsPath);
    expect(call?.headers.authorization).toBe(`Bearer ${secrets.llm}`);
    const asked = JSON.parse(call?.body ?? '');
    expect([asked.model, asked.temperature, asked.max_tokens]).toEqual(['small', 0.7, 100]);
    expect(asked.messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user']);
    expect(asked.messages[0].content).toMatch(/exactly 3 questions in French[\s\S]*Asked before: \["Who was Savelli\?"\]/);
    expect(asked.messages[1].content).toBe('The ceiling is by Savelli.');
  });

  it.each<[string, Script]>([['is silent', () => site.gateway.clock.turn(defaultLimits.questionsMs)], ...faults])(
    'POST /api/questions gives none when the model %s',
    async (_, script) => {
      site.upstreams.on(completionsPath, script);
      const answer = await site.gateway.post('/api/questions', body);
      expect([answer.status, answer.text]).toEqual([200, '{"questions":[]}']);
    },
  );

  it('POST /api/questions takes twenty long lines, and refuses twenty-one', async () => {
    const line = 'ü'.repeat(4000);
    expect((await site.gateway.post('/api/questions', { ...body, lines: Array.from({ length: 20 }, () => line) })).status).toBe(200);
    expect((await site.gateway.post('/api/questions', { ...body, lines: Array.from({ length: 21 }, () => line) })).status).toBe(400);
  });

  it('POST /api/questions costs nothing for an unknown museum', async () => {
    expect((await site.gateway.post('/api/questions', { ...body, visit: { ...visit, museumId: unknownId } })).status).toBe(404);
    expect(site.upstreams.count(completionsPath)).toBe(0);
  });
});
