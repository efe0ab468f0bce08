import { expect, it } from '@rstest/core';
import { pickMinutesLeft, readVisitStart, untilNextMinute } from './minutes-left.ts';
import { visitNotesKey } from './stored-names.ts';

const answers = { time: ['time.15'] };
const minute = 60_000;

it.each([
  ['count down from the chosen time', { answers, startedAt: 0, now: 0 }, 15],
  ['count a begun minute as one', { answers, startedAt: 0, now: 1 }, 15],
  ['decrease by one each minute', { answers, startedAt: 0, now: 3 * minute }, 12],
  ['are one until the end', { answers, startedAt: 0, now: 15 * minute - 1 }, 1],
  ['disappear when the time is over', { answers, startedAt: 0, now: 15 * minute }, undefined],
  ['stay hidden after the end', { answers, startedAt: 0, now: 99 * minute }, undefined],
  ['are hidden without a chosen time', { answers: {}, startedAt: 0, now: 0 }, undefined],
  ['are hidden for a time that is not a number', { answers: { time: ['time.long'] }, startedAt: 0, now: 0 }, undefined],
  ['stay at the chosen time if the clock was set back', { answers, startedAt: 5 * minute, now: 0 }, 15],
])('the minutes left %s', (_, visit, left) => expect(pickMinutesLeft(visit)).toBe(left));

it.each([
  [{ startedAt: 0, now: 0 }, minute],
  [{ startedAt: 0, now: minute + 1 }, minute - 1],
  [{ startedAt: 5 * minute, now: 0 }, minute],
])('untilNextMinute() of %j', (time, ms) => expect(untilNextMinute(time)).toBe(ms));

it.each([
  ['{"startedAt":1700000000000,"draft":"Why?"}', 1_700_000_000_000],
  ['{"startedAt":"soon"}', undefined],
  ['null', undefined],
  ['no JSON', undefined],
])('readVisitStart() of %s is %s', (stored, expected) => {
  window.sessionStorage.setItem(visitNotesKey('6610a1b2c3d4e5f602000001'), stored);
  expect(readVisitStart('6610a1b2c3d4e5f602000001')).toBe(expected);
  window.sessionStorage.clear();
});
