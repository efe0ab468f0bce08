import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import Database from 'libsql';
import { ofEachTest } from '../database/testing/of-each-test.ts';
import { expectMadeAgain, openMovingStage } from './testing/moving-stage.ts';

let made: string;
beforeAll(async () => {
  made = await mkdtemp(path.join(tmpdir(), 'made-'));
});
afterAll(() => rm(made, { recursive: true }));
const stage = ofEachTest(
  () => openMovingStage(path.join(made, 'data')),
  ({ close }) => close(),
);

describe('backup and restore', () => {
  it('a backup of a site that is being changed restores every pin acknowledged before the backup, and the sessions', () =>
    expectMadeAgain(stage, async () => ({})));

  it('a backup is readable by its owner alone, prints that it contains keys, and verify finds any damaged byte', async () => {
    await stage.end(await stage.startWithVersions());
    expect(await stage.registry('data', ['backup', 'saved'])).toMatchObject({ code: 0, said: expect.stringMatching(/contains keys/) });
    const entries = await readdir(stage.at('saved'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
    // Published files have the same mode as on the site.
    const isPublic = (file: string) => /[/\\]artifacts[/\\](?!\.private)/.test(file);
    for (const file of files.filter((one) => !isPublic(one)))
      expect(`${file} ${((await stat(file)).mode & 0o077).toString(8)}`).toBe(`${file} 0`);
    expect((await stat(stage.at('saved'))).mode & 0o077).toBe(0);
    const names = files.map((file) => path.relative(stage.at('saved'), file).replace(/^snapshot-\d+/, 'snapshot'));
    for (const name of ['visit.key', 'keys/signing.pem', 'keys/operators', 'operators.json', 'tokens/local'])
      expect(names).toContain(path.join('snapshot/files', name));
    expect(names).toContain('snapshot/site.ndjson');
    expect((await stage.registry('data', ['verify', 'saved'])).code).toBe(0);
    for (const file of files) {
      const whole = await readFile(file);
      // Verify compares the decompressed contents, and some bits of a compressed file do not change the contents.
      if (file.endsWith('backup.json') || file.endsWith('.br') || whole.length === 0) continue;
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
      await writeFile(file, bytes);
      expect([file, (await stage.registry('data', ['verify', 'saved'])).code]).toEqual([file, 1]);
      await writeFile(file, whole);
    }
  });

  /** Interrupts the command at its first line of progress, then at its second line, and so on until the command succeeds. */
  async function cutOffUntilDone(data: string, command: string, afterEachCut: () => Promise<void>): Promise<void> {
    for (let lines = 1; ; lines += 1) {
      let left = lines;
      const tell = () => {
        left -= 1;
        if (left === 0) throw new Error('cut off');
      };
      const { code, told } = await stage
        .registry(data, [command, 'saved'], { tell })
        .catch((error: Error) => ({ code: 1, told: error.message }));
      if (code === 0) return;
      expect(told).toContain('cut off');
      await afterEachCut();
    }
  }

  it('an interrupted backup or restore is continued, and a partial restore does not start as a site', async () => {
    await stage.end(await stage.startWithVersions());
    await cutOffUntilDone('data', 'backup', async () => {
      expect((await stage.registry('data', ['verify', 'saved'])).told).toMatch(/no complete backup/);
    });
    await cutOffUntilDone('elsewhere', 'restore', async () => {
      await expect(stage.start('elsewhere')).rejects.toThrow(/registry -- restore/);
    });
    expect((await stage.registry('elsewhere', ['verify'])).said).toMatch(/^Everything is intact: \d+ records and 6 versions/);
    expect(await (await stage.start('elsewhere')).ask('GET', '/readyz')).toMatchObject({ status: 200 });
  });

  it('a backup that leaves out a damaged row prints the table and exits with 1', async () => {
    await stage.end(await stage.startWithVersions());
    const database = new Database(stage.at('data/site.db'));
    database.exec("INSERT INTO kept VALUES ('rollout:1', '{\"failures\":', 9007199254740991)");
    database.close();
    expect(await stage.registry('data', ['backup', 'saved'])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/1 rows of the table kept are damaged: delete these rows/),
    });
    expect((await stage.registry('data', ['verify', 'saved'])).code).toBe(0);
  });

  it('restore refuses a running site, another site and a site with later records', async () => {
    const site = await stage.startWithVersions();
    await stage.registry('data', ['backup', 'saved']);
    await site.pin('1.1.0', null);
    expect((await stage.registry('data', ['restore', 'saved'])).told).toMatch(/in use by another process/);
    await stage.end(site);
    expect(await stage.registry('data', ['restore', 'saved'])).toMatchObject({
      code: 1,
      told: expect.stringMatching(/differs from the journal of the backup/),
    });
    await stage.end(await stage.start('other'));
    expect((await stage.registry('other', ['restore', 'saved'])).told).toMatch(
      /that differs from the backup's: restore into an empty DATA_DIR/,
    );
    expect((await stage.registry('other', ['backup', 'saved'])).told).toMatch(/is the backup of another site/);
  });
});

describe('registry', () => {
  it.each([
    [[], /Usage: npm run registry -- COMMAND/],
    [['sell'], /Usage/],
    [['backup'], /The argument DIR is missing/],
    [['verify', 'saved', 'other'], /oo many arguments/],
    [['verify', '--fast'], /Unknown option/],
  ])('registry %j prints its usage, exits with 2 and changes nothing', async (args, says) => {
    expect(await stage.registry('data', args)).toMatchObject({ code: 2, told: expect.stringMatching(says) });
    await expect(stat(stage.at('data'))).rejects.toThrow();
  });

  it('registry names the missing site, backup or database in one sentence', async () => {
    expect((await stage.registry('data', ['backup', 'saved'])).told).toMatch(/^There is no database .*name the DATA_DIR/);
    expect((await stage.registry('data', ['restore', 'nowhere'])).told).toMatch(/holds no complete backup/);
    await stage.end(await stage.startWithVersions());
    expect((await stage.registry('data', ['backup', 'host/index.html'])).told).toMatch(
      /index\.html cannot be read or written \(E\w+\): check that/,
    );
    const url = 'postgres://name:sesame@127.0.0.1:1/registry';
    expect((await stage.registry('data', ['verify'], { env: { DATABASE_URL: url } })).said).toMatch(
      /^The database of DATABASE_URL cannot be used \(ECONNREFUSED\)/,
    );
  });
});
