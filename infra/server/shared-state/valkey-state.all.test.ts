import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, beforeAll, expect, it } from '@rstest/core';
import { createLog } from '../http/create-log.ts';
import { patientMs, startValkey, type ValkeyServer } from './testing/start-valkey.ts';
import { add, itIsAState, itIsSharedByProcesses, newKey, read } from './testing/state-contract.ts';
import { openValkeyState } from './valkey-state.ts';

const log = createLog({ level: 'silent' });

let valkey: ValkeyServer;
beforeAll(async () => {
  valkey = await startValkey();
});
afterAll(() => valkey.stop());
const openShared = () => openValkeyState({ url: valkey.url, clock: systemClock, log, commandMs: patientMs });

itIsAState(openShared);
itIsSharedByProcesses(openShared);

it('changes are refused as busy while the server is down, and the values are complete afterwards', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'valkey-'));
  const own = await startValkey(folder);
  const [one, two] = await Promise.all([1, 2].map(() => openValkeyState({ url: own.url, clock: systemClock, log, commandMs: patientMs })));
  if (!one || !two) throw new Error('Two processes share the state.');
  const key = newKey();
  await one.change(add([key], 20, 100));
  await own.stop();
  for (const state of [one, two]) {
    await expect(state.change(add([key], 1, 100))).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
    expect(state.problem()).toMatch(/VALKEY_URL/);
  }
  await own.start();
  await expect.poll(() => [one.problem(), two.problem()]).toEqual([undefined, undefined]);
  expect([await one.change(read(key)), await two.change(add([key], 1, 100)), await one.change(read(key))]).toEqual([20, true, 21]);
  await Promise.all([one.close(), two.close(), own.stop()]);
  await rm(folder, { recursive: true });
});

/** Redirects new connections; open connections stay. */
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
  ['stops answering', () => 'CLIENT PAUSE 60000 ALL'],
])('the state reconnects to the new address of the name after the server %s', async (_, command) => {
  const [before, after] = [await startValkey(), await startValkey()];
  const name = await openSwitch(before);
  const state = await openValkeyState({ url: name.url, clock: systemClock, log });
  const key = newKey();
  expect(await state.change(add([key], 1, 9))).toBe(true);
  name.turnTo(after);
  await tell(before, command(new URL(after.url).port));
  const onAfter = await openValkeyState({ url: after.url, clock: systemClock, log, commandMs: patientMs });
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

it('a change with a late answer is refused as busy and made at most once', async () => {
  const state = await openValkeyState({ url: valkey.url, clock: systemClock, log, commandMs: 200 });
  const key = newKey();
  expect(await state.change(add([key], 1, 9))).toBe(true);
  await tell(valkey, 'CLIENT PAUSE 600 ALL');
  await expect(state.change(add([key], 1, 9))).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
  await expect.poll(() => state.problem()).toBeUndefined();
  expect(await state.change(read(key))).toBeLessThanOrEqual(2);
  await state.close();
});
