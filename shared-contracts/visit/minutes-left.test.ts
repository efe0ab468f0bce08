import { describe, expect, it } from '@rstest/core';
import { pickMinutesLeft, readVisitStart, untilNextMinute } from './minutes-left.ts';
import { visitNotesKey } from './stored-names.ts';

const answers = { time: ['time.15'] };
const minute = 60_000;

describe('the minutes left', () => {
  it.each([
    ['count down from the chosen time', { answers, startedAt: 0, now: 0 }, 15],
    ['count a begun minute as one', { answers, startedAt: 0, now: 1 }, 15],
    ['are fewer with each minute', { answers, startedAt: 0, now: 3 * minute }, 12],
    ['are one until the end', { answers, startedAt: 0, now: 15 * minute - 1 }, 1],
    ['disappear when the time is over', { answers, startedAt: 0, now: 15 * minute }, undefined],
    ['are never fewer than none', { answers, startedAt: 0, now: 99 * minute }, undefined],
    ['are not shown to anybody who chose no time', { answers: {}, startedAt: 0, now: 0 }, undefined],
    ['are not shown for a time that is no number', { answers: { time: ['time.long'] }, startedAt: 0, now: 0 }, undefined],
    ['stand still while a clock that was set back catches up', { answers, startedAt: 5 * minute, now: 0 }, 15],
  ])('the minutes left %s', (_, visit, left) => expect(pickMinutesLeft(visit)).toBe(left));

  it.each([
    [{ startedAt: 0, now: 0 }, minute],
    [{ startedAt: 0, now: minute + 1 }, minute - 1],
    [{ startedAt: 5 * minute, now: 0 }, minute],
  ])('the minutes left change with the minute: %j', (time, ms) => expect(untilNextMinute(time)).toBe(ms));
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
