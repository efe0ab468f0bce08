import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { tourMarkLimit } from '../../api/limits.ts';
import type { Tour } from '../../api/schemas.ts';
import { forAll } from '../../kit/testing/for-all.ts';
import type { Speaker, Turn } from '../conversation.ts';
import { summarize, summaryLimit } from './transcript.ts';

const said = (speaker: Speaker, text: string): Turn => ({
  ...{ id: 1, sources: [], state: 'complete' },
  ...(speaker === 'visitor' ? { question: text } : { answer: text }),
});
const tour: Tour = { phase: 'under-way', room: 1, rooms: 3, stop: 1, stops: 2, leftSeconds: 60, mark: 'x'.repeat(tourMarkLimit) };
const beforeTour = { room: undefined, tour: undefined };
const onTour = { room: { index: 1, count: 3, name: 'Salon' }, tour };

it('a summary names the room and the mark of the tour, then who said what', () => {
  const turns = [said('visitor', 'Who\npainted this?'), said('guide', 'Tiepolo.')];
  const text = 'Visitor: Who painted this?\nGuide: Tiepolo.';
  expect(summarize({ turns, room: onTour.room, tour: { ...tour, mark: 'm1' } })).toBe(`[room 2/3 Salon]\n[tour m1]\n${text}`);
  expect(summarize({ turns, ...beforeTour })).toBe(text);
  expect(summarize({ turns: [], ...beforeTour })).toBeUndefined();
});

it('a summary of one line over the limit keeps the end of the line', () => {
  const summary = summarize({ turns: [said('guide', `a${'b'.repeat(9000)}c`)], ...beforeTour });
  expect([summary?.length, summary?.at(0), summary?.at(-1)]).toEqual([summaryLimit, '…', 'c']);
});

it('a summary keeps as many whole last lines as fit its limit', () => {
  const line = fc.tuple(fc.constantFrom<Speaker>('visitor', 'guide'), fc.integer({ min: 1, max: 900 }));
  const lines = fc.array(line, { minLength: 1, maxLength: 30 });
  forAll(lines, fc.boolean(), (all, hasRoom) => {
    const turns = all.map(([speaker, length]) => said(speaker, 'x'.repeat(length)));
    const summary = summarize({ turns, ...(hasRoom ? onTour : beforeTour) }) ?? '';
    const last = summary.split('\n').slice(hasRoom ? 2 : 0);
    const whole = turns.map(({ question, answer }) => (question ? `Visitor: ${question}` : `Guide: ${answer}`));
    expect(last).toEqual(whole.slice(-last.length));
    expect(summary.length).toBeLessThanOrEqual(summaryLimit);
    const next = whole.at(-last.length - 1);
    if (last.length < whole.length && next) expect(summary.length + 1 + next.length).toBeGreaterThan(summaryLimit);
  });
});
