import { once } from 'node:events';
import { leaseLifeMs, leaseRenewalMs, leaseYieldMs } from '@enfilade/shared-contracts/api/voice-schemas';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { beforeEach, describe, expect, it } from '@rstest/core';
import { WebSocket, WebSocketServer } from 'ws';
import { type ScriptedUpstreams, startScriptedUpstreams } from '../testing/scripted-upstreams.ts';
import { startTestGateway, type TestGateway, visitKey } from '../testing/test-gateway.ts';
import { openValkeySite } from '../testing/valkey-site.ts';
import { askCall, type Caller, callOf, endedCalls } from '../testing/voice-client.ts';

const unknownRoom = 4004;

/** The rooms of the gateway's own platform say everything back. */
interface Member {
  gateway: TestGateway;
  upstreams: ScriptedUpstreams;
  joined: number;
}

const valkey = openValkeySite();
let clock: ReturnType<typeof createHandClock>;
let members: [Member, Member, Member];
beforeEach(() => {
  clock = createHandClock();
});

/** @param shared one platform for several gateways, as hosted platforms are */
async function startMember(rooms: 'local' | 'hosted', shared?: ScriptedUpstreams): Promise<Member> {
  const upstreams = shared ?? (await startScriptedUpstreams());
  const sockets = new WebSocketServer({ server: upstreams.server });
  const state = await valkey.openState();
  const voice = { rooms, hearing: 'site', slots: 2, voiceDir: '/none', callMachineOrigin: 'http://127.0.0.1:1' } as const;
  const gateway = await startTestGateway({
    upstreamOrigin: upstreams.origin,
    options: { state, visitKeys: () => [visitKey] as const, voice, clock },
  });
  const member: Member = { gateway, upstreams, joined: 0 };
  sockets.on('connection', (line) => {
    member.joined += 1;
    line.on('message', (data, isBinary) => line.send(data, { binary: isBinary }));
  });
  upstreams.on('/voice/move', (_, response) => {
    for (const line of sockets.clients) line.close(unknownRoom);
    response.writeHead(204).end();
  });
  valkey.closing.push(async () => {
    await gateway.close();
    await state.close();
    for (const line of sockets.clients) line.terminate();
    await upstreams.close();
  });
  return member;
}
const start = async () => {
  members = [await startMember('local'), await startMember('local'), await startMember('local')];
  return members;
};
const join = ({ gateway }: Member, caller: Caller) => {
  const { origin } = gateway;
  const line = new WebSocket(`${origin.replace('http', 'ws')}/voice/room/${callOf(caller).id}/ws`, {
    headers: { origin, cookie: caller.cookie },
  });
  line.on('error', () => undefined);
  return line;
};
const renew = async ({ gateway }: Member, caller: Caller) =>
  (await gateway.post(`/api/voice/calls/${callOf(caller).id}/renewal`, {}, { cookie: caller.cookie })).status;
const hangUp = async ({ gateway }: Member, caller: Caller) =>
  (await gateway.remove(`/api/voice/calls/${callOf(caller).id}`, { cookie: caller.cookie })).status;
const echo = async (line: WebSocket, text: string) => {
  line.send(text);
  return String((await once(line, 'message'))[0]);
};

it('a call’s room is reachable through each gateway, in text and in sound', async () => {
  const [first] = await start();
  const caller = await askCall(first.gateway);
  for (const member of members) {
    const line = join(member, caller);
    await once(line, 'open');
    expect(await echo(line, '{"t":"join"}')).toBe('{"t":"join"}');
    const sound = Buffer.alloc(64_000, 7);
    line.send(sound);
    expect((await once(line, 'message'))[0].equals(sound)).toBe(true);
    line.close();
    await once(line, 'close');
  }
  expect(members.map(({ joined }) => joined)).toEqual([3, 0, 0]);
});

it('a call is refused to another visit at every gateway', async () => {
  const [first, second] = await start();
  const caller = await askCall(first.gateway);
  const other = { ...caller, cookie: (await askCall(second.gateway)).cookie };
  expect((await once(join(second, other), 'close'))[0]).toBe(unknownRoom);
  expect([await renew(second, other), await hangUp(second, other)]).toEqual([404, 404]);
  expect(first.joined).toBe(0);
});

it('renewals at any gateway keep a call', async () => {
  const [first, second, third] = await start();
  const caller = await askCall(first.gateway);
  for (let passedMs = 0; passedMs < 3 * leaseLifeMs; passedMs += leaseRenewalMs) {
    clock.pass(leaseRenewalMs);
    expect(await renew(passedMs % (2 * leaseRenewalMs) === 0 ? second : third, caller)).toBe(204);
  }
  expect(endedCalls(first.upstreams)).toEqual([]);
});

it('calls continue while the shared state is unreachable, wherever browsers renew them, and afterwards', async () => {
  const [first, second, third] = await start();
  const caller = await askCall(first.gateway);
  await valkey.stop();
  for (let passedMs = 0; passedMs < 3 * leaseLifeMs; passedMs += leaseRenewalMs) {
    clock.pass(leaseRenewalMs);
    // A browser renews again after this answer.
    expect(await renew(passedMs % (2 * leaseRenewalMs) === 0 ? second : third, caller)).toBe(503);
  }
  expect((await askCall(second.gateway)).answer.status).toBe(503);
  await valkey.start();
  for (const { gateway } of members) await expect.poll(async () => (await gateway.get('/readyz')).text).not.toContain('VALKEY_URL');
  for (const member of members) {
    clock.pass(leaseRenewalMs);
    expect(await renew(member, caller)).toBe(204);
  }
  expect(endedCalls(first.upstreams)).toEqual([]);
});

it('a call hung up or replaced at another gateway ends on its own platform within seconds', async () => {
  const [first, second, third] = await start();
  const left = await askCall(first.gateway);
  expect(await hangUp(second, left)).toBe(204);
  const replaced = await askCall(first.gateway);
  await askCall(third.gateway, replaced.cookie);
  expect(await renew(second, replaced)).toBe(404);
  await expect
    .poll(() => {
      clock.pass(leaseRenewalMs);
      return new Set(endedCalls(first.upstreams));
    })
    .toEqual(new Set([callOf(left).id, callOf(replaced).id]));
  expect(endedCalls(third.upstreams)).toEqual([]);
});

it('stopping a gateway closes its rooms at once, and the visit’s next call gets the same slot', async () => {
  const [first, second, third] = await start();
  const caller = await askCall(first.gateway);
  const waiting = await askCall(second.gateway);
  expect((await askCall(third.gateway)).answer.status).toBe(503);
  const lines = [join(first, caller), join(second, caller)];
  await Promise.all(lines.map((line) => once(line, 'open')));
  const told = Promise.all(lines.map((line) => once(line, 'close').then(([code]) => code as number)));
  const closed = first.gateway.app.close();
  expect(await told).toEqual([unknownRoom, unknownRoom]);
  await closed;
  expect((await once(join(second, caller), 'close'))[0]).toBe(unknownRoom);
  expect((await askCall(third.gateway, caller.cookie)).answer.status).toBe(201);
  expect(await renew(third, waiting)).toBe(204);
});

it('a room of a gateway that died is unknown, so the browser requests a new call', async () => {
  const [first, second] = await start();
  const caller = await askCall(first.gateway);
  first.gateway.app.server.close();
  first.gateway.app.server.closeAllConnections();
  expect((await once(join(second, caller), 'close'))[0]).toBe(unknownRoom);
  expect((await askCall(second.gateway, caller.cookie)).answer.status).toBe(201);
});

describe('on one hosted platform after a gateway died', () => {
  let own: Member;
  let other: Member;
  beforeEach(async () => {
    own = await startMember('hosted');
    other = await startMember('hosted', own.upstreams);
  });
  const begin = async () => {
    const callers = [await askCall(own.gateway), await askCall(own.gateway)];
    await own.gateway.app.close();
    expect(endedCalls(own.upstreams)).toEqual([]);
    return callers.map((caller) => ({ ...caller, id: callOf(caller).id }));
  };

  it('the dead gateway’s call ends on the hosted platform before another visit gets its slot', async () => {
    const [gone] = await begin();
    clock.pass(leaseYieldMs);
    expect((await askCall(other.gateway)).answer.status).toBe(201);
    expect(endedCalls(own.upstreams)).toEqual([gone?.id]);
  });

  it('the dead gateway’s call continues while another gateway renews it, and ends when its visitor hangs up', async () => {
    const [left] = await begin();
    if (!left) throw new Error('Two calls began.');
    clock.pass(leaseRenewalMs);
    expect([endedCalls(own.upstreams), await renew(other, left)]).toEqual([[], 204]);
    expect([await hangUp(other, left), await renew(other, left)]).toEqual([204, 404]);
    await expect.poll(() => endedCalls(own.upstreams)).toEqual([left.id]);
  });

  it('the dead gateway’s calls end when their leases expire, even if no visit requests a slot', async () => {
    // The other gateway does not check at this moment.
    clock.pass(1_000);
    const all = await begin();
    for (let passedMs = 0; passedMs < leaseLifeMs; passedMs += 1_000) {
      expect(endedCalls(own.upstreams)).toEqual([]);
      clock.pass(1_000);
      // The metrics' answer follows all earlier requests to the shared state.
      await fetch(`${other.gateway.origin}/metrics`);
    }
    await expect.poll(() => new Set(endedCalls(own.upstreams))).toEqual(new Set(all.map(({ id }) => id)));
  });
});
