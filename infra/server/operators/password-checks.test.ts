import { expect, it } from '@rstest/core';
import { createPasswordChecks } from './operators.ts';

const account = { name: 'rossi', password: `scrypt$32768$8$1$${'s'.repeat(22)}$${'h'.repeat(43)}`, museums: '*' as const };

function openChecks() {
  const running: { hash: string; end: (isRight: boolean) => void }[] = [];
  let most = 0;
  const check = createPasswordChecks((_password, hash) => {
    const ended = new Promise<boolean>((end) => running.push({ hash, end }));
    most = Math.max(most, running.length);
    return ended;
  });
  const flushPromises = () => new Promise((resolve) => setImmediate(resolve));
  return { check, running, most: () => most, flushPromises };
}

it('createPasswordChecks runs two checks at a time, queues sixteen and refuses the nineteenth at once', async () => {
  const { check, running, most, flushPromises } = openChecks();
  const asked = Array.from({ length: 18 }, () => check([account], 'rossi', 'x'));
  await expect(check([account], 'rossi', 'x')).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
  for (let ended = 0; ended < 18; ended++) {
    await flushPromises();
    expect(running).toHaveLength(Math.min(2, 18 - ended));
    running.shift()?.end(true);
  }
  expect(await Promise.all(asked)).toEqual(Array(18).fill(account));
  expect(most()).toBe(2);
  const next = check([account], 'rossi', 'x');
  await flushPromises();
  running.shift()?.end(false);
  expect(await next).toBeUndefined();
});

it('createPasswordChecks frees the slot of a check that fails', async () => {
  let tries = 0;
  const check = createPasswordChecks(async () => {
    tries += 1;
    throw new Error('out of memory');
  });
  for (let count = 0; count < 30; count++) await expect(check([account], 'rossi', 'x')).rejects.toThrow('out of memory');
  expect(tries).toBe(30);
});

it('createPasswordChecks checks an unknown name against a dummy hash and returns no account', async () => {
  const { check, running, flushPromises } = openChecks();
  const asked = check([account], 'nobody', 'x');
  await flushPromises();
  expect(running[0]?.hash).toMatch(/^scrypt\$32768\$8\$1\$/);
  expect(running[0]?.hash).not.toBe(account.password);
  running[0]?.end(true);
  expect(await asked).toBeUndefined();
});
