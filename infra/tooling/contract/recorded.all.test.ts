import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from '@rstest/core';
import { repositoryRoot as root } from '../testing/repository-root.ts';
import { createTestFolder } from '../testing/test-folder.ts';

const { at, write, copy } = createTestFolder();
beforeEach(() => {
  const packages = ['shared-contracts', 'infra/contract', 'infra/tooling'];
  const files = ['infra/server/registry/publish/contract-history.json', 'tsconfig.base.json', 'biome.json', '.gitignore'];
  copy([...packages, ...files], (file) => !/\/(node_modules|dist|\.cache)$/.test(file));
  for (const name of ['node_modules', 'shared-contracts/node_modules']) symlinkSync(path.join(root, name), at(name));
  const modules = 'infra/tooling/node_modules';
  mkdirSync(at(modules, '@enfilade'), { recursive: true });
  symlinkSync(at('shared-contracts'), at(modules, '@enfilade/shared-contracts'));
  for (const name of readdirSync(path.join(root, modules)).filter((each) => each !== '@enfilade'))
    symlinkSync(path.join(root, modules, name), at(modules, name));
});

function record(...options: string[]) {
  const command = ['infra/tooling/scripts/record-contract.mjs', ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: at(), encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

function edit(file: string, from: string | RegExp, to: string) {
  const before = readFileSync(at(file), 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  write(file, after);
}
const contract = 'shared-contracts/releases/contract.ts';
const raise = () => edit(contract, /ontractVersion = '(\d+)[^']+'/g, "ontractVersion = '$1.999.0'");

it.each([
  ['a type', 'shared-contracts/remote/first-paint.ts', 'variant: string', 'variant: number'],
  ['a comment', 'shared-contracts/remote/screen-props.ts', '/** From the address;', '/** Of the address;'],
  ['the schema of enfilade.json', 'shared-contracts/releases/declaration.ts', 'z.maxLength(120)', 'z.maxLength(140)'],
])('record-contract.mjs --check fails if %s changed and the version did not', (_, file, from, to) => {
  edit(file, from, to);
  expect(record('--check')).toEqual({ status: 1, said: expect.stringContaining(`raise both numbers in ${contract}`) });
});

it('record-contract.mjs writes no change under a recorded version', () => {
  edit('shared-contracts/remote/screen-props.ts', 'wantsPremium?: boolean', 'wantsPremium?: string');
  expect(record()).toEqual({ status: 1, said: expect.stringContaining(`raise both numbers in ${contract}`) });
  expect(readFileSync(at('infra/contract/index.d.ts'), 'utf8')).toContain('wantsPremium?: boolean');
});

it('record-contract.mjs --check fails for a raised version until the version is recorded', () => {
  expect(record('--check')).toEqual({ status: 0, said: '' });
  edit('shared-contracts/remote/first-paint.ts', 'variant: string', 'variant: number');
  raise();
  expect(record('--check')).toEqual({ status: 1, said: expect.stringContaining('run "node infra/tooling/scripts/record-contract.mjs"') });
  expect(record().status).toBe(0);
  expect(record('--check')).toEqual({ status: 0, said: '' });
  expect(readFileSync(at('infra/contract/index.d.ts'), 'utf8')).toContain('variant: number;');
});
