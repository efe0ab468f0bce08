import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { remoteFiles, writeBuild } from '@enfilade/server/registry/testing/built-remote';
import { describe, expect, it } from '@rstest/core';
import { setAnswerSchema } from './museum-commands.ts';
import { belmonte, cathedral, openEachCommandLine, unknownMuseum } from './testing/open-command-line.ts';

const line = openEachCommandLine();

const publish = async (version: string) => line.remotes('publish', await line.build({ version }), '--name', 'landing');
const versionAt = async (museum: string) => {
  const { remotes } = setAnswerSchema.parse(await line.json('set', '--museum', museum));
  return remotes['landing']?.version;
};

describe('publish', () => {
  it('`remotes publish` packs the folder, uploads it and prints version and address, without source maps', async () => {
    const address = `${line.origin}/remotes/landing/1.8.1/remoteEntry.js`;
    expect(await publish('1.8.1')).toEqual({ code: 0, out: `landing 1.8.1 is published: ${address}\n`, err: '' });
    expect(await line.json('publish', await line.build({ version: '1.8.1' }), '--name', 'landing')).toEqual({
      name: 'landing',
      version: '1.8.1',
      alreadyThere: true,
      address,
    });
    expect(line.temporary.registry().artifact('landing', '1.8.1', 'static/svg/vault.7c.svg')).toBeDefined();
  });

  it('`remotes publish` refuses a build of another name or version than requested, and a folder of sources, before sending anything', async () => {
    const dist = await line.build({ version: '1.8.0' });
    const wrongVersion = await line.remotes('publish', dist, '--name', 'landing', '--version', '1.8.1');
    expect(wrongVersion.err).toBe('The build is version 1.8.0, not 1.8.1; build again with ENFILADE_VERSION=1.8.1.\n');
    expect(await line.err('publish', dist, '--name', 'visit')).toMatch(/is named "landing"/);
    const folder = await line.build({ version: '1.0.0' });
    await writeFile(path.join(line.cwd, folder, 'package.json'), '{}');
    expect(await line.err('publish', folder, '--name', 'landing')).toBe(
      `${path.join(line.cwd, folder)} holds a remote's sources; build the remote and pass the dist folder.\n`,
    );
    expect(line.temporary.registry().listRemotes()).toEqual([]);
    expect((await line.remotes('publish', dist, '--name', 'landing', '--version', '1.8.0')).code).toBe(0);
  });
});

describe('check', () => {
  it('`remotes check` prints all problems of a build in one run, each as one sentence', async () => {
    const files = remoteFiles({ contract: '^9.0.0' }).set('notes.txt', 'hello').set('more.wasm', 'x').set('remoteEntry.js', '');
    await writeBuild(line.cwd, files);
    const { code, out, err } = await line.remotes('check', '.');
    expect([code, out]).toEqual([1, '']);
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^"more\.wasm" is of a kind .*\.$/),
      expect.stringMatching(/^"notes\.txt" is of a kind .*\.$/),
      expect.stringMatching(/^The build has no remoteEntry\.js; .*\.$/),
      expect.stringMatching(/^landing was built for contract \^9\.0\.0.*\.$/),
    ]);
    const { problems } = (await line.json('check', '.')) as { problems: string[] };
    expect(problems).toEqual(err.trimEnd().split('\n'));
  });
});

describe('pin', () => {
  it('`remotes pin` changes one museum and no other museum, and `remotes unpin` removes the pin', async () => {
    for (const version of ['1.0.0', '1.1.0']) await publish(version);
    expect(await line.out('pin', 'landing@1.0.0', '--all')).toBe(
      'landing 1.0.0 is pinned for every museum without a version of its own: set 3.\n',
    );
    expect(await line.json('pin', 'landing@1.1.0', '--museum', belmonte)).toMatchObject({ version: '1.1.0', sequence: 4 });
    expect([await versionAt(belmonte), await versionAt(cathedral)]).toEqual(['1.1.0', '1.0.0']);
    expect(await line.out('pin', 'landing@1.0.0', '--museum', belmonte)).toContain(`for museum ${belmonte}: set 5`);
    expect(await line.json('unpin', 'landing', '--museum', belmonte)).toMatchObject({ version: null });
    expect(await line.err('unpin', 'landing', '--museum', belmonte)).toMatch(/nothing to remove\.\n$/);
  });

  it('`remotes pin` and `remotes unpin` with --expect change nothing if another version is pinned', async () => {
    for (const version of ['1.0.0', '1.1.0']) await publish(version);
    const pin = (version: string, expected: string) =>
      line.remotes('pin', `landing@${version}`, '--museum', belmonte, '--expect', expected);
    expect((await pin('1.1.0', 'none')).code).toBe(0);
    expect(await pin('1.0.0', 'none')).toEqual({
      code: 1,
      out: '',
      err: `Museum ${belmonte} pins 1.1.0 of landing, but the request expected no version; repeat the request with the current pin.\n`,
    });
    expect(await line.err('unpin', 'landing', '--museum', belmonte, '--expect', '1.0.0')).toMatch(
      /pins 1\.1\.0 of landing, but the request expected 1\.0\.0/,
    );
    expect((await pin('1.0.0', 'newest')).err).toMatch(/^"newest" is not a version such as 1\.8\.1/);
    expect(await versionAt(belmonte)).toBe('1.1.0');
    expect((await pin('1.0.0', '1.1.0')).code).toBe(0);
  });

  it('the commands pin, unpin, leave-out and take-in need only the right to pin', async () => {
    for (const version of ['1.0.0', '1.1.0']) await publish(version);
    await line.remotes('pin', 'landing@1.0.0', '--all');
    const file = await line.tokenFor('team', { actions: ['publish', 'pin'], remotes: ['landing'], museums: [belmonte] });
    const run = (...argv: string[]) => line.remotes(...argv, '--museum', belmonte, '--token-file', file);
    for (const [command = '', ...argv] of [
      ['pin', 'landing@1.1.0'],
      ['unpin', 'landing'],
    ])
      expect(await run(command, ...argv)).toMatchObject({ code: 0, err: '' });
    expect((await run('leave-out', 'landing')).err).toMatch(/^Visitors of museum a+ have no other screen than landing/);
    expect((await run('take-in', 'landing')).err).toMatch(/there is nothing to take in/);
  });
});

describe('reading commands', () => {
  it.each(['set', 'rollouts'])('%s refuses an unknown museum instead of printing the default', async (command) => {
    expect(await line.remotes(command, '--museum', unknownMuseum)).toEqual({
      code: 1,
      out: '',
      err: `This site has no museum ${unknownMuseum}.\n`,
    });
  });

  it('`remotes list` prints the remotes, and the versions of one remote with their pins and the time of a failure for everybody', async () => {
    for (const version of ['1.0.0', '1.10.0']) await publish(version);
    await line.remotes('pin', 'landing@1.0.0', '--all');
    expect(await line.out('list')).toBe('remote   newest  versions\nlanding  1.10.0  2\n');
    const rows = (await line.out('list', 'landing')).split('\n');
    expect(rows[0]).toMatch(/^version {2}published +by +contract +size {2}pinned by +failed +note$/);
    expect(rows[1]).toMatch(/^1\.10\.0 {3}2026-01-01T\S+ {2}local {2}\^\S+ +1 kB$/);
    expect(rows[2]).toMatch(/^1\.0\.0 {4}2026-01-01T\S+ {2}local {2}\^\S+ +1 kB {2}\*$/);
    expect(rows[2]?.indexOf('*')).toBe(rows[0]?.indexOf('pinned by'));
    await line.temporary.registry().markFailed({ museumId: '*', name: 'landing', version: '1.0.0', visits: 3, actor: 'watch' });
    const marked = (await line.out('list', 'landing')).split('\n');
    expect([marked[1], marked[2]]).toEqual([expect.stringMatching(/1 kB$/), expect.stringMatching(/kB {2}\* +2026-01-01T\S+$/)]);
  });

  it('`remotes set` prints remote, version and contract of the current set', async () => {
    await publish('1.0.0');
    await line.remotes('pin', 'landing@1.0.0', '--all');
    const { out } = await line.remotes('set', '--museum', belmonte);
    expect(out).toMatch(/^The default of all museums: set 2 of \S+\nremote {3}version {2}contract\nlanding {2}1\.0\.0 {4}\^\d\S+\n$/);
    await line.remotes('pin', 'landing@1.0.0', '--museum', belmonte);
    expect(await line.out('set', '--museum', belmonte)).toMatch(new RegExp(`^Museum ${belmonte}: set 3 `));
  });

  it('`remotes audit` prints all records or the records after a number, beyond one page of the registry', async () => {
    await publish('1.0.0');
    await line.remotes('pin', 'landing@1.0.0', '--all');
    for (let at = 0; at < 201; at++) {
      const place = { museumId: at.toString(16).padStart(24, '0'), name: 'landing', actor: 'script' };
      await line.temporary.registry().pin({ ...place, version: '1.0.0', expected: null });
    }
    const rows = (await line.out('audit')).trimEnd().split('\n');
    expect(rows).toHaveLength(204);
    expect(rows[2]).toMatch(/^2 +2026\S+ +local +pin-set +museumId \*, name landing, previous none, version 1\.0\.0$/);
    const { records } = (await line.json('audit', '--after', '202')) as { records: { seq: number; actor: string }[] };
    expect(records.map(({ seq, actor }) => [seq, actor])).toEqual([[203, 'script']]);
  });
});
