import { expect, it } from '@rstest/core';
import { getConfig } from '@testing-library/react';
import fc from 'fast-check';
import { DeadlineError, withDeadline } from './deadline.ts';
import { parseJson } from './json.ts';
import { safeStorage } from './storage.ts';
import { createStore } from './store.ts';
import { forAll } from './testing/for-all.ts';
import { createHandClock } from './testing/hand-clock.ts';

it('parseJson() reads what JSON.stringify() wrote, and is undefined for text that is not JSON', () => {
  forAll(fc.json(), (text) => JSON.stringify(parseJson(text)) === JSON.stringify(JSON.parse(text)));
  expect(['', '{', 'undefined', '{"a":}'].map(parseJson)).toEqual([undefined, undefined, undefined, undefined]);
});

it('set() replaces the whole state, and calls subscribers with the new and the previous state if the state changed', () => {
  const [first, second, third] = [{ a: 1 }, { b: 2 }, { c: 3 }];
  const store = createStore<object>(first);
  const calls: object[][] = [];
  const unsubscribe = store.subscribe((state, before) => calls.push([state, before]));
  store.set(second);
  store.set(second);
  unsubscribe();
  store.set(third);
  expect([calls, store.getState()]).toEqual([[[second, first]], third]);
});

it('safeStorage() reads what was written', () => {
  const values = new Map<string, string>();
  const storage = safeStorage(() => ({ getItem: (key) => values.get(key) ?? null, setItem: (key, text) => void values.set(key, text) }));
  storage.writeJson('key', { turn: 4 });
  expect(storage.readJson('key')).toEqual({ turn: 4 });
  expect(storage.readText('key', 3)).toBeUndefined();
  expect(storage.readText('other')).toBeUndefined();
});
it('safeStorage() reads nothing and throws no error if storage is blocked', () => {
  const storage = safeStorage(() => {
    throw new Error('blocked');
  });
  storage.writeText('key', 'text');
  expect(storage.readText('key')).toBeUndefined();
  expect(storage.readJson('key')).toBeUndefined();
});

it('withDeadline() resolves with the result of the work, or rejects with a DeadlineError when the time has passed', async () => {
  const clock = createHandClock();
  expect(await withDeadline(Promise.resolve('done'), { clock, limitMs: 10 })).toBe('done');
  let isPassed = false;
  const work = withDeadline(new Promise<string>(() => {}), { clock, limitMs: 10, onPassed: () => (isPassed = true) });
  clock.pass(10);
  await expect(work).rejects.toBeInstanceOf(DeadlineError);
  expect(isPassed).toBe(true);
});

it('waitFor() and findBy…() wait up to 60 s', () => {
  expect(getConfig().asyncUtilTimeout).toBe(60_000);
});
