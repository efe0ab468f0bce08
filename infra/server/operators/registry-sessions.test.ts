import { afterAll, beforeAll, expect, it } from '@rstest/core';
import { everything } from '../registry/actions/define-action.ts';
import { createToken } from '../registry/api/access.ts';
import { registerRegistryRoutes } from '../registry/api/registry-routes.ts';
import { belmonte, cathedral, overviewFacts } from '../registry/api/testing/routes-stage.ts';
import { openTemporaryRegistry, type TemporaryRegistry } from '../registry/testing/temporary-registry.ts';
import { hashPassword } from './password.ts';
import { fromPage, type Gateway, type OperatorsStage, openOperatorsStage } from './testing/operators-stage.ts';

const password = 'correct horse, battery';
const name = 'maria.'.padEnd(55, 'x');

let temporary: TemporaryRegistry;
let stage: OperatorsStage;
let gateway: Gateway;
let cookie: string;
beforeAll(async () => {
  temporary = await openTemporaryRegistry();
  await temporary.publish({ name: 'landing' });
  stage = await openOperatorsStage([{ name, password: await hashPassword(password), museums: [belmonte] }]);
  gateway = await stage.open({
    register: (app, { sessionOf }) =>
      registerRegistryRoutes(app, {
        registry: temporary.registry(),
        tokens: () => [createToken('whole', 'whole', everything)],
        console: { ...overviewFacts, sessionOf },
      }),
  });
  ({ cookie } = await gateway.logIn({ name, password }));
});
afterAll(async () => {
  await stage.end();
  await temporary.close();
});

const pin = (museumId: string, headers: Record<string, string>) =>
  gateway.send(
    'PUT',
    `/registry/v1/museums/${museumId}/pins/landing`,
    { 'content-type': 'application/json', ...headers },
    JSON.stringify({ version: '1.0.0', expected: null }),
  );
const set = `/registry/v1/museums/${belmonte}/set`;

it('an operator’s session can pin at the operator’s museum alone, under the operator’s name', async () => {
  expect((await pin(cathedral, { cookie, ...fromPage })).error()).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('does not cover this museum'),
  });
  expect((await pin('*', { cookie, ...fromPage })).status).toBe(403);
  expect((await pin(belmonte, { cookie, ...fromPage })).status).toBe(200);
  const [, record] = await temporary.registry().audit(0);
  expect(record).toMatchObject({ actor: `operator:${name}`, action: 'pin-set', payload: { museumId: belmonte } });
  expect(record?.actor).toHaveLength(64);
});

it.each([
  ['without the header', { 'sec-fetch-site': 'same-origin' }],
  ['without Sec-Fetch-Site', { 'x-enfilade': '1' }],
  ['from another site', { 'x-enfilade': '1', 'sec-fetch-site': 'cross-site' }],
  ['from a neighbouring site', { 'x-enfilade': '1', 'sec-fetch-site': 'same-site' }],
  ['from the address bar', { 'x-enfilade': '1', 'sec-fetch-site': 'none' }],
  ['of another origin', { ...fromPage, origin: 'https://evil.example' }],
] as [string, Record<string, string>][])('an operator’s session is refused in a request %s, whatever the method', async (_, headers) => {
  const { length } = await temporary.registry().audit(0);
  const heard = [await gateway.send('GET', set, { cookie, ...headers }), await pin(belmonte, { cookie, ...headers })];
  for (const one of heard) expect([one.status, one.error().message]).toEqual([403, 'This request did not come from the site itself.']);
  expect(await temporary.registry().audit(0)).toHaveLength(length);
});

it('a token overrides an operator’s session and needs no site header', async () => {
  expect((await gateway.send('GET', set, { cookie, ...fromPage, authorization: 'Bearer nothing' })).status).toBe(401);
  expect((await gateway.send('GET', set, { cookie, authorization: 'Bearer whole' })).status).toBe(200);
  expect((await gateway.send('GET', set, fromPage)).error().code).toBe('unauthorized');
});

it('a request with an operator’s session gets 503 while the operators’ file is damaged, and 401 once the account is removed', async () => {
  await stage.write('[');
  expect((await gateway.send('GET', set, { cookie, ...fromPage })).error()).toMatchObject({ code: 'busy' });
  await stage.write([]);
  expect((await gateway.send('GET', set, { cookie, ...fromPage })).status).toBe(401);
});
