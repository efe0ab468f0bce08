import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { firstToKeep, pickFollowing, pickScrollTop } from './message-log.tsx';

const anyAnswer = fc.record({ answerTop: fc.nat(7000), answerHeight: fc.nat(4000) }).map(({ answerTop, answerHeight }) => ({
  answerTop,
  scrollHeight: answerTop + answerHeight,
}));
const anyHeight = fc.integer({ min: 100, max: 1200 });

it('the log scrolls to its end while the answer’s first words stay visible', () => {
  const view = { scrollTop: 700, scrollHeight: 1300, clientHeight: 400 };
  expect(pickScrollTop(view, 1052)).toBe(900);
});

it('the log scrolls to the answer’s first words if the answer is longer than the box', () => {
  const view = { scrollTop: 700, scrollHeight: 3000, clientHeight: 400 };
  expect(pickScrollTop(view, 1052)).toBe(1052);
});

it('the log scrolls to its end without an answer', () => {
  const view = { scrollTop: 0, scrollHeight: 3000, clientHeight: 400 };
  expect(pickScrollTop(view, Number.POSITIVE_INFINITY)).toBe(2600);
});

it('the log never scrolls back, beyond its end, or past the answer’s first words', () => {
  fc.assert(
    fc.property(anyAnswer, anyHeight, fc.nat(12_000), ({ scrollHeight, answerTop }, clientHeight, wish) => {
      const end = Math.max(0, scrollHeight - clientHeight);
      const view = { scrollTop: Math.min(wish, end), scrollHeight, clientHeight };
      const top = pickScrollTop(view, answerTop - 8);
      expect(top).toBeGreaterThanOrEqual(view.scrollTop);
      expect(top).toBeLessThanOrEqual(end);
      if (top > view.scrollTop) expect(top).toBeLessThan(answerTop);
    }),
  );
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

it('the log keeps the question with the beginning of its answer visible', () => expect(keptOf(answer, question, answer)).toBe('question'));
it('the log keeps the answer alone visible after a question over a third of the box', () =>
  expect(keptOf({ ...question, height: 134 }, answer)).toBe('answer'));
it('the log keeps an unasked message of the guide visible', () =>
  expect(keptOf(question, answer, { text: 'next room' })).toBe('next room'));
it('the log keeps no item visible before an answer', () => expect([keptOf(answer, question), keptOf()]).toEqual([undefined, undefined]));

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
