import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@rstest/core';
import { repositoryRoot } from '../checks/repository-root.ts';

const bundler = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
export const loadConfig = async () => ({ content: {} });
export const createRsbuild = async ({ cwd }) => ({
  build: async () => {
    appendFileSync('built.txt', path.relative(process.cwd(), cwd) + ' ');
    mkdirSync(path.join(cwd, 'dist'), { recursive: true });
    writeFileSync(path.join(cwd, 'dist/remotes.mjs'), 'console.log(process.argv.slice(2).join(" "));');
    return { close: async () => undefined };
  },
});`;

it('remotes.mjs builds a stale command line, and leaves the given build unchanged', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'enfilade-stale-'));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  try {
    for (const file of [
      'infra/tooling/workspace.mjs',
      'infra/tooling/remote-folders.mjs',
      'infra/tooling/pack-package.mjs',
      'infra/tooling/scripts',
      'shared-contracts/build/content-version.mjs',
      'shared-contracts/kit/is-left-behind.mjs',
    ])
      cpSync(path.join(repositoryRoot, file), path.join(root, file), { recursive: true });
    for (const name of [
      'host',
      'mfe-landing',
      'infra/server',
      'infra/cli',
      'infra/platform',
      'infra/contract',
      'infra/remote',
      'infra/console',
    ])
      write(`${name}/package.json`, '{}');
    // The unfinished declaration of another team.
    write('mfe-poster/rsbuild.config.ts', "export default remoteConfig({ name: 'poster' });");
    write('mfe-poster/declaration.json', '{ "title"');
    write('mfe-poster/package.json', '{}');
    write('node_modules/@rsbuild/core/package.json', '{ "type": "module", "exports": "./index.js" }');
    write('node_modules/@rsbuild/core/index.js', bundler);
    // A team has built its screen; nothing else is built.
    write('mfe-landing/dist/enfilade-remote.json', '{ "version": "2.3.0" }');
    const { stdout, stderr } = spawnSync(process.execPath, ['infra/tooling/scripts/remotes.mjs', 'publish', 'mfe-landing/dist'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([stdout, stderr]).toEqual(['publish mfe-landing/dist\n', expect.stringContaining('Building infra/cli')]);
    expect(readFileSync(path.join(root, 'built.txt'), 'utf8')).toBe('infra/cli ');
    expect(readFileSync(path.join(root, 'mfe-landing/dist/enfilade-remote.json'), 'utf8')).toContain('2.3.0');
  } finally {
    rmSync(root, { recursive: true });
  }
});
