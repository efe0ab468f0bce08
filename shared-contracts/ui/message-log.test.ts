import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { firstToKeep, pickFollowing, pickScrollTop } from './message-log.tsx';

const anyAnswer = fc.record({ answerTop: fc.nat(7000), answerHeight: fc.nat(4000) }).map(({ answerTop, answerHeight }) => ({
  answerTop,
  scrollHeight: answerTop + answerHeight,
}));
const anyHeight = fc.integer({ min: 100, max: 1200 });

describe('where a box scrolls to while an answer grows', () => {
  it('is the end as long as its first words stay in sight', () => {
    const view = { scrollTop: 700, scrollHeight: 1300, clientHeight: 400 };
    expect(pickScrollTop(view, 1052)).toBe(900);
  });

  it('is where its first words stand at the top once the answer is longer', () => {
    const view = { scrollTop: 700, scrollHeight: 3000, clientHeight: 400 };
    expect(pickScrollTop(view, 1052)).toBe(1052);
  });

  it('is the end without an answer', () => {
    const view = { scrollTop: 0, scrollHeight: 3000, clientHeight: 400 };
    expect(pickScrollTop(view, Number.POSITIVE_INFINITY)).toBe(2600);
  });

  it('never pushes the first words out at the top, goes back, or leaves the thread', () => {
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
});

describe('what stays in sight while the newest item grows', () => {
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

  it('is the question with the beginning of its answer', () => expect(keptOf(answer, question, answer)).toBe('question'));
  it('is the answer alone after a question that fills a third of the box', () =>
    expect(keptOf({ ...question, height: 134 }, answer)).toBe('answer'));
  it('is what the guide says unasked', () => expect(keptOf(question, answer, { text: 'next room' })).toBe('next room'));
  it('is nothing before the answer', () => expect([keptOf(answer, question), keptOf()]).toEqual([undefined, undefined]));
});

describe('how a box follows after the visitor scrolled', () => {
  const view = (scrollTop: number) => ({ scrollTop, scrollHeight: 1400, clientHeight: 400 });
  const limit = 980;

  it.each([
    ['a pixel is no scroll', 500, { before: 'beginning', movedPx: 1 }, 'beginning'],
    ['up a little, near the end', 970, { before: 'beginning', movedPx: -10 }, 'nothing'],
    ['down, not to the end', 900, { before: 'nothing', movedPx: 300 }, 'nothing'],
    ['down to near the end', 970, { before: 'nothing', movedPx: 300 }, 'beginning'],
    ['down past the first words', 999, { before: 'beginning', movedPx: 19 }, 'end'],
    ['down by the browser, above the first words', 900, { before: 'beginning', movedPx: 36 }, 'beginning'],
    ['up to the new end of what grew smaller', 1000, { before: 'end', movedPx: -40 }, 'end'],
  ] as const)('%s', (_, scrollTop, move, after) => expect(pickFollowing(view(scrollTop), { ...move, limit })).toBe(after));
});
