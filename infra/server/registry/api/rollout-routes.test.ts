import { auditSchema, issuedGrantSchema, rollbackResultSchema, rolloutResultSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { unsignedSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { beforeEach, expect, it } from '@rstest/core';
import { ofEachTest } from '../../database/testing/of-each-test.ts';
import { belmonte, cathedral, openRoutesStage } from './testing/routes-stage.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const both = { landing: '1.1.0', visit: '1.1.0' };
const old = { landing: '1.0.0', visit: '1.0.0' };

const stage = ofEachTest(openRoutesStage);
beforeEach(async () => {
  for (const name of ['landing', 'visit']) {
    for (const version of ['1.0.0', '1.1.0']) await stage.temporary.publish({ name, version });
    await pin('*', name, '1.0.0', null);
  }
});

const pin = (museumId: string, name: string, version: string, expected: string | null) =>
  stage.ask('PUT', `/museums/${museumId}/pins/${name}`, { json: { version, expected } });
const setOf = async (museumId: string, query = '') =>
  unsignedSetSchema.parse((await stage.ask('GET', `/museums/${museumId}/set${query}`)).body);
const versionsOf = async (museumId: string, query = '') =>
  Object.fromEntries(Object.entries((await setOf(museumId, query)).remotes).map(([name, { version }]) => [name, version]));
async function start(museumId: string, percent: number, versions: Record<string, string> = both) {
  const { status, body } = await stage.ask('POST', `/museums/${museumId}/rollouts`, { json: { versions, percent } });
  expect(status).toBe(201);
  return rolloutResultSchema.parse(body);
}
const patch = async (museumId: string, id: string, json: unknown) =>
  rolloutResultSchema.parse((await stage.ask('PATCH', `/museums/${museumId}/rollouts/${id}`, { json })).body);
const rollBack = async (museumId: string, toSequence: number) => {
  const { status, body } = await stage.ask('POST', `/museums/${museumId}/rollback`, { json: { toSequence } });
  expect(status).toBe(200);
  return rollbackResultSchema.parse(body);
};
const visitors = Array.from({ length: 60 }, (_, at) => `?visitor=visitor-${at}`);
async function served(museumId: string): Promise<string[]> {
  const all = await Promise.all(visitors.map(async (visitor) => ({ visitor, versions: await versionsOf(museumId, visitor) })));
  const has = all.filter(({ versions }) => versions['landing'] === '1.1.0');
  for (const { visitor, versions } of all)
    expect({ visitor, versions }).toEqual({ visitor, versions: has.some((one) => one.visitor === visitor) ? both : old });
  return has.map(({ visitor }) => visitor);
}

it('a rollout gives all its versions to a share of one museum’s visitors and changes no stable set', async () => {
  const before = await setOf(cathedral);
  const rollout = await start(belmonte, 50);
  expect(rollout).toMatchObject({ museumId: belmonte, versions: both, percent: 50, halted: null, sequence: 7 });
  const half = await served(belmonte);
  expect(half.length).toBeGreaterThan(10);
  expect(half.length).toBeLessThan(50);
  expect(await setOf(belmonte)).toMatchObject({ museumId: belmonte, sequence: 7 });
  expect(await versionsOf(belmonte)).toEqual(old);
  expect(await served(cathedral)).toEqual([]);
  expect(await setOf(cathedral)).toEqual(before);
});

it('setting the share of a rollout to its current value records nothing', async () => {
  const { id } = await start(belmonte, 20);
  expect(await patch(belmonte, id, { percent: 20 })).toMatchObject({ sequence: 7 });
  expect(await stage.temporary.registry().audit(7)).toEqual([]);
});

it('an unknown version, a second rollout of a remote and a change of a halted rollout are refused with the remedy', async () => {
  const refuse = (code: 'refused' | 'not-found', json: unknown) => stage.refusal(code, 'POST', `/museums/${belmonte}/rollouts`, { json });
  expect(await refuse('not-found', { versions: { visit: '7.0.0' }, percent: 1 })).toBe(
    'visit 7.0.0 was never published; publish visit 7.0.0 first, or name a published version.',
  );
  const { id } = await start(belmonte, 5);
  expect(await refuse('refused', { versions: { visit: '1.0.0' }, percent: 1 })).toContain(
    `rollout ${id}; change or halt rollout ${id} first.`,
  );
  await patch(belmonte, id, { halt: true });
  const path = `/museums/${belmonte}/rollouts/${id}`;
  for (const json of [{ halt: true }, { percent: 3 }])
    expect(await stage.refusal('refused', 'PATCH', path, { json })).toMatch(/start a new rollout\.$/);
  await stage.refusal('not-found', 'PATCH', `/museums/${belmonte}/rollouts/${unknownId}`, { json: { halt: true } });
  await stage.refusal('not-found', 'PATCH', `/museums/${cathedral}/rollouts/${id}`, { json: { halt: true } });
  expect((await start(belmonte, 5)).id).not.toBe(id);
});

it('malformed rollout requests are refused with 400', async () => {
  const tooMany = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`remote${at}`, '1.0.0']));
  for (const versions of [{}, tooMany, { 'No!': '1.0.0' }, { visit: 'newest' }, [], null])
    await stage.refusal('malformed', 'POST', `/museums/${belmonte}/rollouts`, { json: { versions, percent: 1 } });
  for (const percent of [-1, 100.01, 0.001, '5', null, undefined])
    await stage.refusal('malformed', 'POST', `/museums/${belmonte}/rollouts`, { json: { versions: both, percent } });
  await stage.refusal('malformed', 'POST', '/museums/palazzo/rollouts', { json: { versions: both, percent: 1 } });
  const { id } = await start(belmonte, 1);
  for (const json of [{}, { halt: false }, { halt: true, percent: 1 }, { percent: 1, force: true }, { percent: 0.333 }])
    await stage.refusal('malformed', 'PATCH', `/museums/${belmonte}/rollouts/${id}`, { json });
  await stage.refusal('malformed', 'PATCH', `/museums/${belmonte}/rollouts/7`, { json: { halt: true } });
  for (const query of ['?visitor=', `?visitor=${'x'.repeat(129)}`, '?visitor=a&visitor=b', '?other=1'])
    await stage.refusal('malformed', 'GET', `/museums/${belmonte}/set${query}`);
  expect(await stage.temporary.registry().audit(7)).toEqual([]);
});

it('a rollback restores earlier pins under a new sequence, returns the changes and ends the museum’s rollouts', async () => {
  await pin(belmonte, 'visit', '1.1.0', null);
  const { id } = await start(belmonte, 100, { landing: '1.1.0' });
  await pin(belmonte, 'landing', '1.1.0', null);
  const before = await setOf(cathedral);
  expect(await rollBack(belmonte, 7)).toEqual({
    museumId: belmonte,
    toSequence: 7,
    sequence: 10,
    changes: [{ name: 'landing', from: '1.1.0', to: null }],
    halted: [id],
  });
  expect(await setOf(belmonte)).toMatchObject({ museumId: belmonte, sequence: 10 });
  expect(await versionsOf(belmonte, '?visitor=v')).toEqual({ landing: '1.0.0', visit: '1.1.0' });
  expect(await setOf(cathedral)).toEqual(before);
  expect((await rollBack(belmonte, 9)).changes).toEqual([{ name: 'landing', from: null, to: '1.1.0' }]);
  expect(await versionsOf(belmonte)).toEqual(both);
});

it('a rollback that changes nothing and a malformed rollback are refused', async () => {
  const refuse = (museumId: string, toSequence: number) =>
    stage.refusal('refused', 'POST', `/museums/${museumId}/rollback`, { json: { toSequence } });
  expect(await refuse(belmonte, 6)).toMatch(/is at 6 now; name an earlier sequence/);
  expect(await refuse(belmonte, 5)).toMatch(/or roll back the default\.$/);
  for (const json of [{}, { toSequence: -1 }, { toSequence: 1.5 }, { toSequence: '5' }, { toSequence: 5, museumId: belmonte }])
    await stage.refusal('malformed', 'POST', `/museums/${belmonte}/rollback`, { json });
  expect(await stage.temporary.registry().audit(6)).toEqual([]);
});

const order = { remote: 'visit', version: '1.1.0', museumId: belmonte, minutes: 120 };

it('a grant shows one version at one museum to its holders until the grant ends', async () => {
  const { status, body } = await stage.ask('POST', '/grants', { json: order });
  expect(status).toBe(201);
  const { grant, expiresAt } = issuedGrantSchema.parse(body);
  const [record] = auditSchema.parse((await stage.ask('GET', '/audit?after=6')).body).records;
  const endsAt = Date.parse(expiresAt);
  expect(endsAt - Date.parse(record?.at ?? '')).toBe(120 * 60_000);
  const registry = stage.temporary.registry();
  const chosen = (museumId: string, now: number, grants = [grant]) => registry.chooseSet({ museumId, grants, avoid: [], now });
  expect(chosen(belmonte, endsAt - 1)).toMatchObject({ museumId: belmonte, sequence: 6, remotes: { visit: { version: '1.1.0' } } });
  for (const set of [chosen(belmonte, endsAt), chosen(cathedral, endsAt - 1), chosen(belmonte, endsAt - 1, []), chosen('*', 0)])
    expect(set.remotes['visit']?.version).toBe('1.0.0');
  expect(await versionsOf(belmonte)).toEqual(old);
});

it('a grant for an unknown version, for all museums or for more than a day is refused', async () => {
  expect(await stage.refusal('not-found', 'POST', '/grants', { json: { ...order, version: '7.0.0' } })).toMatch(
    /or name a published version\.$/,
  );
  for (const change of [
    { museumId: '*' },
    { minutes: 0 },
    { minutes: 1_441 },
    { minutes: 1.5 },
    { remote: 'No!' },
    { version: 'x' },
    { more: 1 },
  ])
    await stage.refusal('malformed', 'POST', '/grants', { json: { ...order, ...change } });
  expect(await stage.temporary.registry().audit(6)).toEqual([]);
});

it('the audit log has rollouts, rollbacks and grants, and a restart keeps the state', async () => {
  const { id } = await start(belmonte, 10);
  await patch(belmonte, id, { percent: 20 });
  await patch(belmonte, id, { halt: true });
  const second = await start(belmonte, 30);
  await rollBack(belmonte, 10 - 1);
  await stage.ask('POST', '/grants', { json: { remote: 'visit', version: '1.1.0', museumId: belmonte, minutes: 1 } });
  const { records } = auditSchema.parse((await stage.ask('GET', '/audit?after=6')).body);
  expect(records.map(({ action, actor, payload }) => [action, actor, payload['museumId']])).toEqual(
    ['rollout-started', 'rollout-changed', 'rollout-halted', 'rollout-started', 'rolled-back', 'grant-issued'].map((action) => [
      action,
      'whole',
      belmonte,
    ]),
  );
  const before = stage.temporary.registry().listRollouts(belmonte);
  expect(before).toMatchObject([
    { id, percent: 20, halted: 'operator' },
    { id: second.id, percent: 30, halted: 'rolled-back' },
  ]);
  const set = stage.temporary.registry().releaseSet(belmonte);
  const reopened = await stage.temporary.reopen();
  expect(reopened.listRollouts(belmonte)).toEqual(before);
  expect(reopened.releaseSet(belmonte)).toEqual(set);
});
