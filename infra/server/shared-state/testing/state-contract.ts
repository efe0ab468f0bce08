import { expect, it } from '@rstest/core';
import type { Change, SharedState } from '../shared-state.ts';

export const lastsMs = 60_000;

let keys = 0;
export const newKey = () => `count:${keys++}`;
/** Adds to all values, or to none if a value would exceed `most`. The result tells which. */
export const add = (of: readonly string[], amount: number, most: number): Change<boolean> => ({
  keys: of,
  lastsMs,
  decide(values) {
    const next = values.map((value) => Number(value ?? 0) + amount);
    return next.every((value) => value <= most) ? { result: true, values: next } : { result: false };
  },
});
export const read = (key: string): Change<unknown> => ({ keys: [key], lastsMs, decide: ([value]) => ({ result: value }) });

export function itIsAState(open: () => Promise<SharedState>): void {
  it('a change applies to all values or none, and changes apply in order', async () => {
    const state = await open();
    const [a, b] = [newKey(), newKey()];
    const done = await Promise.all([state.change(add([a], 3, 10)), state.change(add([a, b], 8, 10)), state.change(add([a, b], 7, 10))]);
    expect(done).toEqual([true, false, true]);
    expect([await state.change(read(a)), await state.change(read(b))]).toEqual([10, 7]);
    await state.close();
  });

  it('an error in a decision changes no value and rejects only its caller', async () => {
    const state = await open();
    const key = newKey();
    const broken: Change<never> = {
      keys: [key],
      lastsMs,
      decide() {
        throw new RangeError('no');
      },
    };
    const [failed, added] = await Promise.allSettled([state.change(broken), state.change(add([key], 1, 1))]);
    expect([failed.status, added]).toEqual(['rejected', { status: 'fulfilled', value: true }]);
    expect(await state.change(read(key))).toBe(1);
    await state.close();
  });

  it('removed values and expired values are gone', async () => {
    const state = await open();
    const [removed, short] = [newKey(), newKey()];
    await state.change(add([removed], 1, 1));
    await state.change({ keys: [removed], lastsMs, decide: () => ({ result: undefined, values: [undefined] }) });
    await state.change({ ...add([short], 1, 1), lastsMs: 1 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([await state.change(read(removed)), await state.change(read(short))]).toEqual([undefined, undefined]);
    await state.close();
  });

  it('writing the same value again does not change its lifetime', async () => {
    const state = await open();
    const key = newKey();
    await state.change(add([key], 1, 1));
    await state.change({ keys: [key], lastsMs: 1, decide: ([value]) => ({ result: undefined, values: [value] }) });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await state.change(read(key))).toBe(1);
    await state.close();
  });
}

export function itIsSharedByProcesses(open: () => Promise<SharedState>): void {
  it('three processes with concurrent changes never exceed the limit', async () => {
    const states = await Promise.all([open(), open(), open()]);
    const [site, ...visits] = [newKey(), newKey(), newKey(), newKey()];
    const asked = Array.from({ length: 600 }, (_, at) => {
      const visit = visits[at % visits.length] ?? '';
      return states[at % states.length]?.change(add([site, visit], 1, 100));
    });
    const given = (await Promise.all(asked)).filter(Boolean).length;
    expect(given).toBe(100);
    expect(await states[0]?.change(read(site))).toBe(100);
    expect(states.map((state) => state.problem())).toEqual([undefined, undefined, undefined]);
    await Promise.all(states.map((state) => state.close()));
  });
}
