import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { repositoryRoot as root } from '../checks/repository-root.ts';

let checkout: string;
beforeEach(() => {
  checkout = realpathSync(mkdtempSync(path.join(tmpdir(), 'enfilade-contract-')));
  const isSource = (file: string) => !/\/(node_modules|dist|\.cache)$/.test(file);
  for (const name of [
    'shared-contracts',
    'infra/contract',
    'infra/tooling',
    'infra/server/registry/publish/contract-history.json',
    'tsconfig.base.json',
    'biome.json',
    '.gitignore',
  ])
    cpSync(path.join(root, name), path.join(checkout, name), { recursive: true, filter: isSource });
  for (const name of ['node_modules', 'shared-contracts/node_modules']) symlinkSync(path.join(root, name), path.join(checkout, name));
  const modules = 'infra/tooling/node_modules';
  mkdirSync(path.join(checkout, modules, '@enfilade'), { recursive: true });
  symlinkSync(path.join(checkout, 'shared-contracts'), path.join(checkout, modules, '@enfilade/shared-contracts'));
  for (const name of readdirSync(path.join(root, modules)).filter((each) => each !== '@enfilade'))
    symlinkSync(path.join(root, modules, name), path.join(checkout, modules, name));
});
afterEach(() => rmSync(checkout, { recursive: true }));

function record(...options: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/tooling/scripts/record-contract.mjs', ...options], {
    cwd: checkout,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

function edit(file: string, from: string | RegExp, to: string) {
  const at = path.join(checkout, file);
  const before = readFileSync(at, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(at, after);
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
  expect(readFileSync(path.join(checkout, 'infra/contract/index.d.ts'), 'utf8')).toContain('wantsPremium?: boolean');
});

it('record-contract.mjs --check fails for a raised version until the version is recorded', () => {
  expect(record('--check')).toEqual({ status: 0, said: '' });
  edit('shared-contracts/remote/first-paint.ts', 'variant: string', 'variant: number');
  raise();
  expect(record('--check')).toEqual({ status: 1, said: expect.stringContaining('run "node infra/tooling/scripts/record-contract.mjs"') });
  expect(record().status).toBe(0);
  expect(record('--check')).toEqual({ status: 0, said: '' });
  expect(readFileSync(path.join(checkout, 'infra/contract/index.d.ts'), 'utf8')).toContain('variant: number;');
});
