import { describe, expect, it } from '@rstest/core';
import { pickMinutesLeft, readVisitStart, untilNextMinute } from './minutes-left.ts';
import { visitNotesKey } from './stored-names.ts';

const answers = { time: ['time.15'] };
const minute = 60_000;

describe('the minutes left', () => {
  it('the minutes left count down from the chosen time, a begun minute being one', () => {
    expect(pickMinutesLeft({ answers, startedAt: 0, now: 0 })).toBe(15);
    expect(pickMinutesLeft({ answers, startedAt: 0, now: 1 })).toBe(15);
    expect(pickMinutesLeft({ answers, startedAt: 0, now: 3 * minute })).toBe(12);
    expect(pickMinutesLeft({ answers, startedAt: 0, now: 15 * minute - 1 })).toBe(1);
  });

  it('the minutes left disappear when the time is over, and are never fewer than none', () => {
    expect(pickMinutesLeft({ answers, startedAt: 0, now: 15 * minute })).toBeUndefined();
    expect(pickMinutesLeft({ answers, startedAt: 0, now: 99 * minute })).toBeUndefined();
  });

  it('the minutes left are not shown to anybody who chose no time', () => {
    expect(pickMinutesLeft({ answers: {}, startedAt: 0, now: 0 })).toBeUndefined();
    expect(pickMinutesLeft({ answers: { time: ['time.long'] }, startedAt: 0, now: 0 })).toBeUndefined();
  });

  it('the minutes left stand still while a clock that was set back catches up', () => {
    expect(pickMinutesLeft({ answers, startedAt: 5 * minute, now: 0 })).toBe(15);
    expect(untilNextMinute({ startedAt: 5 * minute, now: 0 })).toBe(minute);
  });

  it('the minutes left change with the minute', () => {
    expect(untilNextMinute({ startedAt: 0, now: 0 })).toBe(minute);
    expect(untilNextMinute({ startedAt: 0, now: minute + 1 })).toBe(minute - 1);
  });
});

describe('the beginning of a visit', () => {
  it.each([
    ['{"startedAt":1700000000000,"draft":"Why?"}', 1_700_000_000_000],
    ['{"startedAt":"soon"}', undefined],
    ['null', undefined],
    ['no JSON', undefined],
  ])('the beginning of a visit is what the visit’s screen has noted: of %s %s', (stored, expected) => {
    window.sessionStorage.setItem(visitNotesKey('6610a1b2c3d4e5f602000001'), stored);
    expect(readVisitStart('6610a1b2c3d4e5f602000001')).toBe(expected);
    window.sessionStorage.clear();
  });
});
