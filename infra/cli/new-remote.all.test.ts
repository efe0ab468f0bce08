import { cpSync, symlinkSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOfEachTest } from '@enfilade/server/database/testing/of-each-test';
import { repositoryRoot } from '@enfilade/tooling/testing/repository-root';
import { describe, expect, it } from '@rstest/core';
import { capture } from './testing/open-command-line.ts';

const root = folderOfEachTest();

const remotes = (...argv: string[]) => capture(argv, { cwd: root(), root: root(), env: { DATA_DIR: root() } });

const settings = ['.gitignore', 'biome.json', 'tsconfig.base.json', 'tsconfig.json', '.dependency-cruiser.cjs', 'package.json'];
const linked = ['node_modules', 'shared-contracts', 'infra/tooling/node_modules', 'infra/tooling/checks'];

/** No package is built, because the check of a new remote needs no other package's build. */
async function checkOut(): Promise<void> {
  const isTool = (file: string) => !/\/(node_modules|checks)(\/|$)/.test(file.slice(repositoryRoot.length));
  for (const file of [...settings, 'pnpm-lock.yaml', 'infra/cli/templates', 'infra/tooling'])
    cpSync(path.join(repositoryRoot, file), root(file), { recursive: true, filter: isTool });
  for (const folder of linked) symlinkSync(path.join(repositoryRoot, folder), root(folder));
}

/** Every screen has the same packages. */
const install = (folder: string) => symlinkSync(path.join(repositoryRoot, 'mfe-landing/node_modules'), path.join(folder, 'node_modules'));

describe('new', () => {
  it('`remotes new` creates a remote that passes `remotes check` unchanged and contains instructions for working on the remote', async () => {
    await checkOut();
    const folder = root('mfe-poster');
    const { code, out } = await remotes('new', 'poster');
    expect([code, out.split('\n')[0]]).toEqual([0, `${folder} is created:`]);
    install(folder);
    expect(await remotes('check', 'mfe-poster', '--no-browser')).toEqual({
      err: 'Building mfe-poster and checking its sources …\n',
      out: expect.stringMatching(/^poster 0\.1\.0-dev\.[0-9a-f]{8} passes: /),
      code: 0,
    });
    const guide = await readFile(path.join(folder, 'AGENTS.md'), 'utf8');
    expect(guide).toContain('npm run remotes -- check mfe-poster');
    expect(guide).not.toContain('REMOTE-NAME');
  });

  it('`remotes new --fills` creates a filler that passes `remotes check`, and lists the existing slots if the named slot does not exist', async () => {
    await checkOut();
    cpSync(path.join(repositoryRoot, 'mfe-visit/declaration.json'), root('mfe-visit/declaration.json'));
    const { code } = await remotes('new', 'shop', '--fills', 'visit.below-answer');
    expect(code).toBe(0);
    const folder = root('mfe-shop');
    install(folder);
    expect(await remotes('check', 'mfe-shop', '--no-browser')).toMatchObject({ out: expect.stringMatching(/^shop \S+ passes: /), code: 0 });
    expect((await remotes('new', 'cafe', '--fills', 'visit.nowhere')).err).toBe(
      'No screen has the slot "visit.nowhere". Use one of these slots: end.card, visit.below-answer.\n',
    );
  });

  it('outside a checkout, new creates a repository that installs @enfilade packages from the site', async () => {
    cpSync(path.join(repositoryRoot, 'infra/cli/templates'), root('templates'), { recursive: true });
    const versions = { '@enfilade/contract': '1.2.3', '@enfilade/remote': '4.5.6', '@module-federation/rsbuild-plugin': '2.9.2' };
    const packages: Record<string, string> = new Proxy(versions, { get: (given, name) => Reflect.get(given, name) ?? '7.8.9' });
    const site = ['--registry', 'https://guide.example.org'];
    const start = (...argv: string[]) => capture(['new', ...argv, ...site], { cwd: root(), root: root(), env: {}, packages });
    const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(root(file), 'utf8'));
    expect((await start('poster')).out).toMatch(/^\S+\/poster is created:\n {2}\.github\/workflows\/publish\.yml\n/);
    const made = (await read('poster/package.json')) as { devDependencies: Record<string, string> };
    expect(made.devDependencies).toMatchObject({
      '@enfilade/contract': 'https://guide.example.org/registry/v1/contract-1.2.3.tgz',
      '@enfilade/remote': 'https://guide.example.org/registry/v1/remote-4.5.6.tgz',
      react: '7.8.9',
    });
    expect(made.devDependencies).not.toHaveProperty('@module-federation/rsbuild-plugin');
    expect(await read('poster/enfilade.json')).toMatchObject({ name: 'poster', contract: 1, declaration: { routes: ['/poster'] } });
    for (const file of await readdir(root('poster'), { recursive: true })) {
      if (!/\.(json|tsx?|md|yml|txt)$/.test(file)) continue;
      const text = await readFile(root('poster', file), 'utf8');
      expect(text.match(/[A-Z]+-(?:NAME|ORIGIN|TYPES|KIT|TITLE)\b|catalog:|shared-contracts/), file).toBeNull();
    }
    await start('glass', '--stock');
    expect(await read('glass/package.json')).toMatchObject({ devDependencies: { '@module-federation/rsbuild-plugin': '2.9.2' } });
    expect(await readFile(root('glass/rsbuild.config.ts'), 'utf8')).toContain("name: 'glass'");
    for (const file of ['screen.tsx', 'screen.test.tsx', 'AGENTS.md']) {
      const marksItself = /data-remote|dataset/;
      expect(await readFile(root('poster', file), 'utf8'), file).toMatch(marksItself);
      expect(await readFile(root('glass', file), 'utf8'), file).not.toMatch(marksItself);
    }
    expect(await remotes('new', 'stone', '--stock')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--stock is for a repository'),
    });
  });

  it('`remotes new` refuses the names host and operator, and a folder that exists, and leaves the folder unchanged', async () => {
    for (const name of ['host', 'operator'])
      expect((await remotes('new', name)).err).toBe(`${name} is a name of the site's own; choose another one.\n`);
    expect(await readdir(root())).toEqual([]);
    await mkdir(root('mfe-poster'));
    await checkOut();
    const { code, err } = await remotes('new', 'poster');
    expect([code, err]).toEqual([1, `${root('mfe-poster')} exists already; choose another name.\n`]);
    expect(await readdir(root('mfe-poster'))).toEqual([]);
  });
});

describe('check', () => {
  it('`remotes check` prints all problems of a remote’s sources in one run', async () => {
    await checkOut();
    await remotes('new', 'poster');
    const folder = root('mfe-poster');
    expect((await remotes('check', 'mfe-poster')).err).toMatch(/mfe-poster has no packages yet; run /);
    install(folder);
    const change = async (file: string, from: string, to: string) => {
      const before = await readFile(path.join(folder, file), 'utf8');
      await writeFile(path.join(folder, file), before.replace(from, to));
    };
    await change('screen.tsx', "styles['room']", "styles['rooom']");
    await change('texts/en.json', '"Welcome to', '"Hello in');
    await appendFile(path.join(folder, 'screen.module.css'), '\nh1 {\n  color: red;\n}\n');
    await writeFile(path.join(folder, 'clash.ts'), "import { z } from 'zod';\n\nexport const clash = z.string();\n");
    const { code, err } = await remotes('check', 'mfe-poster', '--no-browser');
    expect(code).toBe(1);
    for (const problem of [
      /types:\n.*screen\.tsx.*rooom/s,
      /imports:\n.*remotes-bring-no-second-copy/s,
      /tests:\n.*Hello in Palazzo Belmonte/s,
      /^"static\/css\/\S+ has a rule .*\(h1\)/m,
    ])
      expect(err).toMatch(problem);
  });
});
