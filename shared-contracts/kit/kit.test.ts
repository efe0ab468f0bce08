import { describe, expect, it } from '@rstest/core';
import { getConfig } from '@testing-library/react';
import fc from 'fast-check';
import { DeadlineError, withDeadline } from './deadline.ts';
import { parseJson } from './json.ts';
import { safeStorage } from './storage.ts';
import { createStore } from './store.ts';
import { createHandClock } from './testing/hand-clock.ts';

describe('parseJson', () => {
  it('parseJson gives back what JSON.stringify wrote', () => {
    fc.assert(fc.property(fc.json(), (text) => JSON.stringify(parseJson(text)) === JSON.stringify(JSON.parse(text))));
  });
  it('parseJson is undefined for what is not JSON', () => {
    expect(['', '{', 'undefined', '{"a":}'].map(parseJson)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('a store', () => {
  it('a store calls subscribers with the new and the former state, and not for the same one', () => {
    const store = createStore(1);
    const calls: [number, number][] = [];
    const unsubscribe = store.subscribe((state, before) => calls.push([state, before]));
    store.set(2);
    store.set(2);
    unsubscribe();
    store.set(3);
    expect(calls).toEqual([[2, 1]]);
    expect(store.getState()).toBe(3);
  });
  it('a store replaces an object, fields of the former one are gone', () => {
    const store = createStore<{ a?: number; b?: number }>({ a: 1 });
    store.set({ b: 2 });
    expect(store.getState()).toEqual({ b: 2 });
  });
});

describe('safe storage', () => {
  it('safe storage reads what was written', () => {
    const values = new Map<string, string>();
    const storage = safeStorage(() => ({ getItem: (key) => values.get(key) ?? null, setItem: (key, text) => void values.set(key, text) }));
    storage.writeJson('key', { turn: 4 });
    expect(storage.readJson('key')).toEqual({ turn: 4 });
    expect(storage.readText('key', 3)).toBeUndefined();
    expect(storage.readText('other')).toBeUndefined();
  });
  it('safe storage finds nothing and throws nothing where storage is blocked', () => {
    const storage = safeStorage(() => {
      throw new Error('blocked');
    });
    storage.writeText('key', 'text');
    expect(storage.readText('key')).toBeUndefined();
    expect(storage.readJson('key')).toBeUndefined();
  });
});

describe('withDeadline', () => {
  it('withDeadline resolves with the work and stops the timer', async () => {
    const clock = createHandClock();
    expect(await withDeadline(Promise.resolve('done'), { clock, limitMs: 10 })).toBe('done');
  });
  it('withDeadline rejects when the time has passed, after which the work changes nothing', async () => {
    const clock = createHandClock();
    let isPassed = false;
    const work = withDeadline(new Promise<string>(() => {}), { clock, limitMs: 10, onPassed: () => (isPassed = true) });
    clock.pass(10);
    await expect(work).rejects.toBeInstanceOf(DeadlineError);
    expect(isPassed).toBe(true);
  });
});

it('waitFor and findBy… wait far longer than their default second', () => {
  expect(getConfig().asyncUtilTimeout).toBe(60_000);
});
