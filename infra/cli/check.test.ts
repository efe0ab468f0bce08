import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { badBuilds } from '@enfilade/server/registry/testing/bad-builds';
import { remoteFiles, writeBuild } from '@enfilade/server/registry/testing/built-remote';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { type CommandLine, openCommandLine } from './testing/open-command-line.ts';

let line: CommandLine;
beforeAll(async () => {
  line = await openCommandLine();
});
afterAll(() => line.close());

// `check` takes a build at its word for its name; another name is a matter of publishing.
// A folder without a description is one of the stock plugin, to which it says more.
const underItsOwnName = badBuilds.filter(({ what }) => !['another name', 'no description'].includes(what));

describe('check', () => {
  it.each(underItsOwnName)('check says what the registry says to a build with $what', async ({ files }) => {
    const folder = await writeBuild(await line.temporary.folder(), files());
    const publishing = line.temporary.registry().publish({ name: 'landing', folder, actor: 'tests' });
    const said = await publishing.then(
      () => 'published',
      (error: Error) => error.message,
    );
    const { code, err } = await line.remotes('check', path.relative(line.cwd, folder));
    expect(code).toBe(1);
    expect(err.trimEnd().split('\n')).toContain(said);
  });

  it('check runs the scripts of a folder outside this checkout, and prints what each found', async () => {
    const folder = await line.temporary.folder();
    await writeBuild(path.join(folder, 'built'), remoteFiles());
    await mkdir(path.join(folder, 'node_modules'));
    const describeFolder = (scripts: object) => writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts }));
    const build = 'rm -rf dist; cp -r built dist';
    await describeFolder({ build, test: 'echo "the heading is gone"; exit 1' });
    expect(await line.remotes('check', folder)).toMatchObject({ code: 1, err: expect.stringMatching(/^tests:\nthe heading is gone$/m) });
    await describeFolder({ build, test: 'exit 0' });
    expect(await line.remotes('check', folder)).toMatchObject({ code: 0, out: expect.stringMatching(/^landing 1\.0\.0 passes: /) });
    await describeFolder({});
    expect((await line.remotes('check', folder)).err).toContain('package.json has no script "build"; add the one that writes dist.');
  });

  it('check passes what the registry takes', async () => {
    const folder = path.relative(line.cwd, await writeBuild(await line.temporary.folder(), remoteFiles()));
    expect(await line.remotes('check', folder)).toMatchObject({ code: 0, err: '' });
    expect(await line.remotes('publish', folder, '--name', 'landing')).toMatchObject({ code: 0, err: '' });
    expect((await line.remotes('check', 'missing')).err).toMatch(/build the remote first\.\n$/);
  });
});
