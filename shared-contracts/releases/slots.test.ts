import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import type { Declaration } from './declaration.ts';
import { fillerOf, findMisfit, offeredSlots, sharedSlot } from './slots.ts';

const words = fc.constantFrom('card', 'below', 'beside');
const owners = fc.constantFrom('end', 'visit', 'poster');
const props = fc.constantFrom('answer', 'visit-end');
const slots = fc.uniqueArray(
  fc.record({
    name: words,
    text: fc.constant({ en: 'A place.' }),
    props,
    budget: fc.record({ bytes: fc.integer({ min: 1, max: 30_000 }), ms: fc.integer({ min: 1, max: 500 }) }),
    height: fc.integer({ min: 1, max: 60 }),
  }),
  { selector: ({ name }) => name, maxLength: 3 },
);
const fills = fc.uniqueArray(fc.record({ slot: fc.tuple(owners, words).map((parts) => parts.join('.')), props }), {
  selector: ({ slot }) => slot,
  maxLength: 3,
});
const bytes = fc.option(fc.integer({ min: 0, max: 40_000 }), { nil: undefined });
const declares = (more: object) => ({ title: {}, routes: [], needs: [], ...more }) as Declaration;

it('findMisfit() finds no misfit exactly if each offered slot has the filler’s props and room for its bytes', () => {
  forAll(slots, slots, fills, bytes, (ofVisit, ofPoster, filled, fillerBytes) => {
    const offered = offeredSlots({
      visit: { declaration: declares({ slots: ofVisit }) },
      poster: { declaration: declares({ slots: ofPoster }) },
    });
    const misfit = findMisfit(fillerOf('shop', declares({ fills: filled, fillerBytes })), offered);
    const isFit = filled.every(({ slot, props: taken }) => {
      const [owner, name] = slot.split('.');
      const place = owner === 'end' ? offered.get(slot) : (owner === 'visit' ? ofVisit : ofPoster).find((each) => each.name === name);
      return !place || (place.props === taken && (fillerBytes ?? 0) <= place.budget.bytes);
    });
    expect(misfit === undefined).toBe(isFit);
  });
});

it('sharedSlot() finds the same answer in both orders', () => {
  forAll(fills, fills, (one, other) => {
    const [a, b] = [fillerOf('a', declares({ fills: one })), fillerOf('b', declares({ fills: other }))];
    expect(sharedSlot(a, b) === undefined).toBe(sharedSlot(b, a) === undefined);
    const shared = sharedSlot(a, b);
    if (shared !== undefined) expect([one, other].every((all) => all.some(({ slot }) => slot === shared))).toBe(true);
  });
});

it('offeredSlots() ignores slots in an unknown form', () => {
  expect([...offeredSlots({ visit: { declaration: declares({ slots: 'many' }) }, shop: {} }).keys()]).toEqual(['end.card']);
});
