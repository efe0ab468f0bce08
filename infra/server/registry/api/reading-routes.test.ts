import {
  auditSchema,
  historySchema,
  overviewSchema,
  rollbackPreviewSchema,
  rolloutsSchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import { versionsSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { beforeEach, expect, it } from '@rstest/core';
import { z } from 'zod';
import { ofEachTest } from '../../database/testing/of-each-test.ts';
import { belmonte, cathedral, healthy, knownMuseum, openRoutesStage } from './testing/routes-stage.ts';

const session = 'rossi';
const actor = 'tests';

const stage = ofEachTest(openRoutesStage);
beforeEach(async () => {
  stage.sessions.set(session, { name: session, museums: [belmonte] });
  for (const version of ['1.0.0', '1.1.0']) await stage.temporary.publish({ version });
});

const read = async <Schema extends z.core.$ZodType>(
  schema: Schema,
  path: string,
  whose: { session?: string } = {},
): Promise<z.infer<Schema>> => z.parse(schema, (await stage.ask('GET', path, whose)).body);
const pin = (museumId: string, version: string, expected: string | null) =>
  stage.temporary.registry().pin({ museumId, name: 'landing', version, expected, actor });

async function fill(): Promise<{ ofCathedral: string }> {
  const registry = stage.temporary.registry();
  await pin('*', '1.0.0', null);
  await pin(belmonte, '1.1.0', null);
  await pin(cathedral, '1.1.0', null);
  await registry.startRollout({ museumId: belmonte, versions: { landing: '1.0.0' }, percent: 10, actor });
  await registry.startRollout({ museumId: '*', versions: { landing: '1.1.0' }, percent: 5, actor });
  const { id } = await registry.startRollout({ museumId: cathedral, versions: { landing: '1.0.0' }, percent: 1, actor });
  await registry.issueGrant({ museumId: cathedral, remote: 'landing', version: '1.0.0', minutes: 5, actor });
  return { ofCathedral: id };
}

it('the overview lists screens, pins, rollouts and health of each museum and of the default', async () => {
  await fill();
  const overview = await read(overviewSchema, '/overview');
  expect(overview.museums).toEqual([
    expect.objectContaining({ museumId: cathedral, name: cathedral, screens: { landing: { version: '1.1.0', pinned: true } } }),
    {
      ...knownMuseum,
      sequence: 6,
      screens: { landing: { version: '1.1.0', pinned: true } },
      rollouts: [expect.objectContaining({ museumId: belmonte, percent: 10, halted: null, tried: { loads: 7, failures: 1 } })],
      health: healthy,
    },
  ]);
  expect(overview.default).toEqual({
    sequence: 7,
    screens: { landing: { version: '1.0.0', pinned: true } },
    rollouts: [expect.objectContaining({ museumId: '*', percent: 5 })],
  });
});

it('the overview lists a museum without changes as running the default', async () => {
  await pin('*', '1.0.0', null);
  const { museums } = await read(overviewSchema, '/overview', { session });
  expect(museums).toEqual([
    { ...knownMuseum, sequence: 3, screens: { landing: { version: '1.0.0', pinned: false } }, rollouts: [], health: healthy },
  ]);
});

it('no answer to an operator of one museum contains data of another museum', async () => {
  const { ofCathedral } = await fill();
  const paths = [
    '/overview',
    '/audit',
    '/remotes',
    '/remotes/landing/versions',
    ...['set', 'rollouts', 'history'].map((what) => `/museums/${belmonte}/${what}`),
  ];
  for (const path of paths) {
    const { status, body } = await stage.ask('GET', path, { session });
    expect([path, status]).toEqual([path, 200]);
    for (const foreign of [cathedral, ofCathedral]) expect([path, JSON.stringify(body).includes(foreign)]).toEqual([path, false]);
  }
  const { versions } = await read(versionsSchema, '/remotes/landing/versions', { session });
  expect(versions.map(({ version, pinnedBy }) => [version, pinnedBy])).toEqual([
    ['1.1.0', [belmonte]],
    ['1.0.0', ['*']],
  ]);
  expect((await read(auditSchema, '/audit', { session })).records.map(({ seq }) => seq)).toEqual([1, 2, 4, 6]);
});

it('the audit log shows logins only to callers with rights at all museums', async () => {
  const { recordLogin } = stage.temporary.registry();
  await recordLogin({ action: 'operator-logged-in', actor: 'operator:rossi', payload: { name: 'rossi' } });
  await recordLogin({ action: 'login-refused', actor: 'watch', payload: { name: null, times: 3 } });
  const actionsOf = async (who = {}) => (await read(auditSchema, '/audit', who)).records.map(({ action }) => action).slice(2);
  expect(await actionsOf()).toEqual(['operator-logged-in', 'login-refused']);
  expect(await actionsOf({ session })).toEqual([]);
  await stage.temporary.reopen();
  expect(await stage.temporary.registry().audit(2)).toHaveLength(2);
});

it('the audit log can be limited to one museum or to the default', async () => {
  await fill();
  const numbers = async (query: string) => (await read(auditSchema, `/audit${query}`)).records.map(({ seq }) => seq);
  expect(await numbers(`?museum=${cathedral}`)).toEqual([5, 8, 9]);
  expect(await numbers(`?museum=${cathedral}&after=5`)).toEqual([8, 9]);
  expect(await numbers('?museum=*')).toEqual([3, 7]);
  expect(await numbers('')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('a request for the audit log, forwards or backwards, reads up to 1,000 records and returns the number at which the next continues', async () => {
  const { recordLogin } = stage.temporary.registry();
  await pin(cathedral, '1.0.0', null);
  const login = { action: 'login-refused', actor: 'watch', payload: { name: null, times: 1 } } as const;
  await Promise.all(Array.from({ length: 1_100 }, () => recordLogin(login)));
  await pin(cathedral, '1.1.0', '1.0.0');
  const page = async (query: string) => {
    const { records, next } = await read(auditSchema, `/audit?museum=${cathedral}${query}`);
    return [records.map(({ seq }) => seq), next];
  };
  expect([await page(''), await page('&after=1000')]).toEqual([
    [[3], 1_000],
    [[1_104], undefined],
  ]);
  expect([await page('&newest=20'), await page('&newest=20&before=105')]).toEqual([
    [[1_104], 105],
    [[3], undefined],
  ]);
});

it.each([1, 2, 4, 200])('reading the audit log backwards returns every record once with pages of %i', async (newest) => {
  await fill();
  for (const [museum, numbers] of Object.entries({ '': [9, 8, 7, 6, 5, 4, 3, 2, 1], [`&museum=${cathedral}`]: [9, 8, 5] })) {
    const seen: number[] = [];
    for (let before: string | undefined = ''; before !== undefined; ) {
      const page: z.infer<typeof auditSchema> = await read(auditSchema, `/audit?newest=${newest}${museum}${before}`);
      seen.push(...page.records.map(({ seq }) => seq));
      before = page.next === undefined ? undefined : `&before=${page.next}`;
    }
    expect(seen).toEqual(numbers);
  }
});

it('the audit log refuses wrong and unknown parameters', async () => {
  for (const query of ['?museum=elsewhere', '?after=-1', '?newest=0', '?oldest=1'])
    await stage.refusal('malformed', 'GET', `/audit${query}`);
});

it('the history lists the sets of a museum’s own pins, newest first, and ends with the empty set', async () => {
  await fill();
  await pin(belmonte, '1.0.0', '1.1.0');
  expect((await read(historySchema, `/museums/${belmonte}/history`, { session })).sets).toEqual([
    { sequence: 10, pins: { landing: '1.0.0' }, at: expect.any(String), actor, action: 'pin-set' },
    { sequence: 4, pins: { landing: '1.1.0' }, at: expect.any(String), actor, action: 'pin-set' },
    { sequence: 0, pins: {}, at: null, actor: null, action: 'never-pinned' },
  ]);
  expect((await read(historySchema, '/museums/*/history')).sets.map(({ sequence }) => sequence)).toEqual([3]);
  expect(await read(historySchema, `/museums/${'c'.repeat(24)}/history`)).toEqual({ sets: [] });
});

it('the history lists the fifty newest sets', async () => {
  const versions = ['1.0.0', '1.1.0'];
  for (let count = 0; count < 60; count++)
    await pin(belmonte, versions[count % 2] ?? '', count === 0 ? null : (versions[(count + 1) % 2] ?? ''));
  const { sets } = await read(historySchema, `/museums/${belmonte}/history`);
  expect(sets.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 50 }, (_, at) => 62 - at));
});

it('a rollback to each set of the history restores its pins, and a preview returns the same changes without a record', async () => {
  await fill();
  await pin(belmonte, '1.0.0', '1.1.0');
  const registry = stage.temporary.registry();
  const path = `/museums/${belmonte}/rollback`;
  for (const { sequence, pins } of (await registry.history(belmonte)).slice(1)) {
    const { length } = await registry.audit(0);
    const before = registry.releaseSet(belmonte).sequence;
    const { body } = await stage.ask('POST', path, { session, json: { toSequence: sequence, preview: true } });
    const preview = rollbackPreviewSchema.parse(body);
    expect(preview).toMatchObject({ museumId: belmonte, toSequence: sequence, sequence: before });
    expect(await registry.audit(0)).toHaveLength(length);
    const done = (await stage.ask('POST', path, { session, json: { toSequence: sequence } })).body;
    expect(done).toMatchObject({ changes: preview.changes, halted: preview.halted, sequence: length + 1 });
    expect(Object.fromEntries(registry.ownPins(belmonte))).toEqual(pins);
  }
  await stage.refusal('refused', 'POST', path, { session, json: { toSequence: 1_000, preview: true } });
  await stage.refusal('malformed', 'POST', path, { session, json: { toSequence: 0, preview: 'yes' } });
});

it('the list of rollouts has a museum’s own running and halted rollouts', async () => {
  await fill();
  const registry = stage.temporary.registry();
  const [running] = registry.listRollouts(belmonte);
  await registry.haltRollout({ museumId: belmonte, id: running?.id ?? '', reason: 'operator', actor });
  expect(await read(rolloutsSchema, `/museums/${belmonte}/rollouts`, { session })).toEqual({
    rollouts: [{ ...running, halted: 'operator' }],
  });
});
