import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from '@rstest/core';
import { holdLock, LockHeldError } from './sqlite-database.ts';
import { folderOfEachTest } from './testing/of-each-test.ts';

const folder = folderOfEachTest();
const file = () => folder('site.lock');

const holderProgram = `
  const [libsql, file] = process.argv.slice(1);
  const Database = require(libsql);
  new Database(file).exec('BEGIN EXCLUSIVE');
  console.log('held');
  setInterval(() => {}, 1000);
`;

it('holdLock refuses a second owner in the same process until the first owner releases the lock', () => {
  const release = holdLock(file());
  expect(() => holdLock(file())).toThrow(LockHeldError);
  expect(() => holdLock(file())).toThrow(LockHeldError);
  release();
  holdLock(file())();
});

it('holdLock refuses a lock that another process holds until that process is killed', async () => {
  const libsql = createRequire(import.meta.url).resolve('libsql');
  const holder = spawn(process.execPath, ['-e', holderProgram, libsql, file()], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(holder, 'exit');
  await once(holder.stdout, 'data');
  expect(() => holdLock(file())).toThrow(LockHeldError);
  holder.kill('SIGKILL');
  await exited;
  holdLock(file())();
});

it('holdLock names the file that cannot be locked', async () => {
  await mkdir(file());
  expect(() => holdLock(file())).toThrow(/site\.lock cannot be locked: check the permissions/);
});
