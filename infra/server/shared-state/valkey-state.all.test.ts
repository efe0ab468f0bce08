import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { createLog } from '../http/create-log.ts';
import type { SharedState } from './shared-state.ts';
import { patientMs, startValkey, type ValkeyServer } from './testing/start-valkey.ts';
import { add, itIsAState, itIsSharedByProcesses, newKey, read } from './testing/state-contract.ts';
import { openValkeyState } from './valkey-state.ts';

const log = createLog({ level: 'silent' });
/** What a process did alone is added to what the others did. */
const merges = { count: (agreed: unknown, own: unknown, found: unknown) => Number(found ?? 0) + Number(own ?? 0) - Number(agreed ?? 0) };

let valkey: ValkeyServer;
beforeAll(async () => {
  valkey = await startValkey();
});
afterAll(() => valkey.stop());
const openShared = () => openValkeyState({ url: valkey.url, merges, clock: systemClock, log, commandMs: patientMs });

describe('the state in Valkey', () => {
  itIsAState(openShared);
  itIsSharedByProcesses(openShared);

  it('go on within their share while it cannot be reached, and bring together what they did', async () => {
    const states = await Promise.all([openShared(), openShared()]);
    // Each counts the others when it says that it is there.
    const late = await openShared();
    await states[0]?.close();
    const [one, two] = [states[1] as SharedState, late];
    const key = newKey();
    await one.change(add([key], 20, 100));
    await two.change(add([key], 20, 100));
    await valkey.stop();
    const given: number[] = [];
    for (const state of [one, two]) {
      let count = 0;
      while (await state.change(add([key], 1, 100))) count += 1;
      given.push(count);
    }
    expect(one.problem()).toMatch(/VALKEY_URL/);
    expect(given[0]).toBeGreaterThan(0);
    expect((given[0] ?? 0) + (given[1] ?? 0)).toBeLessThanOrEqual(80);
    await valkey.start();
    await expect.poll(() => [one.problem(), two.problem()]).toEqual([undefined, undefined]);
    // A server that lost its values has what was done alone; one that kept them, all of it.
    expect(await one.change(read(key))).toBe((given[0] ?? 0) + (given[1] ?? 0));
    await Promise.all([one.close(), two.close()]);
  });

  it('lose nothing of what is changed while that is being brought together', async () => {
    const state = await openShared();
    const key = newKey();
    await state.change(add([key], 1, Number.MAX_SAFE_INTEGER));
    await valkey.stop();
    let added = 0;
    const addOne = async (others: string[] = []) => {
      await state.change(add([key, ...others], 1, Number.MAX_SAFE_INTEGER));
      added += 1;
    };
    // As many as take a while to be merged.
    while (added < 2_000) await addOne([newKey()]);
    await valkey.start();
    while (state.problem() !== undefined) await addOne();
    expect(await state.change(read(key))).toBe(added);
    await state.close();
  });
});
