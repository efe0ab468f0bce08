import {
  auditSchema,
  issuedTokenSchema,
  type TokenRequest,
  tokenSummarySchema,
  tokensSchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import { beforeEach, describe, expect, it } from '@rstest/core';
import { ofEachTest } from '../../database/testing/of-each-test.ts';
import { createToken } from './access.ts';
import { openRoutesStage } from './testing/routes-stage.ts';

const belmonte = 'a'.repeat(24);
const cathedral = 'b'.repeat(24);
const team: TokenRequest = { name: 'ci', actions: ['publish', 'pin', 'read'], remotes: ['visit'], museums: [belmonte], days: 30 };

const stage = ofEachTest(openRoutesStage, ({ end }) => end());
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

describe('a token of a team', () => {
  it('does what it was issued for, under its name in the journal, and nothing else', async () => {
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

  it('is over at once when it is revoked, and after its days', async () => {
    const { secret, id, expiresAt, issuedAt } = await issue();
    expect(Date.parse(expiresAt) - Date.parse(issuedAt)).toBe(30 * 24 * 3_600_000);
    const { status, body } = await stage.ask('DELETE', `/tokens/${id}`, rossi);
    expect([status, tokenSummarySchema.parse(body).id]).toEqual([200, id]);
    expect(await pin(secret)).toBe(401);
    expect(await stage.refusal('not-found', 'DELETE', `/tokens/${id}`)).toBe('There is no such token, or it was revoked.');
    const short = await issue({ days: 1 });
    expect(await pin(short.secret)).toBe(200);
    // The stage's clock advances by a second with each reading.
    const clock = stage.temporary.registry();
    for (let second = 0; second < 24 * 3_600; second += 1) clock.tokens();
    expect([await pin(short.secret), await list()]).toEqual([401, []]);
  });

  it('is valid beside the one that takes its place, also after a restart', async () => {
    const [before, after] = [await issue(), await issue()];
    expect([await pin(before.secret), await pin(after.secret, { expected: '1.0.0' })]).toEqual([200, 200]);
    await stage.ask('DELETE', `/tokens/${before.id}`);
    expect([await pin(before.secret), await pin(after.secret, { expected: '1.0.0' })]).toEqual([401, 200]);
    const registry = await stage.temporary.reopen();
    expect(registry.tokens().map(({ id }) => id)).toEqual([after.id]);
  });
});

describe('whoever issues tokens', () => {
  it('gives away no more than they have, neither sees nor revokes those of others, and takes nobody’s name', async () => {
    const theirs = await issue({ museums: [cathedral] }, { session: 'bianchi' });
    const everybody = await issue({ name: 'site', museums: ['*'], remotes: ['*'] });
    for (const museums of [[cathedral], [belmonte, cathedral], ['*']])
      expect(await stage.refusal('forbidden', 'POST', '/tokens', { ...rossi, json: { ...team, museums } })).toMatch(
        /only rights of its issuer/,
      );
    expect(await list(rossi)).toEqual([]);
    expect((await list()).map(({ id }) => id)).toEqual([theirs.id, everybody.id]);
    for (const { id } of [theirs, everybody]) await stage.refusal('not-found', 'DELETE', `/tokens/${id}`, rossi);
    expect(await stage.refusal('refused', 'POST', '/tokens', { ...rossi, json: team })).toBe(
      'A token of somebody else has the name ci; choose another.',
    );
    stage.tokens.push(createToken('lead', 'lead', { actions: ['tokens', 'pin'], remotes: ['visit'], museums: ['*'] }));
    await stage.refusal('forbidden', 'POST', '/tokens', { token: 'lead', json: { ...team, name: 'x' } });
    expect((await issue({ name: 'x', actions: ['pin'] }, { token: 'lead' })).issuedBy).toBe('lead');
  });

  it.each([
    ['may issue others', { actions: ['tokens'] }],
    ['may everything without saying what', { actions: ['*'] }],
    ['may nothing', { actions: [] }],
    ['is for nothing', { museums: [] }],
    ['names something twice', { remotes: ['visit', 'visit'] }],
    ['lasts for ever', { days: 731 }],
    ['is over before it begins', { days: 0 }],
    ['is named like the site’s own', { name: 'Local' }],
    ['is named like an operator', { name: 'operator:anna' }],
    ['has a key that nobody knows', { scope: '*' }],
  ])('is told of one that %s, and nothing was recorded', async (_, wrong) => {
    const { length } = await stage.temporary.registry().audit(0);
    expect(await stage.refusal('malformed', 'POST', '/tokens', { json: { ...team, ...wrong } })).toMatch(/^"[\w.]+" is not of the shape/);
    expect(await stage.temporary.registry().audit(0)).toHaveLength(length);
  });
});
