import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionRecord, foreignExhibitionId, muteExhibitionId, unknownId, visit } from '../testing/samples.ts';
import { sendJson } from '../testing/scripted-server.ts';
import { exhibitionPath } from '../testing/scripted-upstreams.ts';

describe('POST /api/welcome', () => {
  const site = openEachTest();

  const welcome = (change: object = {}) => site.gateway.post('/api/welcome', { visit: { ...visit, ...change } });
  const codeOf = (text: string) => z.strictObject(gatewayErrorSchema.shape).parse(JSON.parse(text)).code;

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

  it.each([
    ['an unknown museum', { museumId: unknownId }, 404, 'museum-not-found'],
    ['an exhibition of another museum', { exhibitionId: foreignExhibitionId }, 404, 'exhibition-not-found'],
    ['an unknown language', { language: 'tlh' }, 400, 'malformed'],
  ])('POST /api/welcome refuses %s', async (_, change, status, code) => {
    const answer = await welcome(change);
    expect([answer.status, codeOf(answer.text)]).toEqual([status, code]);
  });

  it('POST /api/welcome fails with the catalogue’s words when the middleware does', async () => {
    site.upstreams.on(exhibitionPath, (_, response) => sendJson(response, 500, { message: 'upstream secret' }));
    const answer = await welcome();
    expect([answer.status, codeOf(answer.text)]).toEqual([502, 'upstream-failed']);
    expect(answer.text).not.toContain('secret');
  });
});
