import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { expect, it } from '@rstest/core';
import { typingPauseMs, watchTyping } from './page-frame.ts';

it('knows when a word is being written, and waits longer for one that is being composed', () => {
  const clock = createHandClock();
  const page = new EventTarget();
  const { isTyping, stop } = watchTyping(page, clock);
  const does = (type: string) => page.dispatchEvent(new Event(type));
  expect(isTyping()).toBe(false);
  does('input');
  clock.pass(typingPauseMs.written - 1);
  expect(isTyping()).toBe(true);
  clock.pass(1);
  expect(isTyping()).toBe(false);
  does('compositionstart');
  does('input');
  clock.pass(typingPauseMs.composed - 1);
  expect(isTyping()).toBe(true);
  does('compositionend');
  clock.pass(typingPauseMs.written);
  expect(isTyping()).toBe(false);
  stop();
  does('input');
  expect(isTyping()).toBe(false);
});
