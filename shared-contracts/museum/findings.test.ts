import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import { findObject } from './findings.ts';

const objectsOf = (numbers: readonly number[]) => numbers.map((number) => ({ number, name: `${number}`, document: 'a', paragraph: 1 }));
const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 50 });

it('findObject() finds the object of a number, or else the objects with the nearest numbers', () => {
  forAll(numbers, fc.integer({ min: 0, max: 9999 }), (given, number) => {
    const { found, nearest } = findObject(objectsOf(given), number);
    expect(found?.number).toBe(given.includes(number) ? number : undefined);
    if (found) return;
    const far = Math.min(...given.map((one) => Math.abs(one - number)));
    const nearby = given.filter((one) => Math.abs(one - number) === far).sort((one, other) => one - other);
    expect(nearest.map((one) => one.number)).toEqual(nearby);
  });
});

it('findObject() finds nothing in a museum without numbers', () => {
  expect([findObject([], 3), findObject(undefined, 3)]).toEqual([{ nearest: [] }, { nearest: [] }]);
});
