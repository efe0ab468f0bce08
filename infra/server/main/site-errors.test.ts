import { mkdir, writeFile } from 'node:fs/promises';
import { screenErrorsSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { beforeAll, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { remoteFiles, screenMap } from '../registry/testing/built-remote.ts';
import type { Site } from './start-site.ts';
import { logTo, museumId, testSites, tokenOf } from './testing/start-test-site.ts';

const script = '/remotes/landing/1.0.0/static/js/async/screen.5f2c.js';
const hostScript = '/static/js/index.0123456789.js';
const canary = 'what-a-visitor-said';
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const { folder, start, landing } = testSites({ isShared: true });
let site: Site;
let token: string;
const logged: string[] = [];
beforeAll(async () => {
  const map = JSON.stringify({ version: 3, sources: ['start.ts'], names: [], mappings: 'AAAA' });
  for (const place of ['host/static/js', 'host/private/maps/static/js']) await mkdir(folder(place), { recursive: true });
  await writeFile(folder(`host${hostScript}`), 'void 0');
  await writeFile(folder(`host/private/maps${hostScript}.map`), map);
  const withMap = remoteFiles().set('private/maps/static/js/async/screen.5f2c.js.map', screenMap);
  const builds = [await landing('1.0.0', withMap)];
  site = await start({ builds, log: logTo(logged), environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  token = await tokenOf(site);
});

async function send(body: object, cookie = '') {
  const headers = {
    'content-type': 'application/json',
    'x-enfilade': '1',
    'user-agent': chrome,
    cookie: `museumID=${museumId}; ${cookie}`,
  };
  const answer = await request(`${site.origin}/api/reports`, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.body.dump();
  return { status: answer.statusCode, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
}
const loaded = { remote: 'landing', version: '1.0.0', kind: 'loaded' };
const thrown = {
  ...loaded,
  kind: 'error',
  stage: 'handler',
  frames: [
    { file: script, line: 1, column: 30 },
    { file: `/static/js/${canary}.js`, line: 1, column: 1 },
    { file: hostScript, line: 1, column: 1 },
  ],
};
const reportsOf = (...reports: object[]) => ({ sequence: 1, reports });
async function visit(...reports: object[]): Promise<number> {
  const { cookie } = await send(reportsOf(loaded));
  return (await send(reportsOf(loaded, ...reports), cookie)).status;
}
async function errorsOf(query = '', headers: Record<string, string> = { authorization: `Bearer ${token}` }) {
  const answer = await request(`${site.origin}/registry/v1/remotes/landing/errors${query}`, { headers });
  return { status: answer.statusCode, text: await answer.body.text() };
}
/** The site counts a report after answering. */
async function untilCounted(loads: number, failures: number) {
  const read = async () => screenErrorsSchema.parse(JSON.parse((await errorsOf()).text));
  await expect.poll(async () => (await read()).budget.week).toEqual({ loads, failures });
  return read();
}

describe('errors in visitors’ browsers', () => {
  it('browser errors count once for each sealed visit and name the sources of remote and host', async () => {
    await send(reportsOf(thrown));
    expect(await visit(thrown, thrown)).toBe(204);
    expect(await visit(thrown)).toBe(204);
    expect(await visit()).toBe(204);
    const { errors, budget } = await untilCounted(3, 2);
    expect(budget).toMatchObject({ target: 0.995, week: { loads: 3, failures: 2 }, day: { loads: 3, failures: 2 } });
    expect(errors).toMatchObject([
      {
        ...{ version: '1.0.0', place: 'ui/talk-panel.tsx:88', kinds: ['handler'], visits: 2 },
        ...{ museums: [{ museumId, visits: 2 }], browsers: [{ browser: 'Chrome 141', visits: 2 }] },
        frames: [
          { remote: 'landing', version: '1.0.0', file: 'ui/talk-panel.tsx', line: 88, column: 14, isMapped: true },
          { remote: 'host', file: 'start.ts', line: 1, column: 1, isMapped: true },
        ],
      },
    ]);
    expect(JSON.parse((await errorsOf('?version=9.0.0')).text).errors).toEqual([]);
    const ofOther = JSON.parse((await errorsOf(`?museum=${'b'.repeat(24)}`)).text);
    expect([ofOther.errors, ofOther.budget.week.loads]).toEqual([[], 0]);
  });

  it('reports of browser errors with free text are refused, and neither the answer nor the log contains the text', async () => {
    const [frame] = thrown.frames;
    const withWords = [
      { ...thrown, message: canary },
      { ...thrown, frames: [{ ...frame, function: canary }] },
      { ...thrown, frames: [{ ...frame, file: canary }] },
      { ...thrown, stage: canary },
      { ...thrown, kind: 'failed', code: `${canary}, and more` },
    ];
    for (const report of withWords) expect((await send(reportsOf(report))).status).toBe(400);
    expect(await visit({ ...loaded, kind: 'failed', code: 'hung' })).toBe(204);
    await untilCounted(4, 3);
    const { text } = await errorsOf();
    expect([text, ...logged].join('\n')).not.toContain(canary);
    expect((await untilCounted(4, 3)).errors.map(({ place, kinds }) => place ?? kinds[0])).toEqual(['ui/talk-panel.tsx:88', 'hung']);
  });

  it('reading browser errors requires the right to read the remote at all museums, or at the named museum', async () => {
    expect((await errorsOf('', {})).status).toBe(401);
    const issued = await request(`${site.origin}/registry/v1/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'team', actions: ['read'], remotes: ['landing'], museums: [museumId], days: 1 }),
    });
    const { secret } = (await issued.body.json()) as { secret: string };
    const asTeam = (query: string) => errorsOf(query, { authorization: `Bearer ${secret}` });
    expect([(await asTeam('')).status, (await asTeam(`?museum=${'b'.repeat(24)}`)).status]).toEqual([403, 403]);
    expect(JSON.parse((await asTeam(`?museum=${museumId}`)).text).errors[0].visits).toBe(2);
  });

  it.each([
    { map: script.replace('/static', '/private/maps/static'), of: script },
    { map: `/private/maps${hostScript}`, of: hostScript },
  ])('the site does not serve the source map $map.map', async ({ map, of }) => {
    const answers = await Promise.all([`${map}.map`, of].map((one) => request(site.origin + one)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 200]);
    for (const { body } of answers) await body.dump();
  });
});
