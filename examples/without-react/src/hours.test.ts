import { expect, it } from '@rstest/core';
import { daysOfWeek, isFree, openingAt } from './hours.ts';

const at = (time: string) => new Date(`2026-${time}`);

it.each([
  ['12-01T09:59', { is: 'opens', at: at('12-01T10:00') }],
  ['12-01T10:00', { is: 'open', at: at('12-01T18:00') }],
  ['12-01T18:00', { is: 'closed' }],
  ['11-30T12:00', { is: 'closed' }],
])('at %s the opening of the house is %j', (time, opening) => {
  expect(openingAt(at(time))).toEqual(opening);
});

it('a week goes from Monday to Sunday on any day of the week', () => {
  for (const day of ['11-23', '11-25', '11-29']) {
    const days = daysOfWeek(at(`${day}T12:00`));
    expect([days.length, days[0], days[6]]).toEqual([7, at('11-23T00:00'), at('11-29T00:00')]);
  }
});

it('admission is free on the first Sunday of a month', () => {
  expect(['12-06', '12-13', '12-01'].map((day) => isFree(at(`${day}T00:00`)))).toEqual([true, false, false]);
});
