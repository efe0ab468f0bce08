import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { beforeEach, describe, expect, it } from '@rstest/core';
import { HttpError } from '../../http/exchange.ts';
import { createMemoryState } from '../../shared-state/memory-state.ts';
import { createSpending } from '../spending/spending.ts';
import { defaultSpendingLimits } from '../spending/spending-limits.ts';
import type { PlatformCall } from './call-service.ts';
import { createVoiceCalls } from './voice-calls.ts';

const call: PlatformCall = { id: '0b6f2c1e-7a53-4a0c-9a5e-2f8f0f7a9f11', webCallUrl: 'https://a.daily.co/x' };
const minute = 60;
/** At 15 ¢ a minute. */
const voiceSecondPrice = 250_000;

describe('the cost of talking', () => {
  let clock: ReturnType<typeof createHandClock>;
  let spent: number[];
  let ended: string[];
  beforeEach(() => {
    clock = createHandClock();
    spent = [];
    ended = [];
  });

  /** Calls of one visit on a site with money for so many seconds. */
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
    const calls = createVoiceCalls({
      state,
      clock,
      rules: { slots: 2, lifeMs: 28_000, yieldMs: 11_000, patienceMs: 1000, queueLimit: 1 },
      retryAfterSeconds: 1,
      service: { end: async ({ id }) => void ended.push(id) },
      gatewayUrl: () => 'http://127.0.0.1:1',
      hasHostedRooms: true,
    });
    const begin = (longestSeconds: number, answer: () => Promise<PlatformCall> = async () => call) =>
      calls.open('v', {
        longestSeconds,
        open: answer,
        reserve: (amount) => spending.reserve({ id: 'v', museumId: 'm', address: 'a' }, { work: 'voice', amount }),
      });
    const talk = async (seconds: number) => {
      for (let lasted = 0; lasted < seconds; lasted += 10) {
        clock.pass(10_000);
        if (!(await calls.renew('v', call.id))) return lasted + 10;
      }
      return seconds;
    };
    return { calls, begin, talk };
  };

  it('the cost of talking is set aside for the whole call and paid for the time it took, two minutes at least', async () => {
    const { calls, begin, talk } = open(30 * minute);
    await expect(begin(31 * minute)).rejects.toMatchObject({ code: 'busy' });
    await begin(30 * minute);
    await talk(10 * minute);
    await calls.end('v', call.id);
    await begin(20 * minute);
    await calls.end('v', call.id);
    expect(spent).toEqual([10 * minute, 2 * minute]);
  });

  it('the cost of talking is set aside by and by where a call may last longer than an hour, and ends the call when it cannot be', async () => {
    const { begin, talk } = open(75 * minute);
    await begin(5 * 60 * minute);
    // A minute before the second quarter would begin unpaid.
    expect(await talk(80 * minute)).toBe(74 * minute + 10);
    expect([ended, spent]).toEqual([[call.id], [74 * minute + 10]]);
  });

  it('the cost of talking is not more than the call’s own length, however long it is kept', async () => {
    const { calls, begin, talk } = open(75 * minute);
    await begin(70 * minute);
    expect(await talk(80 * minute)).toBe(80 * minute);
    await calls.end('v', call.id);
    expect(spent).toEqual([70 * minute]);
  });

  it.each([
    ['was turned away', new HttpError('busy'), 0],
    ['was not heard of again', new HttpError('upstream-timeout'), 2 * minute],
  ])('the cost of talking of a call that %s is %s', async (_, fault, seconds) => {
    const { begin } = open(60 * minute);
    await expect(begin(60 * minute, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(spent).toEqual([seconds]);
    await begin(60 * minute - seconds);
  });

  it('the cost of talking ends with the place: when nobody renews it, when the visit begins another call, when the site closes', async () => {
    const { calls, begin } = open(9 * 60 * minute);
    await begin(60 * minute);
    clock.pass(28_000);
    await begin(60 * minute);
    await begin(60 * minute);
    await calls.close();
    expect([spent, ended.length]).toEqual([[2 * minute, 2 * minute, 2 * minute], 3]);
    expect(clock.waiting()).toBe(0);
  });

  it('the cost of talking is not charged twice for two calls a visit begins at once', async () => {
    const { calls, begin } = open(9 * 60 * minute);
    const both = await Promise.allSettled([begin(60 * minute), begin(60 * minute)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    await calls.end('v', call.id);
    // The first lost its slot before it was made.
    expect(spent).toEqual([0, 2 * minute]);
  });
});
