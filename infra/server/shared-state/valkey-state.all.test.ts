import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
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
    await expect.poll(() => [one.problem(), two.problem()].every(Boolean)).toBe(true);
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
    await expect.poll(() => state.problem()).toBeDefined();
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

  /** A name that leads new connections elsewhere; those that are open stay where they are. */
  async function openSwitch(first: ValkeyServer) {
    let to = first;
    const server = createServer((socket) => {
      const onward = connect(Number(new URL(to.url).port), '127.0.0.1');
      socket.pipe(onward).pipe(socket);
      socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
      onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const turnTo = (next: ValkeyServer) => {
      to = next;
    };
    return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, turnTo, close: () => server.close() };
  }
  async function tell(server: ValkeyServer, command: string): Promise<void> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(`${command}\r\n`);
    expect(String((await once(socket, 'data'))[0])).toBe('+OK\r\n');
    socket.destroy();
  }

  it.each([
    ['becomes a replica', (next: string) => `REPLICAOF 127.0.0.1 ${next}`],
    ['becomes a replica without its primary', () => 'REPLICAOF 127.0.0.1 1'],
    ['does not answer any more', () => 'CLIENT PAUSE 60000 ALL'],
  ])('is found again where its name leads after the server %s', async (_, command) => {
    const [before, after] = [await startValkey(), await startValkey()];
    const name = await openSwitch(before);
    const state = await openValkeyState({ url: name.url, merges, clock: systemClock, log });
    const key = newKey();
    expect(await state.change(add([key], 1, 9))).toBe(true);
    name.turnTo(after);
    await tell(before, command(new URL(after.url).port));
    const onAfter = await openValkeyState({ url: after.url, merges, clock: systemClock, log, commandMs: patientMs });
    const other = newKey();
    await expect
      .poll(async () => {
        await state.change(add([other], 1, 1_000)).catch(() => undefined);
        return state.problem() === undefined && (await onAfter.change(read(other))) !== undefined;
      })
      .toBe(true);
    await Promise.all([state.close(), onAfter.close(), before.stop(), after.stop()]);
    name.close();
  });

  it('makes a change once whose answer came too late, and says that it may have been made', async () => {
    const state = await openValkeyState({ url: valkey.url, merges, clock: systemClock, log, commandMs: 200 });
    const key = newKey();
    expect(await state.change(add([key], 1, 9))).toBe(true);
    await tell(valkey, 'CLIENT PAUSE 600 ALL');
    await expect(state.change(add([key], 1, 9))).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
    await expect.poll(() => state.problem()).toBeUndefined();
    expect(await state.change(read(key))).toBeLessThanOrEqual(2);
    await state.close();
  });
});
