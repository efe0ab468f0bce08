import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@rstest/core';
import { openPostgres, type PostgresServer } from '../registry/testing/postgres-server.ts';
import { type MovingStage, museumId, openMovingStage, pinOnAndOn, type Started } from './testing/moving-stage.ts';

let server: PostgresServer;
let stage: MovingStage;
let made: string;
beforeAll(async () => {
  server = await openPostgres();
  made = await mkdtemp(path.join(tmpdir(), 'made-'));
});
afterAll(async () => {
  await server.end();
  await rm(made, { recursive: true });
});
beforeEach(async () => {
  stage = await openMovingStage(path.join(made, 'data'));
});
afterEach(() => stage.close());
const at: MovingStage['at'] = (...below) => stage.at(...below);
const start: MovingStage['start'] = (...given) => stage.start(...given);
const startWithVersions: MovingStage['startWithVersions'] = (...given) => stage.startWithVersions(...given);
const end: MovingStage['end'] = (started) => stage.end(started);
const registry: MovingStage['registry'] = (...given) => stage.registry(...given);

describe('a site that is moved', () => {
  it('goes on meanwhile, only reads at the end, and goes on from the database with every record as it was', async () => {
    const site = await startWithVersions();
    const pinning = pinOnAndOn(site);
    await expect.poll(() => pinning.acknowledged.length).toBeGreaterThan(5);
    const url = await server.createDatabase();
    expect(await registry('data', ['move', '--to', url])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/start the site with DATABASE_URL/),
    });
    const cookie = await site.logIn();
    const { pinned, refused } = await pinning.end();
    expect(new Set(refused)).toEqual(new Set([503]));
    const before = await site.audit();
    const next = pinned === '1.0.0' ? '1.1.0' : '1.0.0';
    expect(await site.pin(next, pinned)).toMatchObject({
      status: 503,
      json: { message: expect.stringMatching(/was moved to a database/) },
    });
    expect(await site.set()).toMatchObject({ sequence: before.length });
    await end(site);
    await expect(start('data')).rejects.toThrow(/was moved to a database .* start the site with DATABASE_URL/);
    // Once more, for what was asked and spent meanwhile, and who logged in; and never over another site's records.
    expect(await registry('data', ['move', '--to', url])).toMatchObject({ code: 0 });
    const moved = await start('data', { DATABASE_URL: url });
    expect(await moved.audit()).toEqual(before);
    expect(await moved.isLoggedIn(cookie)).toBe(true);
    expect(await moved.pin(next, pinned)).toMatchObject({ status: 200, json: { sequence: before.length + 1 } });
    await end(await startWithVersions('second'));
    expect((await registry('second', ['move', '--to', url])).told).toMatch(/holds records of another site/);
  });
});

describe('a damaged site', () => {
  // As another file, since what this process closed it keeps open for a while.
  const damage = async (file: string, change: (bytes: Buffer) => Buffer) => {
    const bytes = await readFile(file);
    for (const beside of ['', '-wal', '-shm']) await rm(file + beside, { force: true });
    await writeFile(file, change(bytes), { mode: 0o600 });
  };
  const pinSome = async (site: Started) => {
    await site.pin('1.0.0', null);
    await site.pin('1.1.0', '1.0.0');
    await site.pin('1.0.0', '1.1.0');
  };

  it('is whole again with a backup and what of its journal can be read, and loses nothing unless told to', async () => {
    const site = await startWithVersions();
    await registry('data', ['backup', 'saved']);
    await pinSome(site);
    const records = await site.audit();
    await end(site);
    // A pin in the middle says something else: those behind it are of the damaged file, those before it of either.
    await damage(at('data/registry.db'), (bytes) => Buffer.from(bytes.toString('latin1').replace('local-build', 'local-BUILD'), 'latin1'));
    await expect(start('data')).rejects.toThrow(/Record \d+ of the journal is not as it was written.*registry -- repair/);
    const alone = await registry('data', ['repair']);
    expect([alone.code, alone.told]).toEqual([1, expect.stringMatching(/records? .* alone can be kept of \d+\. Nothing was changed/)]);
    expect(await registry('data', ['repair', '--from', 'saved'])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/what it was is registry\.db\.damaged-/),
    });
    expect(await (await start('data')).audit()).toEqual(records);
  });

  it('is refused in a sentence where a file of it is empty or cut off, and put back from a backup', async () => {
    const site = await startWithVersions();
    await pinSome(site);
    const records = await site.audit();
    await registry('data', ['backup', 'saved']);
    await end(site);
    for (const [name, length] of [
      ['registry.db', 0],
      ['state.db', 0],
      ['kept.db', 0],
      ['questions.db', 0],
      ['questions.db', 5_000],
      ['visit.key', 7],
    ] as const) {
      await damage(at('data', name), (bytes) => bytes.subarray(0, length));
      if (name === 'questions.db') {
        // Visitors need nothing of it: the site goes on without.
        const begun = await start('data');
        expect(await begun.ask('GET', `/registry/v1/museums/${museumId}/questions`)).toMatchObject({ status: 503 });
        await end(begun);
      } else await expect(start('data')).rejects.toThrow(new RegExp(`${name}.*(registry -- repair|put back a copy)`));
      expect((await registry('data', ['verify'])).said).toContain(name);
      // Whether an empty journal had records after those of the backup, nobody can tell.
      const words = name === 'registry.db' ? ['--accept-loss'] : [];
      expect([name, (await registry('data', ['repair', '--from', 'saved', ...words])).code]).toEqual([name, 0]);
      expect([name, (await registry('data', ['verify'])).said]).toEqual([name, expect.stringMatching(/^All is as/)]);
    }
    const [file] = (await readdir(at('data/artifacts/landing'), { recursive: true })).filter((name) => name.endsWith('remoteEntry.js'));
    await damage(at('data/artifacts/landing', file ?? ''), (bytes) => Buffer.from(bytes.map((byte) => byte ^ 1)));
    expect((await registry('data', ['verify'])).said).toMatch(/Files of landing 1\.\d\.0 are missing or not as they were published/);
    expect((await registry('data', ['repair', '--from', 'saved'])).said).toMatch(/The files of landing 1\.\d\.0 are put back/);
    const again = await start('data');
    expect(await again.audit()).toEqual(records);
    expect(await again.ask('GET', '/readyz')).toMatchObject({ status: 200 });
  });
});
