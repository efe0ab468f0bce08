import { leaseLifeMs, leaseYieldMs } from '@enfilade/shared-contracts/api/voice-schemas';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { noSlots, releaseSlot, renewSlot, requestSlot, type SlotResult, type SlotRules, sweepSlots, type VoiceSlots } from './slot-pool.ts';

const rules: SlotRules = { slots: 3, lifeMs: 24, yieldMs: 10, patienceMs: 15, queueLimit: 5 };
const visits = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

type Step = { kind: 'ask' | 'renew' | 'free'; visitId: string; passMs: number };
const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('ask', 'ask', 'renew', 'free'),
  visitId: fc.constantFrom(...visits),
  passMs: fc.constantFrom(0, 0, 1, 5, 14, 15, 24),
});

interface Moment {
  before: VoiceSlots;
  after: VoiceSlots;
  now: number;
  step: Step;
  asked?: SlotResult;
}

function walk(steps: readonly Step[]): Moment[] {
  let slots = noSlots;
  let now = 0;
  return steps.map((step, index) => {
    now += step.passMs;
    const before = slots;
    const leaseId = before.leased.find(({ visitId }) => visitId === step.visitId)?.leaseId ?? 'none';
    const asked = step.kind === 'ask' ? requestSlot(before, { visitId: step.visitId, leaseId: String(index), now }, rules) : undefined;
    if (asked) slots = asked.slots;
    if (step.kind === 'renew') slots = renewSlot(before, { leaseId, now }, rules) ?? before;
    if (step.kind === 'free') slots = releaseSlot(before, leaseId);
    return { before, after: slots, now, step, ...(asked && { asked }) };
  });
}

const everyWalk = (check: (moments: Moment[]) => void) =>
  fc.assert(fc.property(fc.array(stepArbitrary, { maxLength: 60 }), (steps) => check(walk(steps))));
const idsOf = (list: readonly { visitId: string }[]) => list.map(({ visitId }) => visitId);

/** @param before the state in which nothing has expired */
function expectFair({ leased, waiting }: VoiceSlots, { visitId, now }: { visitId: string; now: number }, asked: SlotResult): void {
  if (idsOf(leased).includes(visitId)) return;
  const index = idsOf(waiting).indexOf(visitId);
  const inFront = index === -1 ? waiting.length : index;
  const kept = leased.filter(({ endsAt }) => endsAt - rules.lifeMs + rules.yieldMs > now);
  expect(asked.queuePosition).toBe(Math.max(0, inFront + 1 - (rules.slots - kept.length)));
  expect(idsOf(asked.slots.leased).includes(visitId)).toBe(asked.queuePosition === 0);
}

interface Round {
  slots: VoiceSlots;
  served: string[];
}

/** All visits that were not served ask in order. Then the visit that talks longest leaves. */
function playRound({ slots: before, served: already }: Round, order: readonly string[], now: number): Round {
  let slots = before;
  const served = [...already];
  for (const visitId of order.filter((id) => !already.includes(id))) {
    const asked = requestSlot(slots, { visitId, leaseId: visitId, now }, rules);
    slots = asked.slots;
    if (asked.queuePosition === 0) served.push(visitId);
  }
  const [longest] = slots.leased;
  return { slots: longest ? releaseSlot(slots, longest.leaseId) : slots, served };
}

it('leases never exceed the slots, no visit has two slots or waits beside its own, and the queue keeps its order', () => {
  everyWalk((moments) => {
    for (const { before, after } of moments) {
      const all = [...idsOf(after.leased), ...idsOf(after.waiting)];
      expect([after.leased.length <= rules.slots, after.waiting.length <= rules.queueLimit]).toEqual([true, true]);
      expect(new Set(all).size).toBe(all.length);
      const stayed = idsOf(after.waiting).filter((id) => idsOf(before.waiting).includes(id));
      expect(idsOf(before.waiting).filter((id) => stayed.includes(id))).toEqual(stayed);
    }
  });
});

it('a visit gets a slot only if enough slots remain for all visits in front', () => {
  everyWalk((moments) => {
    for (const { before, now, step, asked } of moments)
      if (asked) expectFair(sweepSlots(before, now).slots, { visitId: step.visitId, now }, asked);
  });
});

it('a lease expires unless its browser renews the lease, its end is reported once, and a renewed slot is given to no other visit', () => {
  everyWalk((moments) => {
    for (const { asked, before, after, now, step } of moments) {
      expect(sweepSlots(after, now + rules.lifeMs)).toEqual({ slots: noSlots, ended: after.leased });
      const taken = asked?.ended.filter(({ visitId, endsAt }) => visitId !== step.visitId && endsAt > now) ?? [];
      for (const { endsAt } of taken) expect(endsAt - rules.lifeMs).toBeLessThanOrEqual(now - rules.yieldMs);
      expect(taken.length).toBeLessThanOrEqual(Math.max(0, before.leased.length - rules.slots + 1));
    }
    const ended = moments.flatMap(({ asked }) => asked?.ended.map(({ leaseId }) => leaseId) ?? []);
    expect(new Set(ended).size).toBe(ended.length);
  });
});

it('a waiting visit gets the slot of a vanished browser; without a waiting visit a lost connection keeps its slot', () => {
  const one: SlotRules = { ...rules, slots: 1, lifeMs: leaseLifeMs, yieldMs: leaseYieldMs, patienceMs: 15_000 };
  const { slots } = requestSlot(noSlots, { visitId: 'a', leaseId: '1', now: 0 }, one);
  const tooEarly = requestSlot(slots, { visitId: 'b', leaseId: '2', now: leaseYieldMs - 1 }, one);
  expect([tooEarly.queuePosition, tooEarly.ended]).toEqual([1, []]);
  // A waiting browser asks every 3 s, and must not wait for longer than 15 s.
  const taken = requestSlot(tooEarly.slots, { visitId: 'b', leaseId: '3', now: 12_000 }, one);
  expect([taken.queuePosition, idsOf(taken.ended), idsOf(taken.slots.leased)]).toEqual([0, ['a'], ['b']]);
  expect(renewSlot(taken.slots, { leaseId: '1', now: 12_001 }, one)).toBeUndefined();
  // If no visit waits, a connection that was lost for 20 s finds its slot.
  expect(renewSlot(slots, { leaseId: '1', now: 20_000 }, one)).toBeDefined();
});

it('every visit that keeps asking gets a slot, in the order of asking', () => {
  forAll(fc.shuffledSubarray(visits, { minLength: 4, maxLength: 8 }), (order) => {
    let state: Round = { slots: noSlots, served: [] };
    for (const [now] of order.entries()) state = playRound(state, order, now);
    expect(state.served).toEqual(order);
  });
});

it('the next visit gets the slot if the visit in front stopped asking', () => {
  const ask = (slots: VoiceSlots, visitId: string, now: number) =>
    requestSlot(slots, { visitId, leaseId: String(now), now }, { ...rules, slots: 1 });
  const full = ask(ask(ask(noSlots, 'a', 0).slots, 'b', 1).slots, 'c', 2);
  expect(full.queuePosition).toBe(2);
  const freed = releaseSlot(full.slots, '0');
  expect(ask(freed, 'c', 15).queuePosition).toBe(1);
  expect(ask(freed, 'c', 16).queuePosition).toBe(0);
});

it('slots are free after a clock that was two days ahead was corrected', () => {
  const ahead = 2 * 24 * 60 * 60 * 1000;
  const visits = ['a', 'b', 'c'].map((visitId) => ({ visitId, leaseId: visitId, endsAt: ahead + rules.lifeMs }));
  const slots = { leased: visits, waiting: [{ visitId: 'e', lapsesAt: ahead }] };
  const asked = requestSlot(slots, { visitId: 'd', leaseId: 'd', now: 0 }, rules);
  expect([asked.queuePosition, asked.slots.waiting]).toEqual([0, []]);
});
