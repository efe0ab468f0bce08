import { createHash } from 'node:crypto';
import type { CarriedTurn, CarriedVisit, OpenResponse, SealResponse } from '@enfilade/shared-contracts/api/carried-visit';
import { forAllAsync } from '@enfilade/shared-contracts/kit/testing/for-all';
import { beforeEach, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { cookieOf } from '../testing/chat-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionId, foreignExhibitionId, museumId, otherMuseumId, unknownId, visit } from '../testing/samples.ts';
import { loginPath, pingPath } from '../testing/scripted-upstreams.ts';
import { visitKey } from '../testing/test-gateway.ts';
import { browserOf, type ReportFacts, sealLifeMs, sealLimits, sealsOfAddress } from './visit-routes.ts';

/** Incompressible words, the same for each call. */
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

let told: ReportFacts[] = [];
const site = openEachTest({ options: { onReport: (facts) => void told.push(facts) } });
beforeEach(() => {
  told = [];
});
const seal = (change: object = {}) => site.gateway.post('/api/visits/seal', { ...carried, ...change });
const sealed = async (change: object = {}) => (await seal(change)).json<SealResponse>();
const open = (text: string) => site.gateway.post('/api/visits/open', { seal: text });
const refusal = async (text: string) => {
  const answer = await open(text);
  return [answer.status, answer.json<{ code: string }>().code];
};

it('a sealed visit opens with the data that was sealed, any number of times, without storage on the site', async () => {
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

it('a seal consists of URL characters, shows no content, and differs each time', async () => {
  const [first, second] = [await sealed(), await sealed()];
  expect(first.link.text).toMatch(/^[\w.-]+$/);
  expect(first.link.text).not.toBe(second.link.text);
  const bytes = first.link.text.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
  for (const secret of [museumId, exhibitionId, 'time.15', 'shelf', 'Library']) expect(bytes.join(' ')).not.toContain(secret);
});

it('a seal drops the oldest turns that do not fit, more in a code for cameras than in a link', async () => {
  const { link, code } = await sealed({ turns: turnsUpTo(40) });
  expect(link.text.length).toBeLessThanOrEqual(sealLimits.link);
  expect(code.text.length).toBeLessThanOrEqual(sealLimits.code);
  expect([link.turns < 40, code.turns < link.turns, code.turns > 0]).toEqual([true, true, true]);
  const { turns } = (await open(link.text)).json<OpenResponse>();
  const newest = turnsUpTo(40).slice(-link.turns);
  expect(turns.map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
});

it('a seal keeps at least a quarter of its limit filled, for turns of any sizes', async () => {
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

it('an address may seal 120 visits a minute', async () => {
  await site.reopen({});
  const answers = await Promise.all(Array.from({ length: 2 * sealsOfAddress.capacity }, () => seal({ turns: [] })));
  const statuses = answers.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(sealsOfAddress.capacity);
  site.gateway.clock.turn(60_000);
  expect((await seal()).status).toBe(200);
});

it('a seal expires after seven days, opens with the replaced key, and is refused once that key is gone', async () => {
  const { link } = await sealed();
  site.gateway.clock.turn(sealLifeMs - 1000);
  expect((await open(link.text)).status).toBe(200);
  site.gateway.clock.turn(1000);
  expect(await refusal(link.text)).toEqual([410, 'expired']);
  const { text } = (await sealed()).link;
  const next = Buffer.alloc(32, 9);
  await site.reopen({ options: { visitKeys: () => [next, visitKey] } });
  expect((await open(text)).status).toBe(200);
  await site.reopen({ options: { visitKeys: () => [next] } });
  expect(await refusal(text)).toEqual([400, 'malformed']);
});

it('a seal with a changed character, and any other text, is refused', async () => {
  const { text } = (await sealed()).link;
  const changed = fc.tuple(fc.nat({ max: text.length - 1 }), fc.constantFrom(...'Aa0_-.')).map(([at, character]) => {
    const other = text[at] === character ? 'x' : character;
    return text.slice(0, at) + other + text.slice(at + 1);
  });
  await forAllAsync(fc.oneof(changed, fc.string({ minLength: 1, maxLength: 200 })), async (attempt) => {
    // The last character of a part may contain unused bits.
    const [, , , content, tag] = attempt.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));
    const [, , , ours, ourTag] = text.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));
    const isSame = content === ours && tag === ourTag && attempt.split('.')[2] === text.split('.')[2];
    if (!isSame) expect(await refusal(attempt)).toEqual([400, 'malformed']);
  });
});

it('a carried visit drops answers that the museum does not offer', async () => {
  const { link } = await sealed({ visit: { ...visit, answers: { time: ['time.99'], goals: ['goal.learn'] } } });
  expect((await open(link.text)).json<OpenResponse>().visit.answers).toEqual({ goals: ['goal.learn'] });
});

it.each([
  ['more than forty turns', { turns: turnsUpTo(41) }, 400, 'malformed'],
  ['an answer above 4,000 characters', { turns: [{ ...turnOf(1), answer: 'x'.repeat(4001) }] }, 400, 'malformed'],
  ['an extra field', { turns: [{ ...turnOf(1), html: '<b>' }] }, 400, 'malformed'],
  ['an unknown museum', { visit: { ...visit, museumId: unknownId } }, 404, 'museum-not-found'],
  ['an exhibition of another museum', { visit: { ...visit, exhibitionId: foreignExhibitionId } }, 404, 'exhibition-not-found'],
])('sealing %s is refused', async (_, change, status, code) => {
  const answer = await seal(change);
  expect([answer.status, answer.json<{ code: string }>().code]).toEqual([status, code]);
});

const pinged = () =>
  new Promise<void>((resolve) => {
    site.upstreams.on(pingPath, (_, response) => {
      response.destroy();
      resolve();
    });
  });

it('POST /api/visits/ping answers at once and pings, whatever the ping’s outcome', async () => {
  const heard = pinged();
  const answer = await site.gateway.post('/api/visits/ping', { museumId });
  expect([answer.status, answer.text]).toEqual([204, '']);
  await heard;
  expect(site.upstreams.heard.find(({ path }) => path === pingPath)?.headers['content-type']).toBe('application/json');
  expect((await site.gateway.get('/healthz')).status).toBe(200);
});

it('POST /api/visits/ping pings while the middleware is down, and does not ping for an unknown museum', async () => {
  expect((await site.gateway.post('/api/visits/ping', { museumId: unknownId })).status).toBe(404);
  expect(site.upstreams.count(pingPath)).toBe(0);
  site.gateway.clock.turn(6 * 60_000);
  site.upstreams.on(loginPath, (_, response) => void response.destroy());
  const heard = pinged();
  expect((await site.gateway.post('/api/visits/ping', { museumId })).status).toBe(204);
  await heard;
});

it('POST /api/visits/ping starts a visit, and a report with its cookie continues the visit', async () => {
  const first = await site.gateway.post('/api/visits/ping', { museumId });
  const second = await send(cookieOf(first), [{ remote: 'visit', version: '1.0.0', kind: 'slow' }]);
  expect([first.headers['set-cookie'] === undefined, second.status, second.headers['set-cookie']]).toEqual([false, 204, undefined]);
  expect(site.gateway.logged.join('')).toContain('"remote":"visit","version":"1.0.0","kind":"slow"');
});

const report = { remote: 'visit', version: '1.2.0', kind: 'failed', code: 'late' };

const send = (cookie?: string, reports: object[] = [report]) =>
  site.gateway.post('/api/reports', { sequence: 7, reports }, cookie === undefined ? {} : { cookie });

it('POST /api/reports starts a visit with the first report, which does not count, and counts later reports', async () => {
  const first = await send(`museumID=${museumId}`, [report, { ...report, kind: 'slow' }]);
  expect(first.status).toBe(204);
  const uncounted = { museumId, visit: undefined, report };
  expect(told).toEqual([uncounted, { ...uncounted, report: { ...report, kind: 'slow' } }]);
  expect(site.gateway.logged.filter((line) => line.includes('"sequence":7') && line.includes('remote report'))).toHaveLength(2);
  const cookie = cookieOf(first);
  const next = await send(`museumID=${museumId}; visitorID=0123456789abcdef; ${cookie}`);
  expect(next.headers['set-cookie']).toBeUndefined();
  const id = cookie.slice('enfilade-visit='.length).split('.')[0];
  expect(told.at(-1)?.visit).toEqual({ id, address: '127.0.0.1', visitorId: '0123456789abcdef', browser: 'other' });
});

it('POST /api/reports starts a visit for another museum and for a forged cookie, and none without a museum', async () => {
  const cookie = cookieOf(await site.gateway.post('/api/visits/ping', { museumId }));
  const answers = [await send(`museumID=${otherMuseumId}; ${cookie}`), await send(`museumID=${museumId}; ${cookie}x`), await send('')];
  expect(told.map(({ visit }) => visit)).toEqual([undefined, undefined, undefined]);
  expect(answers.map(({ headers }) => headers['set-cookie'] !== undefined)).toEqual([true, true, false]);
  await send(cookie);
  expect(told.at(-1)).toMatchObject({ museumId: undefined, visit: { address: '127.0.0.1' } });
});

it('POST /api/reports starts no visit for an unknown museum, counts nothing under its name, and counts no report of a refused body', async () => {
  const answer = await send(`museumID=${unknownId}`);
  expect([answer.status, answer.headers['set-cookie']]).toEqual([204, undefined]);
  expect(told.splice(0)).toMatchObject([{ museumId: undefined, visit: undefined }]);
  expect((await send(undefined, [report, { ...report, kind: 'secret' }])).status).toBe(400);
  expect(told).toEqual([]);
});

it.each(['', 'museumID=', 'museumID=belmonte', `museumID=${museumId.toUpperCase()}`, 'museumID=*', `museumID=${museumId}0`])(
  'POST /api/reports reads "%s" as a page without a museum',
  async (cookie) => {
    await send(cookie);
    expect(told).toMatchObject([{ museumId: undefined }]);
  },
);

const android = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko)';
const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6';
it.each([
  [`${android} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome 141'],
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/140.0.0.0', 'Edge 140'],
  [`${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet 28'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox 144'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari} Mobile/15E148 Safari/604.1`, 'Safari 18'],
  ['curl/8.9', 'other'],
  [undefined, 'other'],
])('the browser of %s is %s', (userAgent, name) => expect(browserOf(userAgent)).toBe(name));
