import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { expect, it } from '@rstest/core';
import { act, renderHook } from '@testing-library/react';
import { findBreak, useTyping } from './use-typing.ts';

const sentence = 'The stone tracery is from 1382.';

function setTyping(first: { text?: string; isArriving?: boolean; isTyped?: boolean; skips?: boolean } = {}) {
  const clock = createHandClock();
  let given = { text: sentence, isArriving: false, isTyped: true, skips: false, ...first };
  let drawings = 0;
  const { result, rerender, unmount } = renderHook(() => {
    drawings += 1;
    return useTyping({ ...given, clock });
  });
  return {
    clock,
    now: () => ({ shown: result.current.text.length, isTyping: result.current.isTyping }),
    drawings: () => drawings,
    give: (change: Partial<typeof given>) => {
      given = { ...given, ...change };
      rerender();
    },
    complete: () => act(() => result.current.complete()),
    /** A visible page updates every 32 ms. */
    pass: (milliseconds: number) =>
      act(() => {
        for (let passed = 0; passed < milliseconds; passed += 32) clock.pass(32);
      }),
    unmount,
  };
}

it('Typing shows more and more of an answer, and then clears its timer', () => {
  const { now, pass, clock } = setTyping();
  expect(now()).toMatchObject({ shown: 0, isTyping: true });
  pass(320);
  const early = now().shown;
  expect(early).toBeGreaterThanOrEqual(7);
  expect(early).toBeLessThan(sentence.length);
  pass(1500);
  expect(now()).toMatchObject({ shown: sentence.length, isTyping: false });
  expect(clock.waiting()).toBe(0);
});

it('Typing catches up after a pause in the background, and closing the chat clears its timer', () => {
  const { now, clock } = setTyping();
  act(() => clock.pass(60_000));
  expect(now().shown).toBe(sentence.length);
  const closed = setTyping();
  expect(closed.clock.waiting()).toBe(1);
  closed.unmount();
  expect(closed.clock.waiting()).toBe(0);
});

it('Typing waits for more text while the answer arrives, and types it', () => {
  const { now, pass, give, clock } = setTyping({ text: 'The', isArriving: true });
  pass(1000);
  expect(now()).toMatchObject({ shown: 3, isTyping: true });
  expect(clock.waiting()).toBe(0);
  pass(5000);
  give({ text: 'The stone' });
  expect(now().shown).toBe(3);
  pass(1000);
  give({ isArriving: false });
  expect(now()).toMatchObject({ shown: 9, isTyping: false });
});

it('Typing advances, however fast the text arrives', () => {
  const { now, give, clock } = setTyping({ text: 'a', isArriving: true });
  for (let length = 2; length < 100; length += 1) {
    give({ text: 'a'.repeat(length) });
    act(() => clock.pass(10));
  }
  expect(now().shown).toBeGreaterThan(20);
});

it('Typing renders less often than once a character', () => {
  const { pass, drawings } = setTyping({ text: 'a'.repeat(600) });
  pass(20_000);
  expect(drawings()).toBeLessThan(400);
});

it('A completed answer shows also the text that follows, but not a text that replaces it', () => {
  const { now, give, complete } = setTyping({ isArriving: true });
  complete();
  expect(now()).toMatchObject({ shown: sentence.length, isTyping: false });
  give({ text: `${sentence} The glass is younger.` });
  expect(now().shown).toBe(sentence.length + 22);
  give({ text: 'No.' });
  expect(now().shown).toBe(0);
});

const seenAsOne = ['👩‍👩‍👧', 'e\u0301', '👍🏽', '❤️', '😀', 'n\u0303\u0323'];

it.each(seenAsOne)('Typing never splits the character %j', (character) => {
  const text = `So a${character}b`;
  for (let shown = 5; shown < 4 + character.length; shown += 1) expect(findBreak(text, shown)).toBe(4);
  expect(findBreak(text, 4 + character.length)).toBe(4 + character.length);
});

it('Markdown marks and the address of a link take no typing time', () => {
  const typed = (text: string) => {
    const { now, pass } = setTyping({ text });
    let passed = 0;
    for (; now().isTyping; passed += 32) pass(32);
    return passed;
  };
  expect(typed('See **the** [label](https://museum.example/labels/lens)')).toBeLessThanOrEqual(typed('See the label and more') + 64);
});
