import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@rstest/core';
import { ofEachTest } from '../database/testing/of-each-test.ts';
import { OperatorsFileError } from './accounts.ts';
import { hashPassword } from './password.ts';
import { openOperatorsStage } from './testing/operators-stage.ts';

const stage = ofEachTest(() => openOperatorsStage([]));

const file = () => path.join(stage.folder, 'operators.json');
const passwordFile = () => path.join(stage.folder, 'tokens/operator');
const modeOf = async (name: string) => (await stat(name)).mode & 0o777;

it('the first start creates an operator for all museums, with the password in a file of mode 600', async () => {
  const gateway = await stage.open({ ownFile: true });
  expect(gateway.operators.passwordFile).toBe(passwordFile());
  const password = (await readFile(passwordFile(), 'utf8')).trim();
  expect(password).toMatch(/^[\w-]{24}$/);
  expect([await modeOf(passwordFile()), await modeOf(file())]).toEqual([0o600, 0o600]);
  expect(await readFile(file(), 'utf8')).not.toContain(password);
  const { cookie } = await gateway.logIn({ name: 'local', password });
  expect(JSON.parse((await gateway.whoAmI(cookie)).text)).toEqual({ name: 'local', museums: '*' });
});

it('later and simultaneous starts reuse the first operator and restore mode 600', async () => {
  const gateways = await Promise.all([1, 2, 3].map(() => stage.open({ ownFile: true })));
  const password = (await readFile(passwordFile(), 'utf8')).trim();
  const { cookie } = await (gateways[0] ?? (await stage.open())).logIn({ name: 'local', password });
  for (const gateway of gateways) expect((await gateway.whoAmI(cookie)).status).toBe(200);
  await chmod(file(), 0o644);
  const next = await stage.open({ ownFile: true });
  expect(await modeOf(file())).toBe(0o600);
  expect((await next.whoAmI(cookie)).status).toBe(200);
});

it('a start reuses the password file if an earlier start ended before creating the account', async () => {
  await stage.open({ ownFile: true });
  const password = await readFile(passwordFile(), 'utf8');
  await rm(file());
  const gateway = await stage.open({ ownFile: true });
  expect((await gateway.logIn({ name: 'local', password: password.trim() })).status).toBe(204);
});

it('a start does not name the password file once the operator has another password or is removed', async () => {
  await stage.open({ ownFile: true });
  await writeFile(file(), JSON.stringify([{ name: 'local', password: await hashPassword('new'), museums: '*' }]));
  expect((await stage.open({ ownFile: true })).operators.passwordFile).toBeUndefined();
  await writeFile(file(), '[]');
  expect((await stage.open({ ownFile: true })).operators.passwordFile).toBeUndefined();
});

it('a start with OPERATORS_FILE creates no operator', async () => {
  expect((await stage.open()).operators.passwordFile).toBeUndefined();
  await expect(stat(file())).rejects.toThrow('ENOENT');
  await expect(stat(passwordFile())).rejects.toThrow('ENOENT');
});

it('a start fails if OPERATORS_FILE is missing or wrong', async () => {
  await stage.write([{ name: 'rossi' }]);
  await expect(stage.open()).rejects.toThrow(OperatorsFileError);
  await rm(stage.file);
  await expect(stage.open()).rejects.toThrow(/it cannot be read \(ENOENT\)/);
});
