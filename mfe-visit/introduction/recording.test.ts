import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { pickCurrentLine } from './introduction.tsx';
import { isIntroductionTime } from './use-introduction.ts';

const paris = { from: '07:00', until: '08:00', timeZone: 'Europe/Paris' };

const twoDigits = (value: number) => String(value).padStart(2, '0');
const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
const timeOf = (minutes: number) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
const zone = fc.constantFrom('Europe/Paris', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC');
const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) });

it.each([
  ['are in the museum’s time zone in winter', paris, '2026-01-15T06:00:00Z', '2026-01-15T05:59:59Z'],
  ['are in the museum’s time zone in summer', paris, '2026-07-15T05:00:00Z', '2026-07-15T06:00:00Z'],
  ['end before the last minute', paris, '2026-01-15T06:59:59.999Z', '2026-01-15T07:00:00Z'],
  ['may begin before midnight', { ...paris, from: '22:30', until: '01:00' }, '2026-01-15T21:30:00Z', '2026-01-15T12:00:00Z'],
  ['may end after midnight', { ...paris, from: '22:30', until: '01:00' }, '2026-01-15T23:59:00Z', '2026-01-16T00:00:00Z'],
])('The hours of the introduction %s', (_, hours, inside, outside) => {
  expect([inside, outside].map((iso) => isIntroductionTime(hours, Date.parse(iso)))).toEqual([true, false]);
});

it('Hours within a change of the clocks come twice in autumn, and not at all in spring', () => {
  const lost = { ...paris, from: '02:00', until: '03:00' };
  const night = (day: string) => Array.from({ length: 8 }, (_, half) => Date.parse(`${day}T22:15:00Z`) + half * 1_800_000);
  expect(night('2026-03-28').filter((now) => isIntroductionTime(lost, now))).toHaveLength(0);
  expect(night('2026-10-24').filter((now) => isIntroductionTime(lost, now))).toHaveLength(4);
});

it('A moment is either inside the hours or inside their complement, in every time zone', () => {
  const property = fc.property(minute, minute, zone, moment, (from, until, timeZone, now) => {
    fc.pre(from !== until);
    const [begin, end] = [timeOf(from), timeOf(until)];
    const inside = isIntroductionTime({ from: begin, until: end, timeZone }, now);
    expect(isIntroductionTime({ from: end, until: begin, timeZone }, now)).toBe(!inside);
  });
  fc.assert(property);
});

it('The hours contain exactly the minutes that the museum’s clock shows', () => {
  const property = fc.property(minute, fc.integer({ min: 1, max: 600 }), zone, moment, (from, length, timeZone, now) => {
    const hours = { from: timeOf(from), until: timeOf((from + length) % 1440), timeZone };
    const shown = new Date(now).toLocaleTimeString('de-DE', { timeZone, hour: '2-digit', minute: '2-digit' });
    const [hour = 0, minutes = 0] = shown.split(':').map(Number);
    const since = (hour * 60 + minutes - from + 1440) % 1440;
    expect(isIntroductionTime(hours, now)).toBe(since < length);
  });
  fc.assert(property);
});

it('Hours that begin when they end contain no moment', () => {
  fc.assert(fc.property(minute, moment, (from, now) => !isIntroductionTime({ ...paris, from: timeOf(from), until: timeOf(from) }, now)));
});

const lines = [
  { seconds: 0.5, text: 'Welcome.' },
  { seconds: 4, text: 'This is her studio.' },
];

it('The current line of the introduction is the last line that has begun', () => {
  expect([0, 0.5, 3.9, 4, 99].map((seconds) => pickCurrentLine(lines, seconds))).toEqual([-1, 0, 0, 1, 1]);
  expect(pickCurrentLine([], 3)).toBe(-1);
});
