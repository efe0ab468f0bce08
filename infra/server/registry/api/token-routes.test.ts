import {
  auditSchema,
  issuedTokenSchema,
  type TokenRequest,
  tokenSummarySchema,
  tokensSchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import { beforeEach, expect, it } from '@rstest/core';
import { ofEachTest } from '../../database/testing/of-each-test.ts';
import { createToken } from './access.ts';
import { belmonte, cathedral, openRoutesStage } from './testing/routes-stage.ts';

const team: TokenRequest = { name: 'ci', actions: ['publish', 'pin', 'read'], remotes: ['visit'], museums: [belmonte], days: 30 };

const stage = ofEachTest(openRoutesStage);
beforeEach(async () => {
  for (const name of ['landing', 'visit']) await stage.temporary.publish({ name });
  stage.sessions.set('rossi', { name: 'rossi', museums: [belmonte] });
  stage.sessions.set('bianchi', { name: 'bianchi', museums: [cathedral] });
});

type Caller = { token?: string; session?: string };
const rossi = { session: 'rossi' };
const issue = async (request: Partial<TokenRequest> = {}, caller: Caller = {}) => {
  const { status, body } = await stage.ask('POST', '/tokens', { ...caller, json: { ...team, ...request } });
  expect(status).toBe(201);
  return issuedTokenSchema.parse(body);
};
const list = async (caller: Caller = {}) => tokensSchema.parse((await stage.ask('GET', '/tokens', caller)).body).tokens;
const pin = async (token: string, { name = 'visit', museum = belmonte, expected = null as string | null } = {}) =>
  (await stage.ask('PUT', `/museums/${museum}/pins/${name}`, { token, json: { version: '1.0.0', expected } })).status;

it('an issued token has exactly its rights, and the audit log names the token as actor', async () => {
  const { secret, id, issuedBy } = await issue({}, rossi);
  expect(secret).toMatch(/^enfilade_[\w-]{43}$/);
  expect(issuedBy).toBe('operator:rossi');
  expect(await pin(secret)).toBe(200);
  expect([await pin(secret, { name: 'landing' }), await pin(secret, { museum: cathedral }), await pin(secret, { museum: '*' })]).toEqual([
    403, 403, 403,
  ]);
  for (const path of ['/tokens', `/museums/${belmonte}/questions`])
    expect((await stage.ask('GET', path, { token: secret })).status).toBe(403);
  const { records } = auditSchema.parse((await stage.ask('GET', `/audit?museum=${belmonte}`)).body);
  expect(records.map(({ actor, action }) => [actor, action])).toEqual([
    ['operator:rossi', 'token-issued'],
    ['token:ci', 'pin-set'],
  ]);
  expect(JSON.stringify([records, await list()])).not.toContain(secret);
  expect(await list()).toMatchObject([{ id, name: 'ci' }]);
});

it('an issued token is invalid once it is revoked or expired', async () => {
  const { secret, id, expiresAt, issuedAt } = await issue();
  expect(Date.parse(expiresAt) - Date.parse(issuedAt)).toBe(30 * 24 * 3_600_000);
  const { status, body } = await stage.ask('DELETE', `/tokens/${id}`, rossi);
  expect([status, tokenSummarySchema.parse(body).id]).toEqual([200, id]);
  expect(await pin(secret)).toBe(401);
  expect(await stage.refusal('not-found', 'DELETE', `/tokens/${id}`)).toBe(
    'The token does not exist or was revoked; `tokens` lists the valid tokens.',
  );
  const short = await issue({ days: 1 });
  expect(await pin(short.secret)).toBe(200);
  // The stage's clock advances by a second with each reading.
  const clock = stage.temporary.registry();
  for (let second = 0; second < 24 * 3_600; second += 1) clock.tokens();
  expect([await pin(short.secret), await list()]).toEqual([401, []]);
});

it('two tokens of the same name are valid until one is revoked, also after a restart', async () => {
  const [before, after] = [await issue(), await issue()];
  expect([await pin(before.secret), await pin(after.secret, { expected: '1.0.0' })]).toEqual([200, 200]);
  await stage.ask('DELETE', `/tokens/${before.id}`);
  expect([await pin(before.secret), await pin(after.secret, { expected: '1.0.0' })]).toEqual([401, 200]);
  const registry = await stage.temporary.reopen();
  expect(registry.tokens().map(({ id }) => id)).toEqual([after.id]);
});

it('an issuer cannot exceed their rights, see or revoke tokens beyond these rights, or use the name of another’s token', async () => {
  const theirs = await issue({ museums: [cathedral] }, { session: 'bianchi' });
  const everybody = await issue({ name: 'site', museums: ['*'], remotes: ['*'] });
  for (const museums of [[cathedral], [belmonte, cathedral], ['*']])
    expect(await stage.refusal('forbidden', 'POST', '/tokens', { ...rossi, json: { ...team, museums } })).toMatch(
      /cannot have more rights than its issuer/,
    );
  expect(await list(rossi)).toEqual([]);
  expect((await list()).map(({ id }) => id)).toEqual([theirs.id, everybody.id]);
  for (const { id } of [theirs, everybody]) await stage.refusal('not-found', 'DELETE', `/tokens/${id}`, rossi);
  expect(await stage.refusal('refused', 'POST', '/tokens', { ...rossi, json: team })).toBe(
    'Another operator’s token has the name ci; choose another name.',
  );
  stage.tokens.push(createToken('lead', 'lead', { actions: ['tokens', 'pin'], remotes: ['visit'], museums: ['*'] }));
  await stage.refusal('forbidden', 'POST', '/tokens', { token: 'lead', json: { ...team, name: 'x' } });
  expect((await issue({ name: 'x', actions: ['pin'] }, { token: 'lead' })).issuedBy).toBe('lead');
});

it.each([
  ['the right to issue tokens', { actions: ['tokens'] }],
  ['the action "*"', { actions: ['*'] }],
  ['no actions', { actions: [] }],
  ['no museums', { museums: [] }],
  ['a repeated remote', { remotes: ['visit', 'visit'] }],
  ['731 days', { days: 731 }],
  ['0 days', { days: 0 }],
  ['a name in capitals', { name: 'Local' }],
  ['a name with a colon', { name: 'operator:anna' }],
  ['an unknown key', { scope: '*' }],
])('a token request with %s is refused and records nothing', async (_, wrong) => {
  const { length } = await stage.temporary.registry().audit(0);
  expect(await stage.refusal('malformed', 'POST', '/tokens', { json: { ...team, ...wrong } })).toMatch(
    /^"[\w.]+" is not of the required shape/,
  );
  expect(await stage.temporary.registry().audit(0)).toHaveLength(length);
});
