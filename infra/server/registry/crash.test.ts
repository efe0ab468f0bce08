import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { Client } from 'pg';
import { openRegistry } from './registry.ts';
import type { JournalRecord } from './state/record.ts';
import { RegistryLockedError } from './state/registry-error.ts';
import { remoteFiles, writeBuild } from './testing/built-remote.ts';
import { bundleProgram, type CrashHome, crashSteps, isOfRound, runAndKill, tornVersions, wholeJournal } from './testing/crash-rounds.ts';
import { type PostgresServer, startPostgres } from './testing/postgres-server.ts';
import { silentLog } from './testing/temporary-registry.ts';

/** In each home, one in every step; `npm run bench -- kills` asks for 200. */
const kills = Number(process.env['KILLS'] ?? crashSteps.length);

let root: string;
let script: string;
let server: PostgresServer;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'enfilade-crash-'));
  script = await bundleProgram(path.join(import.meta.dirname, 'testing/crashing-gateway.ts'), root);
  server = await startPostgres();
});
afterAll(async () => {
  await server.end();
  await rm(root, { recursive: true });
});

async function postgresHome(folder: string): Promise<Required<CrashHome>> {
  return { dataDir: path.join(root, folder, 'data'), databaseUrl: await server.createDatabase() };
}

describe('a gateway killed in the middle of publish, rollout, pin and rollback', () => {
  it.each([
    { home: 'SQLite', open: async (): Promise<CrashHome> => ({ dataDir: path.join(root, 'sqlite/data') }) },
    { home: 'PostgreSQL', open: () => postgresHome('postgres') },
  ])(`has lost nothing it acknowledged and done nothing twice, and the chain is whole: ${kills} times over $home`, async ({ open }) => {
    const home = await open();
    let before: JournalRecord[] = [];
    const killedIn = new Set<string>();
    for (let round = 0; round < kills; round++) {
      const { step, acknowledged, unanswered } = await runAndKill(script, home, round);
      killedIn.add(step);
      // Opening verifies the chain.
      const registry = await openRegistry({ ...home, clock: systemClock, log: silentLog });
      try {
        const records = await wholeJournal(registry);
        expect(records.map(({ seq }) => seq)).toEqual(records.map((_, at) => at + 1));
        expect(records.slice(0, before.length)).toEqual(before);
        // What was begun and not acknowledged has happened, or has not.
        const added = records.slice(before.length);
        expect([acknowledged, [...acknowledged, unanswered]]).toContainEqual(added.map(({ action }) => action));
        expect(added.every((record) => isOfRound(record, round))).toBe(true);
        before = records;
        expect(await tornVersions(registry, records)).toEqual([]);
      } finally {
        await registry.close();
      }
    }
    expect(killedIn).toEqual(new Set(crashSteps));
  });

  it('leaves a database that opens at once when PostgreSQL was appending its record, which is there once or not at all', async () => {
    const home = await postgresHome('appending');
    const open = () => openRegistry({ ...home, clock: systemClock, log: silentLog });
    await (await open()).close();
    // Two connections, as one sees no more activity than when its transaction began.
    const [holder, watcher] = [new Client(home.databaseUrl), new Client(home.databaseUrl)];
    for (const client of [holder, watcher]) await client.connect();
    const appends = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT%'";
    const isAppending = async () => (await watcher.query(appends)).rowCount === 1;
    await holder.query('BEGIN; LOCK TABLE registry_journal IN SHARE MODE');
    const round = await runAndKill(script, home, 0, async () => {
      while (!(await isAppending()));
    });
    expect(round).toEqual({ step: 'version-published', acknowledged: [], unanswered: 'version-published' });
    // The database does not know yet that nobody waits for its answer.
    expect(await isAppending()).toBe(true);
    const next = await open();
    expect(await next.audit(0)).toEqual([]);
    const folder = await writeBuild(path.join(root, 'appending/build'), remoteFiles({ version: '2.0.0' }));
    const publishing = next.publish({ name: 'landing', folder, actor: 'tests' });
    await holder.query('COMMIT');
    for (const client of [holder, watcher]) await client.end();
    await publishing;
    await next.close();
    const again = await open();
    const versions = again.listVersions('landing').map(({ version }) => version);
    expect([['2.0.0'], ['2.0.0', '1.0.0'], ['1.0.0', '2.0.0']]).toContainEqual(versions);
    expect(await again.audit(0)).toHaveLength(versions.length);
    await again.close();
  });

  it('is named to a second one that would open its folder, which is free as soon as it is dead', async () => {
    const home: CrashHome = { dataDir: path.join(root, 'second/data') };
    const open = () => openRegistry({ ...home, clock: systemClock, log: silentLog });
    let refused: unknown;
    await runAndKill(script, home, 0, async (_step, _round, pid) => {
      refused = await open().then(
        () => 'opened',
        (error: unknown) => [error instanceof RegistryLockedError && error.pid === pid, String(error).includes(`process ${pid} `)],
      );
    });
    expect(refused).toEqual([true, true]);
    await (await open()).close();
  });
});
