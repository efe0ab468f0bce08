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

// `check` accepts any name that a build states; only `publish` compares the name. `check` reads a folder without a
// description as a build of the stock plugin and reports further problems.
const underItsOwnName = badBuilds.filter(({ what }) => !['another name', 'no description'].includes(what));

describe('check', () => {
  it.each(underItsOwnName)('`remotes check` prints the registry’s refusal of a build with $what', async ({ files }) => {
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

  it('`remotes check` runs the scripts of a folder outside this checkout and prints the problems of each', async () => {
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
    expect(await line.err('check', folder)).toContain('package.json has no script "build"; add a script that writes dist.');
  });

  it('`remotes check` passes a build that the registry accepts, without registry and token', async () => {
    const folder = path.relative(line.cwd, await writeBuild(await line.temporary.folder(), remoteFiles()));
    const out = expect.stringMatching(/^landing 1\.0\.0 passes: contract \^\d/);
    expect(await line.remotes('check', folder, '--token-file', 'nowhere')).toEqual({ code: 0, err: '', out });
    expect(await line.remotes('publish', folder, '--name', 'landing')).toMatchObject({ code: 0, err: '' });
    expect(await line.err('check', 'missing')).toMatch(/build the remote first\.\n$/);
  });
});
