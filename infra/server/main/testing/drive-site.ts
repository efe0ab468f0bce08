import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { type Clock, systemClock } from '@enfilade/shared-contracts/kit/clock';
import { openSiteDatabase } from '../../database/open-database.ts';
import type { DatabasePlace, SiteDatabase } from '../../database/site-database.ts';
import { createSpendingSums } from '../../gateway/spending/spending-sums.ts';
import { createQuestionStore, leastVisits } from '../../questions/question-store.ts';
import { openRegistry, type Registry } from '../../registry/registry.ts';
import { declarationOf, remoteFiles, writeBuild } from '../../registry/testing/built-remote.ts';
import { wholeJournal } from '../../registry/testing/crash-rounds.ts';
import { silentLog } from '../../registry/testing/temporary-registry.ts';
import { createDatabaseState } from '../../shared-state/database-state.ts';
import { add, read } from '../../shared-state/testing/state-contract.ts';
import { museumId } from './moving-stage.ts';

const actor = 'tests';
const pipeline = { issuer: 'https://issuer.example.org', repository: 'https://git.example.org/team/landing', workflow: 'publish.yml' };

async function withRegistry<Result>(
  place: DatabasePlace,
  clock: Clock,
  work: (registry: Registry, database: SiteDatabase) => Promise<Result>,
): Promise<Result> {
  await mkdir(place.dataDir, { recursive: true });
  const use = { clock, log: silentLog };
  const database = await openSiteDatabase(place, use.log);
  try {
    const registry = await openRegistry({ database, dataDir: place.dataDir, ...use });
    return await work(registry, database).finally(() => registry.close());
  } finally {
    await database.close();
  }
}

/** The site is stopped. @param builds a folder for builds */
export function driveSite(place: DatabasePlace, builds: string): Promise<void> {
  return withRegistry(place, systemClock, async (registry, database) => {
    const publish = async (version: string, more: Parameters<typeof remoteFiles>[0] & { note?: string } = {}) => {
      const files = remoteFiles({ version, packages: { 'zod@4.6.7': { 'index.js': 1 } }, ...more });
      const folder = await writeBuild(path.join(builds, version), files);
      await registry.publish({ name: 'landing', folder, actor, note: more.note ?? 'A release', author: 'M. Rossi' });
    };
    await publish('1.2.0', { declaration: declarationOf('landing', { provides: 'exhibition' }) });
    await publish('1.3.0');
    await registry.retire({ name: 'landing', version: '1.3.0', actor });
    await registry.setPolicy({ name: 'landing', ...pipeline, actor });
    await registry.issuePipelineToken({
      remote: 'landing',
      pipeline: { ...pipeline, ref: 'refs/heads/main', commit: 'c0ffee' },
      idToken: '0'.repeat(64),
      actor,
    });
    const landing = { museumId, name: 'landing', actor } as const;
    await registry.pin({ ...landing, version: '1.0.0', expected: null });
    const { sequence } = await registry.pin({ ...landing, version: '1.1.0', expected: '1.0.0' });
    await registry.unpin({ ...landing, expected: '1.1.0' });
    await registry.rollBack({ museumId, toSequence: sequence, actor });
    await registry.leaveOut({ museumId, name: 'tailoring', actor });
    await registry.leaveOut({ museumId: '*', name: 'tailoring', actor });
    await registry.takeIn({ museumId: '*', name: 'tailoring', actor });
    const rollout = { museumId, versions: { landing: '1.2.0' }, percent: 10, actor } as const;
    const { id } = await registry.startRollout(rollout);
    await registry.changeRollout({ museumId, id, percent: 20, actor });
    await registry.haltRollout({ museumId, id, reason: 'operator', actor });
    await registry.startRollout({ ...rollout, steps: [50, 100] });
    await registry.markFailed({ ...landing, version: '1.1.0', visits: 5 });
    for (const action of ['operator-logged-in', 'operator-logged-out'] as const)
      await registry.recordLogin({ actor, action, payload: { name: 'm.rossi' } });
    await registry.recordLogin({ actor, action: 'login-refused', payload: { name: null, times: 3 } });
    await registry.issueGrant({ remote: 'landing', version: '1.2.0', museumId, minutes: 1_440, actor });
    const token = { actions: ['publish' as const], remotes: ['landing'], museums: [museumId], days: 730, actor };
    await registry.issueToken({ ...token, name: 'stays' });
    await registry.revokeToken({ ...(await registry.issueToken({ ...token, name: 'goes' })), actor });
    await fillTables(database);
  });
}

async function fillTables(database: SiteDatabase): Promise<void> {
  const sums = createSpendingSums({ database, clock: systemClock, log: { error() {} } });
  sums.add(museumId, 'chat', 2_500_000);
  sums.add(museumId, 'voice', 1);
  await sums.close();
  const questions = createQuestionStore(database, systemClock);
  for (let visit = 0; visit < leastVisits; visit++)
    await questions.add({
      ...{ museum: museumId, question: 'q'.repeat(32), visit: `visit-${visit}`, reason: 'no-passage', language: 'de', exhibition: 'e' },
      ...{ document: 'museums/archive/knowledge/de/visit.md', stems: 'karte preis', sentences: null },
      words: visit === 0 ? 'Was kostet „das“ – 🙂?' : null,
    });
  for (const [table, amount] of [
    ['kept', 7],
    ['state', 3],
  ] as const) {
    const state = createDatabaseState({ database, table, clock: systemClock, log: silentLog });
    await state.change(add([`count:${table}`], amount, 9));
    await state.close();
  }
}

/** The contract comes from the host and not from the data. */
function setOf(registry: Registry, museum: MuseumKey) {
  const { contract: _, ...set } = registry.releaseSet(museum);
  return set;
}

/** Reads a stopped site through the product's code. */
export function describeContents(place: DatabasePlace, now: number) {
  const clock: Clock = { now: () => now, after: () => () => {} };
  return withRegistry(place, clock, async (registry, database) => {
    const sums = createSpendingSums({ database, clock, log: { error() {} } });
    const [kept, state] = (['kept', 'state'] as const).map((table) => createDatabaseState({ database, table, clock, log: silentLog }));
    const museums = ['*', museumId] as const;
    return {
      records: await wholeJournal(registry),
      sets: museums.map((museum) => setOf(registry, museum)),
      pins: museums.map((museum) => [...registry.ownPins(museum)]),
      leftOut: museums.map((museum) => [...registry.leftOut(museum)]),
      rollouts: registry.listRollouts(museumId),
      history: await registry.history(museumId),
      versions: registry.listRemotes().map(({ name }) => registry.listVersions(name)),
      tokens: registry.tokens(),
      policy: registry.policy('landing'),
      hasFailed: registry.hasFailed(museumId, 'landing', '1.1.0'),
      kept: await kept?.change(read('count:kept')),
      state: await state?.change(read('count:state')),
      spent: await sums.of(museumId),
      questions: await createQuestionStore(database, clock).list(museumId),
    };
  });
}
