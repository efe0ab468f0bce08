import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { type Asked, askPlace, freePlace, noPlaces, type Places, renewPlace, type SlotRules, sweepPlaces } from './slot-pool.ts';

const rules: SlotRules = { slots: 3, lifeMs: 24, patienceMs: 15, lineLimit: 5 };
const visits = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

type Step = { kind: 'ask' | 'renew' | 'free'; visitId: string; passMs: number };
const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('ask', 'ask', 'renew', 'free'),
  visitId: fc.constantFrom(...visits),
  passMs: fc.constantFrom(0, 0, 1, 5, 14, 15, 24),
});

interface Moment {
  before: Places;
  after: Places;
  now: number;
  step: Step;
  asked?: Asked;
}

/** Every moment of a walk, each place under the ticket of its step. */
function walk(steps: readonly Step[]): Moment[] {
  let places = noPlaces;
  let now = 0;
  return steps.map((step, index) => {
    now += step.passMs;
    const before = places;
    const ticket = before.taken.find(({ visitId }) => visitId === step.visitId)?.ticket ?? -1;
    const asked = step.kind === 'ask' ? askPlace(before, { visitId: step.visitId, ticket: index, now }, rules) : undefined;
    if (asked) places = asked.places;
    if (step.kind === 'renew') places = renewPlace(before, { ticket, now }, rules) ?? before;
    if (step.kind === 'free') places = freePlace(before, ticket);
    return { before, after: places, now, step, ...(asked && { asked }) };
  });
}

const everyWalk = (check: (moments: Moment[]) => void) =>
  fc.assert(
    fc.property(fc.array(stepArbitrary, { maxLength: 60 }), (steps) => check(walk(steps))),
    { numRuns: 500 },
  );
const idsOf = (list: readonly { visitId: string }[]) => list.map(({ visitId }) => visitId);

/** Of `before`, in which nothing has run out, and a visit that asked. */
function expectFair({ taken, waiting }: Places, visitId: string, asked: Asked): void {
  if (idsOf(taken).includes(visitId)) return;
  const index = idsOf(waiting).indexOf(visitId);
  const inFront = index === -1 ? waiting.length : index;
  expect(asked.ahead).toBe(Math.max(0, inFront + 1 - (rules.slots - taken.length)));
  expect(idsOf(asked.places.taken).includes(visitId)).toBe(asked.ahead === 0);
}

interface Round {
  places: Places;
  served: string[];
}

/** All who were not served ask in order, then the one who talks longest leaves. */
function playRound({ places: before, served: already }: Round, order: readonly string[], now: number): Round {
  let places = before;
  const served = [...already];
  for (const visitId of order.filter((id) => !already.includes(id))) {
    const asked = askPlace(places, { visitId, ticket: order.indexOf(visitId), now }, rules);
    places = asked.places;
    if (asked.ahead === 0) served.push(visitId);
  }
  const [longest] = places.taken;
  return { places: longest ? freePlace(places, longest.ticket) : places, served };
}

describe('places', () => {
  it('are never more than there are, and no visit has two or waits beside its own', () => {
    everyWalk((moments) => {
      for (const { after } of moments) {
        const all = [...idsOf(after.taken), ...idsOf(after.waiting)];
        expect([after.taken.length <= rules.slots, after.waiting.length <= rules.lineLimit]).toEqual([true, true]);
        expect(new Set(all).size).toBe(all.length);
      }
    });
  });

  it('keep the order of the line', () => {
    everyWalk((moments) => {
      for (const { before, after } of moments) {
        const stayed = idsOf(after.waiting).filter((id) => idsOf(before.waiting).includes(id));
        expect(idsOf(before.waiting).filter((id) => stayed.includes(id))).toEqual(stayed);
      }
    });
  });

  it('go past nobody who waits longer: whoever gets one leaves enough for all in front', () => {
    everyWalk((moments) => {
      for (const { before, now, step, asked } of moments) if (asked) expectFair(sweepPlaces(before, now).places, step.visitId, asked);
    });
  });

  it('run out within their life unless renewed, and are told of once', () => {
    everyWalk((moments) => {
      for (const { after, now } of moments) {
        expect(sweepPlaces(after, now + rules.lifeMs).places).toEqual(noPlaces);
        expect(sweepPlaces(after, now + rules.lifeMs).ended).toEqual(after.taken);
      }
      const ended = moments.flatMap(({ asked }) => asked?.ended.map(({ ticket }) => ticket) ?? []);
      expect(new Set(ended).size).toBe(ended.length);
    });
  });

  it('serve everybody who keeps asking, in the order of asking', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(visits, { minLength: 4, maxLength: 8 }), (order) => {
        let state: Round = { places: noPlaces, served: [] };
        for (const [now] of order.entries()) state = playRound(state, order, now);
        expect(state.served).toEqual(order);
      }),
    );
  });

  it('go to the next when who waits in front has gone', () => {
    const ask = (places: Places, visitId: string, now: number) => askPlace(places, { visitId, ticket: now, now }, { ...rules, slots: 1 });
    const full = ask(ask(ask(noPlaces, 'a', 0).places, 'b', 1).places, 'c', 2);
    expect(full.ahead).toBe(2);
    const freed = freePlace(full.places, 0);
    expect(ask(freed, 'c', 15).ahead).toBe(1);
    expect(ask(freed, 'c', 16).ahead).toBe(0);
  });
});
