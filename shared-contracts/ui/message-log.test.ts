import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import { firstToKeep, pickFollowing, pickScrollTop } from './message-log.tsx';

const anyAnswer = fc.record({ answerTop: fc.nat(7000), answerHeight: fc.nat(4000) }).map(({ answerTop, answerHeight }) => ({
  answerTop,
  scrollHeight: answerTop + answerHeight,
}));
const anyHeight = fc.integer({ min: 100, max: 1200 });

it.each([
  ['its end while the answer’s first words stay visible', 1300, 1052, 900],
  ['the answer’s first words if the answer is longer than the box', 3000, 1052, 1052],
  ['its end if there is no answer', 3000, Number.POSITIVE_INFINITY, 2600],
])('the log scrolls to %s', (_, scrollHeight, limit, scrollTop) =>
  expect(pickScrollTop({ scrollTop: 700, scrollHeight, clientHeight: 400 }, limit)).toBe(scrollTop),
);

it('the log never scrolls back, beyond its end, or past the answer’s first words', () => {
  forAll(anyAnswer, anyHeight, fc.nat(12_000), ({ scrollHeight, answerTop }, clientHeight, wish) => {
    const end = Math.max(0, scrollHeight - clientHeight);
    const view = { scrollTop: Math.min(wish, end), scrollHeight, clientHeight };
    const top = pickScrollTop(view, answerTop - 8);
    expect(top).toBeGreaterThanOrEqual(view.scrollTop);
    expect(top).toBeLessThanOrEqual(end);
    if (top > view.scrollTop) expect(top).toBeLessThan(answerTop);
  });
});

/** The visible items of a list in a box 400 px high, by their text. */
function keptOf(...items: { text: string; isOwn?: boolean; height?: number }[]) {
  const list = document.createElement('ol');
  for (const { text, isOwn = false, height = 40 } of items) {
    const item = document.createElement('li');
    item.textContent = text;
    item.toggleAttribute('data-own', isOwn);
    item.getBoundingClientRect = () => new DOMRect(0, 0, 300, height);
    list.append(item);
  }
  return firstToKeep(list.lastElementChild, 400)?.textContent;
}
const question = { text: 'question', isOwn: true };
const answer = { text: 'answer', height: 900 };

it.each([
  ['the question with the beginning of its answer', [answer, question, answer], 'question'],
  ['the answer alone after a question over a third of the box', [{ ...question, height: 134 }, answer], 'answer'],
  ['an unasked message of the guide', [question, answer, { text: 'next room' }], 'next room'],
  ['no item before an answer', [answer, question], undefined],
  ['no item of an empty list', [], undefined],
])('the log keeps visible: %s', (_, items, kept) => expect(keptOf(...items)).toBe(kept));

const view = (scrollTop: number) => ({ scrollTop, scrollHeight: 1400, clientHeight: 400 });
const limit = 980;

it.each([
  ['of one pixel', 500, { before: 'beginning', movedPx: 1 }, 'beginning'],
  ['up a little near the end', 970, { before: 'beginning', movedPx: -10 }, 'nothing'],
  ['down but not to the end', 900, { before: 'nothing', movedPx: 300 }, 'nothing'],
  ['down to near the end', 970, { before: 'nothing', movedPx: 300 }, 'beginning'],
  ['down past the first words', 999, { before: 'beginning', movedPx: 19 }, 'end'],
  ['down by the browser, above the first words', 900, { before: 'beginning', movedPx: 36 }, 'beginning'],
  ['up to the end of shrunk content', 1000, { before: 'end', movedPx: -40 }, 'end'],
] as const)('after a scroll %s, the log follows the right end', (_, scrollTop, move, after) =>
  expect(pickFollowing(view(scrollTop), { ...move, limit })).toBe(after),
);
