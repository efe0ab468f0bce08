import { forAllAsync } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createMemoryState } from '../shared-state/shared-state.ts';
import { createLoginThrottle, type LoginAttempt } from './logins.ts';

function openStage() {
  let now = 1_000_000;
  const clock = { now: () => now, after: () => () => {} };
  const throttle = createLoginThrottle({ kept: createMemoryState({ clock }), clock, nameOf: (text) => text });
  const begin = (address: string, name = 'rossi') => throttle.start(address, name);
  const waitOf = async (begun: ReturnType<typeof begin>) => {
    const attempt = await begun;
    return 'waitSeconds' in attempt ? attempt.waitSeconds : 0;
  };
  return { begin, waitOf, turn: (seconds: number) => (now += seconds * 1000) };
}

it('the login throttle allows five attempts, then doubles the wait up to 15 minutes', async () => {
  const { begin, waitOf, turn } = openStage();
  for (let count = 0; count < 5; count++) expect(await waitOf(begin('here'))).toBe(0);
  const waits: number[] = [];
  for (let count = 0; count < 14; count++) {
    const wait = await waitOf(begin('here'));
    waits.push(wait);
    turn(wait);
    expect(await waitOf(begin('here'))).toBe(0);
  }
  expect(waits.every((wait, at) => wait > 0 && wait <= 900 && wait >= (waits[at - 1] ?? 0))).toBe(true);
  expect(waits.at(-1)).toBe(900);
});

it('the login throttle counts a hundred simultaneous attempts one by one', async () => {
  const { begin } = openStage();
  const begun = await Promise.all(Array.from({ length: 100 }, () => begin('here')));
  expect(begun.filter((one) => !('waitSeconds' in one))).toHaveLength(5);
});

it('the login throttle allows an address twenty attempts with different names', async () => {
  const { begin, waitOf } = openStage();
  const waits = await Promise.all(Array.from({ length: 25 }, (_, at) => waitOf(begin('here', `name-${at}`))));
  expect(waits.slice(0, 20)).toEqual(Array(20).fill(0));
  expect(waits.slice(20).every((wait) => wait > 0)).toBe(true);
});

it('the login throttle allows each address one attempt for a name that others guessed at', async () => {
  const { begin, waitOf } = openStage();
  for (let count = 0; count < 5; count++) await begin(`elsewhere-${count}`);
  expect(await waitOf(begin('here'))).toBe(0);
  expect(await waitOf(begin('here', 'ROSSI'))).toBeGreaterThan(0);
  expect(await waitOf(begin('here', 'other'))).toBe(0);
});

it('the login throttle never delays the first attempt of an address, whatever other addresses did', async () => {
  const attack = fc.record({ address: fc.integer({ min: 0, max: 40 }).map((at) => `attacker-${at}`), pause: fc.nat(100) });
  await forAllAsync(fc.array(attack, { maxLength: 200 }), async (attacks) => {
    const { begin, turn } = openStage();
    for (const { address, pause } of attacks) {
      await begin(address);
      turn(pause);
    }
    expect(await begin('home')).not.toHaveProperty('waitSeconds');
  });
});

it('the login throttle deletes wrong attempts after a login and after a day, and does not count unchecked attempts', async () => {
  const { begin, waitOf, turn } = openStage();
  for (let count = 0; count < 4; count++) await begin('here');
  await ((await begin('here')) as LoginAttempt).succeed();
  for (let count = 0; count < 30; count++) await ((await begin('there')) as LoginAttempt).release();
  for (let count = 0; count < 4; count++) expect(await waitOf(begin('here', 'else'))).toBe(0);
  for (let count = 0; count < 10; count++) await begin('here', 'else');
  expect(await waitOf(begin('here', 'else'))).toBeGreaterThan(0);
  turn(24 * 60 * 60);
  expect(await waitOf(begin('here', 'else'))).toBe(0);
});
