import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { beforeEach, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { HttpError } from '../../http/exchange.ts';
import { paidWork } from '../../http/metric-list.ts';
import type { Metrics, PaidWork } from '../../http/metrics.ts';
import { createMemoryState, type SharedState } from '../../shared-state/shared-state.ts';
import { chargeFor, createSpending, type Spender, type Spending } from './spending.ts';
import { defaultSpendingLimits, type Price, pricesOf, type SpendingLimits, spendingLimitsFor } from './spending-limits.ts';

const plenty = 1e12;
const dollar = 100_000_000;
const oneFor = (units: number): Price[] => [{ usd: [units / dollar], fromMs: 0 }];
const loose: SpendingLimits = {
  ...defaultSpendingLimits,
  prices: {
    ...{ chat: oneFor(1), questions: oneFor(1_000_000), translations: oneFor(1_000_000), transcription: oneFor(60) },
    ...{ speech: oneFor(1_000), voice: oneFor(60) },
  },
  visit: { capacity: plenty, fillsInMs: 1000 },
  address: { capacity: plenty, fillsInMs: 1000 },
  museumDay: { capacity: plenty },
  siteDay: { capacity: plenty },
  concurrent: { chat: 9, questions: 9, translations: 9, transcription: 9, speech: 9, voice: 9 },
};

let clock: ReturnType<typeof createHandClock>;
let told: unknown[][];
beforeEach(() => {
  clock = createHandClock();
  told = [];
});
const open = (limits: Partial<SpendingLimits>, mostValues?: number, state?: Pick<SharedState, 'change'>): Spending => {
  const tell = (...all: unknown[]) => void told.push(all);
  const metrics: Pick<Metrics, 'count'> = {
    count(name, labels: object, by = 1) {
      const { work, limit } = labels as { work: PaidWork; limit?: string };
      tell(work, limit ?? (name === 'enfilade_refunded_cents_total' ? -1 : 1) * Math.round(by * 1_000_000));
    },
  };
  return createSpending({
    state: state ?? createMemoryState({ clock, ...(mostValues && { mostValues }) }),
    clock,
    limits: { ...loose, ...limits },
    metrics,
    nameOf: (address) => address,
    log: { error: (...all: unknown[]) => void told.push(all) },
  });
};
const spender = (id: string, change: Partial<Spender> = {}): Spender => ({ id, museumId: 'm', address: 'a', ...change });
const chat = (amount: number, work: PaidWork = 'chat') => ({ work, amount });
const refusalOf = (call: () => Promise<unknown>) =>
  call().then(
    () => undefined,
    ({ code, retryAfterSeconds }: HttpError) => [code, retryAfterSeconds],
  );

it('a refusal counts the limit and names the wait', async () => {
  const spending = open({ visit: { capacity: 10, fillsInMs: 100_000 } });
  await (await spending.reserve(spender('v'), chat(8))).settle();
  expect(await refusalOf(() => spending.reserve(spender('v'), chat(4)))).toEqual(['too-many', 20]);
  expect(told.join(' ')).toBe('chat,8 chat,visit');
  clock.pass(20_000);
  expect(await refusalOf(() => spending.reserve(spender('v'), chat(4)))).toBeUndefined();
});

it.each([
  ['museum', { museumDay: { capacity: 10 } }],
  ['site', { siteDay: { capacity: 10 } }],
])('a spent budget of the %s takes nothing from visit and address', async (limit, limits) => {
  const spending = open({ ...limits, visit: { capacity: 9, fillsInMs: plenty }, address: { capacity: 3, fillsInMs: plenty } });
  await (await spending.reserve(spender('known'), chat(1))).settle();
  await (await spending.reserve(spender('other'), chat(8))).settle();
  for (const id of ['known', 'new', 'new']) expect(await refusalOf(() => spending.reserve(spender(id), chat(8)))).toEqual(['busy', 86_400]);
  expect(told.at(-1)).toEqual(['chat', limit]);
  clock.pass(86_400_000);
  expect(await refusalOf(() => spending.reserve(spender('known'), chat(8)))).toBeUndefined();
  expect(await refusalOf(() => spending.reserve(spender('new'), chat(2)))).toBeUndefined();
});

it('an address may begin a limited number of visits, and its earlier visits continue', async () => {
  const spending = open({ address: { capacity: 2, fillsInMs: 60_000 } });
  for (const id of ['first', 'second', 'first']) await (await spending.reserve(spender(id), chat(1))).settle();
  expect(await refusalOf(() => spending.reserve(spender('third'), chat(1)))).toEqual(['too-many', 30]);
  expect(told.at(-1)).toEqual(['chat', 'address']);
  expect(await refusalOf(() => spending.reserve(spender('third', { address: 'b' }), chat(1)))).toBeUndefined();
  clock.pass(30_000);
  expect(await refusalOf(() => spending.reserve(spender('fourth'), chat(1)))).toBeUndefined();
});

it('a call costs the price of the day on which it began, and an estimate before the first price', async () => {
  const CALL_PRICE = [1, 2].map((minute) => ({ usd: [0.3 * minute], fromMs: minute * 60_000 }));
  const spending = open({ prices: pricesOf({ CALL_PRICE }) });
  await (await spending.reserve(spender('v'), chat(60, 'voice'))).settle();
  clock.pass(60_000);
  const call = await spending.reserve(spender('v'), chat(60, 'voice'));
  clock.pass(60_000);
  expect(await call.extend(60)).toBe(true);
  await call.settle({ used: 90 });
  await (await spending.reserve(spender('v'), chat(60, 'voice'))).settle();
  expect(told.map(([, spent]) => Number(spent) / dollar)).toEqual([0.15, 0.45, 0.6]);
});

it('a visit’s budget covers the same use at higher prices', async () => {
  const prices = pricesOf({ CALL_PRICE: oneFor(2 * dollar) });
  const spending = open({ visit: spendingLimitsFor({ dailyBudgetCents: 100_000, museums: 1, prices }).visit, prices });
  expect(await refusalOf(() => spending.reserve(spender('v'), chat(3_600, 'voice')))).toBeUndefined();
  expect((await refusalOf(() => spending.reserve(spender('v'), chat(3_600, 'voice'))))?.[0]).toBe('too-many');
});

it('one museum cannot spend the other museum’s half of the day’s budget', async () => {
  const limits = spendingLimitsFor({ dailyBudgetCents: 10, museums: 2 });
  const spending = open({ museumDay: limits.museumDay, siteDay: limits.siteDay });
  await (await spending.reserve(spender('v'), chat(5_000_000))).settle();
  expect((await refusalOf(() => spending.reserve(spender('w'), chat(1))))?.[0]).toBe('busy');
  expect(await refusalOf(() => spending.reserve(spender('w', { museumId: 'other' }), chat(5_000_000)))).toBeUndefined();
  expect(spendingLimitsFor({ dailyBudgetCents: 10, museums: 1 }).museumDay).toEqual(limits.siteDay);
});

it('a call counts while it runs, up to two minutes, and for ten seconds after its gateway died', async () => {
  const all = createMemoryState({ clock });
  let isDead = false;
  const change: SharedState['change'] = (asked) => (isDead ? new Promise(() => {}) : all.change(asked));
  const ofOne = open({ concurrent: { ...loose.concurrent, chat: 1 } }, undefined, { ...all, change });
  const ofAnother = open({ concurrent: { ...loose.concurrent, chat: 1 } }, undefined, all);
  const isRefused = async () => (await refusalOf(async () => (await ofAnother.reserve(spender('v'), chat(1))).settle())) !== undefined;
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.pass(1_000);
      await Promise.resolve();
    }
  };
  await ofOne.reserve(spender('v'), chat(1));
  await pass(118);
  expect(await isRefused()).toBe(true);
  await pass(3);
  expect(await isRefused()).toBe(false);
  await ofOne.reserve(spender('v'), chat(1));
  isDead = true;
  await pass(9);
  expect(await isRefused()).toBe(true);
  await pass(2);
  expect(await isRefused()).toBe(false);
});

it.each(paidWork)('a visit may make a limited number of calls of %s at once, until one of the calls ends', async (work) => {
  const spending = open({ concurrent: defaultSpendingLimits.concurrent });
  const begin = () => spending.reserve(spender('v'), chat(1, work));
  const running = await Promise.all(Array.from({ length: defaultSpendingLimits.concurrent[work] }, begin));
  expect(await refusalOf(() => spending.reserve(spender('v'), chat(1, work)))).toEqual(['too-many', 2]);
  expect(await refusalOf(() => spending.reserve(spender('w'), chat(1, work)))).toBeUndefined();
  await running[0]?.settle();
  await running[0]?.settle();
  await begin();
  expect(await refusalOf(() => spending.reserve(spender('v'), chat(1, work)))).toEqual(['too-many', 2]);
});

it('a settlement that cannot be counted is logged, and later calls continue', async () => {
  const memory = createMemoryState({ clock });
  let isFull = false;
  const full = new Error('More waits to be changed than can be.');
  const spending = open({}, undefined, { change: (change) => (isFull ? Promise.reject(full) : memory.change(change)) });
  const call = await spending.reserve(spender('v'), chat(8));
  isFull = true;
  await call.settle({ used: 5 });
  expect(told.filter(([facts]) => (facts as { err?: unknown }).err === full)).toHaveLength(1);
  isFull = false;
  await (await spending.reserve(spender('v'), chat(1))).settle();
});

it('costs of the service correct the estimate: the rest is refunded, and a budget never falls below zero', async () => {
  const spending = open({ siteDay: { capacity: 10 } });
  const costs = (promptTokens: number) => ({ costs: [{ type: 'model', promptTokens, completionTokens: 0 } as const] });
  const call = await spending.reserve(spender('v'), chat(8));
  await call.settle();
  await call.settle(costs(3));
  await call.settle(costs(0));
  expect(told.map(([, spent]) => spent)).toEqual([8, -5]);
  await (await spending.reserve(spender('v'), chat(1))).settle(costs(30));
  expect(told.at(-1)).toEqual(['chat', 30]);
  expect((await refusalOf(() => spending.reserve(spender('v'), chat(1))))?.[0]).toBe('busy');
  clock.pass(86_400_000);
  expect(await refusalOf(() => spending.reserve(spender('v'), chat(10)))).toBeUndefined();
});

it('a call costs the sum of its counted parts and its billed amounts', async () => {
  const spending = open({ prices: pricesOf({}) });
  const call = await spending.reserve(spender('v'), chat(60, 'voice'));
  const model = { type: 'model', promptTokens: 1_000_000, completionTokens: 1_000_000 } as const;
  const voice = { type: 'voice', characters: 2_000 } as const;
  await call.settle({ costs: [model, voice, { type: 'transcriber', minutes: 10 }, { cost: 0.5 }] });
  expect(told).toEqual([['voice', 1.51 * dollar]]);
});

it('a call can reserve more while the budget lasts, and unused amounts are refunded', async () => {
  const spending = open({ siteDay: { capacity: 10 } });
  const call = await spending.reserve(spender('v'), chat(4));
  expect([await call.extend(4), await call.extend(4)]).toEqual([true, false]);
  await call.settle({ used: 5 });
  expect([told.find(([, spent]) => spent === 5), await call.extend(1)]).toEqual([['chat', 5], false]);
  expect(await refusalOf(() => spending.reserve(spender('v'), chat(5)))).toBeUndefined();
  expect((await refusalOf(() => spending.reserve(spender('v'), chat(1))))?.[0]).toBe('busy');
});

it.each([
  ['turned away', new HttpError('busy'), 10],
  ['not reached', new HttpError('upstream-failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }), 10],
  ['broken off', new HttpError('upstream-failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) }), 6],
  ['too slow', new HttpError('upstream-timeout'), 6],
  ['unexpected', new TypeError('x'), 6],
])('a call that failed as “%s” is free only if the service did not accept the call', async (_, error, left) => {
  const spending = open({ siteDay: { capacity: 10 } });
  await expect(chargeFor(await spending.reserve(spender('v'), chat(4)), () => Promise.reject(error))).rejects.toBe(error);
  expect(await refusalOf(() => spending.reserve(spender('v'), chat(left)))).toBeUndefined();
  expect((await refusalOf(() => spending.reserve(spender('v'), chat(1))))?.[0]).toBe('busy');
});

it('a visit is dropped from the counters only by new visits, which the address pays for', async () => {
  const spending = open({ visit: { capacity: 1, fillsInMs: plenty }, address: { capacity: 12, fillsInMs: plenty } }, 7);
  let calls = 0;
  for (let turn = 0; turn < 100; turn += 1)
    for (const id of ['a', 'b', 'c', 'd', 'e'])
      if ((await refusalOf(async () => (await spending.reserve(spender(id), chat(1))).settle())) === undefined) calls += 1;
  expect(calls).toBe(12);
});

it('spending stays within the cap when a thousand attackers begin visits everywhere', async () => {
  const spending = open({ ...spendingLimitsFor({ dailyBudgetCents: 300, museums: 2 }), prices: loose.prices });
  let spent = 0;
  const attack = async (attacker: number) => {
    for (const [round, work] of [...paidWork, ...paidWork].entries()) {
      const me = spender(`${attacker}-${round % 3}`, { museumId: `m${attacker % 2}`, address: `a${attacker % 100}` });
      const cost = 1_000_000 + 10_000 * round;
      const call = async () => {
        spent += cost;
        await Promise.resolve();
      };
      await Promise.resolve()
        .then(async () => chargeFor(await spending.reserve(me, chat(cost, work)), call))
        .catch((error: unknown) => expect(error).toBeInstanceOf(HttpError));
    }
  };
  await Promise.all(Array.from({ length: 1000 }, (_, attacker) => attack(attacker)));
  expect(spent).toBeLessThanOrEqual(300_000_000);
  expect(spent).toBeGreaterThan(297_000_000);
});

it('no budget is exceeded in any order in which calls begin, fail, extend and end', async () => {
  const caps = { visit: 10, museum: 25, site: 40 };
  const call = fc.record({
    visit: fc.nat(5),
    museum: fc.nat(1),
    amount: fc.integer({ min: 1, max: 9 }),
    more: fc.nat(5),
    used: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const order = fc.tuple(fc.scheduler(), fc.array(call, { maxLength: 25 }));
  await fc.assert(
    fc.asyncProperty(order, async ([scheduler, calls]) => {
      const [museumDay, siteDay] = [{ capacity: caps.museum }, { capacity: caps.site }];
      const spending = open({ visit: { capacity: caps.visit, fillsInMs: plenty }, museumDay, siteDay });
      const held = new Map<string, number>();
      const hold = (names: string[], amount: number) => {
        for (const name of names) held.set(name, (held.get(name) ?? 0) + amount);
        for (const [name, sum] of held) expect(sum).toBeLessThanOrEqual(caps[name.split('-')[0] as keyof typeof caps] + 1e-9);
      };
      const run = async ({ visit, museum, amount, more, used }: (typeof calls)[number]) => {
        const names = [`visit-${visit}-${museum}`, `museum-${museum}`, 'site'];
        await scheduler.schedule(Promise.resolve(), 'begin');
        const asked = spending.reserve(spender(`${visit}-${museum}`, { museumId: `m${museum}` }), chat(amount));
        const reservation = await asked.catch(() => undefined);
        if (!reservation) return;
        hold(names, amount);
        await scheduler.schedule(Promise.resolve(), 'extend');
        const whole = (await reservation.extend(more)) ? amount + more : amount;
        hold(names, whole - amount);
        await scheduler.schedule(Promise.resolve(), 'settle');
        const spent = Math.round(whole * used);
        await reservation.settle({ used: spent });
        hold(names, spent - whole);
      };
      await scheduler.waitFor(Promise.all(calls.map(run)));
    }),
    // A run takes up to a hundred turns of the scheduler.
    { numRuns: 20 },
  );
});
