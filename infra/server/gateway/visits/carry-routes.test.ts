import { createHash } from 'node:crypto';
import type { CarriedTurn, CarriedVisit, OpenResponse, SealResponse } from '@enfilade/shared-contracts/api/carried-visit';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionId, foreignExhibitionId, museumId, unknownId, visit } from '../testing/samples.ts';
import { visitKey } from '../testing/test-gateway.ts';
import { sealLifeMs, sealLimits, sealsOfAddress } from './visit-routes.ts';

/** Words that cannot be pressed together much, the same ones each time. */
const wordsOf = (turn: number) => createHash('sha512').update(String(turn)).digest('base64');
const turnOf = (turn: number): CarriedTurn => ({
  id: turn,
  question: `What is in shelf ${turn}?`,
  answer: Array.from({ length: 3 }, (_, line) => wordsOf(turn * 3 + line)).join(' '),
  language: 'en',
  sources: [{ title: 'Wall text', document: 'library', paragraphs: [2, 3], isEasy: true }],
  generated: { kind: 'model' },
});
const turnsUpTo = (count: number) => Array.from({ length: count }, (_, index) => turnOf(index + 1));
const carried: CarriedVisit = {
  visit: { ...visit, language: 'fr', answers: { time: ['time.15'] } },
  minutes: 14,
  room: { index: 1, count: 3, name: 'Library' },
  turns: turnsUpTo(2),
};

describe('a visit that is carried on at another device', () => {
  const site = openEachTest();
  const seal = (change: object = {}) => site.gateway.post('/api/visits/seal', { ...carried, ...change });
  const sealed = async (change: object = {}) => (await seal(change)).json<SealResponse>();
  const open = (text: string) => site.gateway.post('/api/visits/open', { seal: text });
  const refusal = async (text: string) => {
    const answer = await open(text);
    return [answer.status, answer.json<{ code: string }>().code];
  };

  it('is sealed into a text, stored nowhere, and comes out of it as it went in, as often as wanted', async () => {
    const before = site.gateway.clock.now();
    const answer = await seal();
    const { link, code, expiresAt } = answer.json<SealResponse>();
    expect([link.turns, code.turns]).toEqual([2, 2]);
    const sealedAt = expiresAt - sealLifeMs;
    expect(sealedAt).toBeGreaterThanOrEqual(before);
    expect(answer.headers['set-cookie']).toBeUndefined();
    for (const text of [link.text, code.text, link.text]) {
      const opened = await open(text);
      expect([opened.status, opened.json<OpenResponse>()]).toEqual([200, { ...carried, sealedAt }]);
    }
  });

  it('can be read by nobody but the site: a text that is one of URLs, and other each time', async () => {
    const [first, second] = [await sealed(), await sealed()];
    expect(first.link.text).toMatch(/^[\w.-]+$/);
    expect(first.link.text).not.toBe(second.link.text);
    const bytes = first.link.text.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    for (const secret of [museumId, exhibitionId, 'time.15', 'shelf', 'Library']) expect(bytes.join(' ')).not.toContain(secret);
  });

  it('leaves out the oldest turns that have no room, in a code for cameras more than in a link', async () => {
    const { link, code } = await sealed({ turns: turnsUpTo(40) });
    expect(link.text.length).toBeLessThanOrEqual(sealLimits.link);
    expect(code.text.length).toBeLessThanOrEqual(sealLimits.code);
    expect([link.turns < 40, code.turns < link.turns, code.turns > 0]).toEqual([true, true, true]);
    const { turns } = (await open(link.text)).json<OpenResponse>();
    expect(turns.map(({ id }) => id)).toEqual(
      turnsUpTo(40)
        .slice(-link.turns)
        .map(({ id }) => id),
    );
  });

  it('keeps the most turns that fit, or nearly so many, whatever size each turn has', async () => {
    const sizes = fc.array(fc.constantFrom(1, 40, 400, 3_000), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(sizes, async (all) => {
        const turns = all.map((size, at) => ({ ...turnOf(at + 1), answer: wordsOf(at).repeat(36).slice(0, size) }));
        const { link, code } = await sealed({ turns });
        expect(link.text.length).toBeLessThanOrEqual(sealLimits.link);
        expect(code.text.length).toBeLessThanOrEqual(sealLimits.code);
        if (link.turns < turns.length) expect(link.text.length).toBeGreaterThan(sealLimits.link / 4);
      }),
      { numRuns: 40, seed: 30 },
    );
  });

  it('is sealed for an address only so often a minute', async () => {
    await site.reopen({});
    const answers = await Promise.all(Array.from({ length: 2 * sealsOfAddress.capacity }, () => seal({ turns: [] })));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(sealsOfAddress.capacity);
    site.gateway.clock.turn(60_000);
    expect((await seal()).status).toBe(200);
  });

  it('says of a seal that is seven days old that it has expired', async () => {
    const { link } = await sealed();
    site.gateway.clock.turn(sealLifeMs - 1000);
    expect((await open(link.text)).status).toBe(200);
    site.gateway.clock.turn(1000);
    expect(await refusal(link.text)).toEqual([410, 'expired']);
  });

  it('refuses every seal of which a character was changed, and every other text', async () => {
    const { text } = (await sealed()).link;
    const changed = fc.tuple(fc.nat({ max: text.length - 1 }), fc.constantFrom(...'Aa0_-.')).map(([at, character]) => {
      const other = text[at] === character ? 'x' : character;
      return text.slice(0, at) + other + text.slice(at + 1);
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, fc.string({ minLength: 1, maxLength: 200 })), async (attempt) => {
        // The last character of a part may stand for bits that are none.
        const [, , , content, tag] = attempt.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));
        const [, , , ours, ourTag] = text.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));
        const isSame = content === ours && tag === ourTag && attempt.split('.')[2] === text.split('.')[2];
        if (!isSame) expect(await refusal(attempt)).toEqual([400, 'malformed']);
      }),
    );
  });

  it('is opened with the key that was replaced, and not without it', async () => {
    const { text } = (await sealed()).link;
    const next = Buffer.alloc(32, 9);
    await site.reopen({ options: { visitKeys: () => [next, visitKey] } });
    expect((await open(text)).status).toBe(200);
    await site.reopen({ options: { visitKeys: () => [next] } });
    expect(await refusal(text)).toEqual([400, 'malformed']);
  });

  it('carries no answer that the museum does not offer', async () => {
    const { link } = await sealed({ visit: { ...visit, answers: { time: ['time.99'], goals: ['goal.learn'] } } });
    expect((await open(link.text)).json<OpenResponse>().visit.answers).toEqual({ goals: ['goal.learn'] });
  });

  it.each([
    ['more turns than are carried', { turns: turnsUpTo(41) }, 400, 'malformed'],
    ['a longer answer', { turns: [{ ...turnOf(1), answer: 'x'.repeat(4001) }] }, 400, 'malformed'],
    ['a field too many', { turns: [{ ...turnOf(1), html: '<b>' }] }, 400, 'malformed'],
    ['an unknown museum', { visit: { ...visit, museumId: unknownId } }, 404, 'museum-not-found'],
    ['an exhibition of another museum', { visit: { ...visit, exhibitionId: foreignExhibitionId } }, 404, 'exhibition-not-found'],
  ])('seals nothing with %s', async (_, change, status, code) => {
    const answer = await seal(change);
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([status, code]);
  });
});
