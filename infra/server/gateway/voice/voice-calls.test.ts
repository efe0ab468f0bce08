import { leaseLifeMs, leaseRenewalMs } from '@enfilade/shared-contracts/api/voice-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { beforeEach, describe, expect, it } from '@rstest/core';
import { HttpError } from '../../http/exchange.ts';
import { createMemoryState, type SharedState } from '../../shared-state/shared-state.ts';
import { createSpending } from '../spending/spending.ts';
import { defaultSpendingLimits } from '../spending/spending-limits.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { answerJson } from '../testing/scripted-server.ts';
import { callPath } from '../testing/scripted-upstreams.ts';
import { askCall, type Caller, callOf, endedCalls } from '../testing/voice-client.ts';
import type { PlatformCall } from './call-service.ts';
import { createVoiceCalls } from './voice-calls.ts';

const unknownCall = '0b6f2c1e-7a53-4a0c-9a5e-2f8f0f7a9f11';

const callsOn = (state: SharedState, clock: Clock, ended: string[], hasHostedRooms: boolean) =>
  createVoiceCalls({
    ...{ state, clock, hasHostedRooms, retryAfterSeconds: 1, gatewayUrl: () => 'http://127.0.0.1:1' },
    rules: { slots: 2, lifeMs: 28_000, yieldMs: 11_000, patienceMs: 1000, queueLimit: 1 },
    service: { end: async ({ id }) => void ended.push(id) },
  });

describe('voice slots', () => {
  const site = openEachTest();
  let clock: ReturnType<typeof createHandClock>;
  const start = (slots: number) => {
    clock = createHandClock();
    const voice = { rooms: 'local', hearing: 'site', slots, voiceDir: '/none' } as const;
    return site.reopen({ options: { voice, clock } });
  };
  const call = (cookie?: string) => askCall(site.gateway, cookie);

  const refusal = ({ answer }: Caller) => {
    const { code, ahead, retryAfterSeconds } = answer.json();
    return [answer.status, code, ahead, retryAfterSeconds, answer.headers['retry-after']];
  };
  const renew = async ({ cookie }: Caller, callId: string) =>
    (await site.gateway.post(`/api/voice/calls/${callId}/renewal`, {}, { cookie })).status;
  const hangUp = async ({ cookie }: Caller, callId: string) => (await site.gateway.remove(`/api/voice/calls/${callId}`, { cookie })).status;
  /** The gateway ends calls in the background. */
  const untilEnded = async (count: number) => {
    while (endedCalls(site.upstreams).length < count) await new Promise((resolve) => setImmediate(resolve));
    return endedCalls(site.upstreams);
  };

  it('of a hundred visitors ten get the ten slots, and ninety get the number of visitors ahead', async () => {
    await start(10);
    const callers = await Promise.all(Array.from({ length: 100 }, () => call()));
    const talking = callers.filter(({ answer }) => answer.status === 201);
    const waiting = callers.filter(({ answer }) => answer.status === 503);
    expect([talking.length, waiting.length, site.upstreams.count(callPath)]).toEqual([10, 90, 10]);
    const ahead = waiting.map(({ answer }) => answer.json<{ ahead: number }>().ahead);
    expect(ahead.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 90 }, (_, index) => index + 1));
    const [next] = waiting.filter(({ answer }) => answer.json<{ ahead: number }>().ahead === 1);
    expect(next && refusal(next)).toEqual([503, 'busy', 1, 3, '3']);
    expect(next?.answer.json<{ message: string }>().message).toContain('All places for talking are taken');
    expect(site.gateway.logged.join('')).not.toContain('request failed');
  });

  it('renewals keep a call; without renewals its slot is freed and the call ended', async () => {
    await start(1);
    const caller = await call();
    const { id } = callOf(caller);
    for (let renewals = 0; renewals < 5; renewals += 1) {
      clock.pass(leaseRenewalMs);
      expect(await renew(caller, id)).toBe(204);
    }
    expect(endedCalls(site.upstreams)).toEqual([]);
    clock.pass(leaseLifeMs);
    expect(await untilEnded(1)).toEqual([id]);
    expect(await renew(caller, id)).toBe(404);
    expect((await call()).answer.status).toBe(201);
  });

  it('a visit’s second call replaces the first call, which is ended', async () => {
    await start(1);
    const first = await call();
    const again = await call(first.cookie);
    expect(await untilEnded(1)).toEqual([callOf(first).id]);
    expect([await renew(first, callOf(first).id), await renew(again, callOf(again).id)]).toEqual([404, 204]);
  });

  it('of two parallel calls of one visit the later call keeps the slot, and the earlier call is ended', async () => {
    await start(2);
    const { cookie } = await call();
    const begun = await Promise.all([call(cookie), call(cookie)]);
    expect(begun.map(({ answer }) => answer.status).toSorted()).toEqual([201, 412]);
    expect(await untilEnded(2)).toHaveLength(2);
    const live = begun.find(({ answer }) => answer.status === 201) as Caller;
    expect(await renew(live, callOf(live).id)).toBe(204);
  });

  it('renewing or ending another visit’s call is refused with 404', async () => {
    await start(2);
    const mine = await call();
    const other = await call();
    const { id } = callOf(mine);
    expect([await renew(other, id), await hangUp(other, id)]).toEqual([404, 404]);
    expect([await renew({ ...mine, cookie: '' }, id), await hangUp({ ...mine, cookie: 'enfilade-visit=forged' }, id)]).toEqual([404, 404]);
    expect([await renew(mine, unknownCall), await renew(mine, 'none'), await hangUp(mine, '..%2f')]).toEqual([404, 400, 400]);
    expect([await renew(mine, id), await hangUp(mine, id), await hangUp(mine, id)]).toEqual([204, 204, 404]);
    expect(await untilEnded(1)).toEqual([id]);
  });

  it('a slot is free again if the platform could not open the call', async () => {
    await start(1);
    site.upstreams.on(callPath, answerJson(500, { message: 'upstream secret' }));
    for (let tries = 0; tries < 3; tries += 1) expect((await call()).answer.status).toBe(502);
  });

  it('closing the site ends its calls', async () => {
    await start(2);
    const ids = [callOf(await call()).id, callOf(await call()).id];
    await site.gateway.app.close();
    expect(new Set(endedCalls(site.upstreams))).toEqual(new Set(ids));
    expect(clock.waiting()).toBe(0);
  });

  const voiceCalls = (change?: SharedState['change']) => {
    const hand = createHandClock();
    const memory = createMemoryState({ clock: hand });
    const ended: string[] = [];
    const calls = callsOn({ ...memory, ...(change && { change }) }, hand, ended, false);
    const open = () =>
      calls.open('visit', {
        longestSeconds: 60,
        reserve: async () => ({ extend: async () => true, settle: async () => {} }),
        open: async () => ({ id: unknownCall, webCallUrl: 'http://127.0.0.1:1' }),
      });
    return { hand, memory, ended, calls, open };
  };

  it('calls end after a sweep that failed, when the shared state is reachable again', async () => {
    let isReached: boolean = true;
    const { hand, memory, ended, calls, open } = voiceCalls(async (change) =>
      isReached ? memory.change(change) : Promise.reject(new Error('no answer')),
    );
    await open();
    isReached = false;
    hand.pass(28_000);
    await expect.poll(() => hand.waiting()).toBe(1);
    isReached = true;
    // Browsers have the time of one lease to renew.
    hand.pass(28_000);
    expect(ended).toEqual([]);
    hand.pass(1_000);
    await expect.poll(() => ended).toEqual([unknownCall]);
    await calls.close();
  });

  it('a closing site gives no slots', async () => {
    const { hand, calls, open } = voiceCalls();
    await calls.close();
    await expect(open()).rejects.toMatchObject({ code: 'busy' });
    expect(hand.waiting()).toBe(0);
  });
});

const opened: PlatformCall = { id: unknownCall, webCallUrl: 'https://a.daily.co/x' };
const minute = 60;
/** At 15 ¢ a minute. */
const voiceSecondPrice = 250_000;

describe('the cost of a call', () => {
  let clock: ReturnType<typeof createHandClock>;
  let spent: number[];
  let ended: string[];
  beforeEach(() => {
    clock = createHandClock();
    spent = [];
    ended = [];
  });

  /** @param affordableSeconds the budget of the site */
  const open = (affordableSeconds: number) => {
    const state = createMemoryState({ clock });
    const spending = createSpending({
      state,
      nameOf: (address) => address,
      log: { error: expect.unreachable },
      clock,
      limits: { ...defaultSpendingLimits, siteDay: { capacity: affordableSeconds * voiceSecondPrice } },
      metrics: {
        count(name, _, cents = 1) {
          if (name !== 'enfilade_refused_total')
            spent.push(((name === 'enfilade_refunded_cents_total' ? -1 : 1) * Math.round(cents * 1_000_000)) / voiceSecondPrice);
        },
      },
    });
    const calls = callsOn(state, clock, ended, true);
    const begin = (longestSeconds: number, answer: () => Promise<PlatformCall> = async () => opened) =>
      calls.open('v', {
        longestSeconds,
        open: answer,
        reserve: (amount) => spending.reserve({ id: 'v', museumId: 'm', address: 'a' }, { work: 'voice', amount }),
      });
    const talk = async (seconds: number) => {
      for (let lasted = 0; lasted < seconds; lasted += 10) {
        clock.pass(10_000);
        if (!(await calls.renew('v', opened.id))) return lasted + 10;
      }
      return seconds;
    };
    return { calls, begin, talk };
  };

  it('a call reserves its longest duration and pays for its actual one, at least two minutes', async () => {
    const { calls, begin, talk } = open(30 * minute);
    await expect(begin(31 * minute)).rejects.toMatchObject({ code: 'busy' });
    await begin(30 * minute);
    await talk(10 * minute);
    await calls.end('v', opened.id);
    await begin(20 * minute);
    await calls.end('v', opened.id);
    expect(spent).toEqual([10 * minute, 2 * minute]);
  });

  it('a call longer than an hour reserves step by step, and ends when a reservation fails', async () => {
    const { begin, talk } = open(75 * minute);
    await begin(5 * 60 * minute);
    // A minute before the second quarter would begin unpaid.
    expect(await talk(80 * minute)).toBe(74 * minute + 10);
    expect([ended, spent]).toEqual([[opened.id], [74 * minute + 10]]);
  });

  it('a call costs no more than its longest duration, however long its browser renews the call', async () => {
    const { calls, begin, talk } = open(75 * minute);
    await begin(70 * minute);
    expect(await talk(80 * minute)).toBe(80 * minute);
    await calls.end('v', opened.id);
    expect(spent).toEqual([70 * minute]);
  });

  it.each([
    ['the platform turned away', new HttpError('busy'), 0],
    ['the platform did not answer', new HttpError('upstream-timeout'), 2 * minute],
  ])('a call that %s pays for the time that the platform may bill', async (_, fault, seconds) => {
    const { begin } = open(60 * minute);
    await expect(begin(60 * minute, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(spent).toEqual([seconds]);
    await begin(60 * minute - seconds);
  });

  it('a call’s cost ends when its slot expires, when the visit starts another call, and when the site closes', async () => {
    const { calls, begin } = open(9 * 60 * minute);
    await begin(60 * minute);
    clock.pass(28_000);
    await begin(60 * minute);
    await begin(60 * minute);
    await calls.close();
    expect([spent, ended.length]).toEqual([[2 * minute, 2 * minute, 2 * minute], 3]);
    expect(clock.waiting()).toBe(0);
  });

  it('two parallel calls of one visit are charged once', async () => {
    const { calls, begin } = open(9 * 60 * minute);
    const both = await Promise.allSettled([begin(60 * minute), begin(60 * minute)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    await calls.end('v', opened.id);
    // The first lost its slot before it was made.
    expect(spent).toEqual([0, 2 * minute]);
  });
});
