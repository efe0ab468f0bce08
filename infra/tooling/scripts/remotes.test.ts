import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from '@rstest/core';
import { createTestFolder } from '../testing/test-folder.ts';

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

const { at, write, copy } = createTestFolder();

it('remotes.mjs builds a stale command line, and leaves the given build unchanged', () => {
  const tooling = ['workspace.mjs', 'remote-folders.mjs', 'pack-package.mjs', 'scripts'].map((file) => `infra/tooling/${file}`);
  copy([...tooling, 'shared-contracts/build/content-version.mjs', 'shared-contracts/kit/is-left-behind.mjs']);
  const infra = ['server', 'cli', 'platform', 'contract', 'remote', 'console'].map((name) => `infra/${name}`);
  for (const name of ['host', 'mfe-landing', 'mfe-poster', ...infra]) write(`${name}/package.json`, {});
  // The unfinished declaration of another team.
  write('mfe-poster/rsbuild.config.ts', "export default remoteConfig({ name: 'poster' });");
  write('mfe-poster/declaration.json', '{ "title"');
  write('node_modules/@rsbuild/core/package.json', { type: 'module', exports: './index.js' });
  write('node_modules/@rsbuild/core/index.js', bundler);
  // A team has built its screen; nothing else is built.
  write('mfe-landing/dist/enfilade-remote.json', { version: '2.3.0' });
  const command = ['infra/tooling/scripts/remotes.mjs', 'publish', 'mfe-landing/dist'];
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: at(), encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['publish mfe-landing/dist\n', expect.stringContaining('Building infra/cli')]);
  expect(readFileSync(at('built.txt'), 'utf8')).toBe('infra/cli ');
  expect(readFileSync(at('mfe-landing/dist/enfilade-remote.json'), 'utf8')).toContain('2.3.0');
});
