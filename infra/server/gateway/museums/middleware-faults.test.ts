import type { ServerResponse } from 'node:http';
import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { expect, it } from '@rstest/core';
import { defaultLimits } from '../gateway.ts';
import { openEachTest, type TestSite } from '../testing/open-each-test.ts';
import { museumId, museumRecord, otherMuseumId } from '../testing/samples.ts';
import { answerJson, type Script } from '../testing/scripted-server.ts';
import { loginPath, museumPath } from '../testing/scripted-upstreams.ts';

const hex = (index: number) => index.toString(16).padStart(24, 'c');

const wait = ({ gateway }: TestSite) => gateway.clock.turn(defaultLimits.middlewareMs);

const faults = (site: TestSite): [name: string, status: number, script: Script][] => [
  ['does not answer', 504, () => wait(site)],
  ['hangs in the middle of its body', 504, (_, response) => void response.writeHead(200).write('{"_id":', () => wait(site))],
  ['responds with 500', 502, answerJson(500, { message: 'upstream secret' })],
  ['redirects elsewhere', 502, (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['answers garbage', 502, (_, response) => void response.writeHead(200).end('<!doctype html>')],
  ['answers in another shape', 502, answerJson(200, { name: 5 })],
  ['answers about another museum', 502, answerJson(200, { ...museumRecord, _id: otherMuseumId })],
  ['answers null', 502, answerJson(200, null)],
  ['answers fifty megabytes', 502, (_, response) => pour(response, 50)],
  ['breaks the connection', 502, (_, response) => void response.destroy()],
];

function pour(response: ServerResponse, megabytes: number): void {
  const block = Buffer.alloc(1024 * 1024, '[');
  let left = megabytes;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(block)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

const site = openEachTest();
const museum = () => site.gateway.get(`/api/museums/${museumId}`);

it.each(faults(site))(
  'while the middleware %s the gateway serves the cached record for a day, then answers %i',
  async (_, status, script) => {
    await museum();
    site.upstreams.on(museumPath, script);
    site.gateway.clock.turn(23 * 3600_000);
    expect((await museum()).status).toBe(200);
    const asked = site.upstreams.count(museumPath);
    expect((await museum()).status).toBe(200);
    expect(site.upstreams.count(museumPath)).toBe(asked);
    site.gateway.clock.turn(3600_000);
    const answer = await museum();
    const { code } = gatewayErrorSchema.parse(answer.json());
    expect([answer.status, code]).toEqual([status, status === 504 ? 'upstream-timeout' : 'upstream-failed']);
    expect(answer.text).not.toContain('secret');
  },
);

it('the gateway responds with 502 while the middleware breaks every connection, and serves again when it returns', async () => {
  await site.reopen({});
  site.upstreams.on(museumPath, (_, response) => void response.destroy());
  site.upstreams.on(loginPath, (_, response) => void response.destroy());
  expect((await museum()).status).toBe(502);
  site.upstreams.on(loginPath, answerJson(200, { token: 'token-9' }));
  site.upstreams.onRecord(museumPath, museumRecord);
  site.gateway.clock.turn(2001);
  expect((await museum()).status).toBe(200);
});

it('a hundred parallel requests on an expired token cause one login', async () => {
  for (let index = 0; index < 100; index++)
    site.upstreams.onRecord(`/rest-api/v2/museums/${hex(index)}`, { _id: hex(index), name: 'A museum' });
  await museum();
  const logins = site.upstreams.count(loginPath);
  site.upstreams.expireTokens();
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => site.gateway.get(`/api/museums/${hex(index)}`)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
  expect(site.upstreams.count(loginPath)).toBe(logins + 1);
});

it('after the middleware refuses a fresh token the gateway sends no request for 30 s', async () => {
  await site.reopen({});
  site.upstreams.on(museumPath, answerJson(401, {}));
  expect((await museum()).status).toBe(502);
  expect([site.upstreams.count(loginPath), site.upstreams.count(museumPath)]).toEqual([2, 2]);
  expect((await museum()).status).toBe(502);
  expect([site.upstreams.count(loginPath), site.upstreams.count(museumPath)]).toEqual([2, 2]);
  site.upstreams.onRecord(museumPath, museumRecord);
  site.gateway.clock.turn(30_001);
  expect((await museum()).status).toBe(200);
});

it('a login without a token appears in log and readiness, and the next login waits 30 s', async () => {
  await site.reopen({});
  site.upstreams.on(loginPath, answerJson(200, {}));
  const answers = await Promise.all([museum(), museum(), site.gateway.get(`/api/museums/${otherMuseumId}`)]);
  expect(answers.map(({ status }) => status)).toEqual([502, 502, 502]);
  expect(answers[0]?.headers['retry-after']).toBe('30');
  const readiness = await site.gateway.get('/readyz');
  expect([readiness.status, readiness.json()]).toEqual([503, { status: 'not-ready', problems: ['Login failed: No token returned'] }]);
  expect(site.gateway.logged.filter((line) => line.includes('Login failed: No token returned'))).not.toHaveLength(0);
  site.gateway.clock.turn(29_000);
  await museum();
  expect(site.upstreams.count(loginPath)).toBe(1);
  site.upstreams.on(loginPath, answerJson(200, { token: 'token-1' }));
  site.gateway.clock.turn(1001);
  expect((await site.gateway.get('/readyz')).json()).toEqual({ status: 'ready', problems: [] });
  expect((await museum()).status).toBe(200);
});
