import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { expect, it } from '@rstest/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Tooltip } from './tooltip.tsx';

function open() {
  const clock = createHandClock();
  const view = render(
    <>
      <button type="button" aria-label="Light on dark">
        <svg />
      </button>
      <button type="button" aria-label="15 minutes">
        15
      </button>
      <Tooltip clock={clock} />
    </>,
  );
  const pass = (milliseconds: number) => act(() => clock.pass(milliseconds));
  let clientX = 0;
  const over = (element: Element, pointerType = 'mouse') => act(() => void fireEvent.pointerOver(element, { pointerType, clientX }));
  const rest = (element: Element, pointerType?: string) => {
    clientX += 1;
    over(element, pointerType);
  };
  const press = (element: Element) => act(() => void fireEvent.pointerDown(element, { pointerType: 'mouse', clientX }));
  const move = (element: Element) => act(() => void fireEvent.pointerMove(element, { pointerType: 'mouse', clientX: ++clientX }));
  const [sign, words] = screen.getAllByRole('button') as [HTMLElement, HTMLElement];
  return { clock, pass, rest, over, press, move, sign, words, view, tip: () => document.querySelector('[data-tooltip]')?.textContent };
}

it('a tooltip opens 600 ms after the mouse reaches an icon, closes 500 ms after the mouse leaves, and leaves no timer when unmounted', () => {
  const { pass, rest, sign, tip, view, clock } = open();
  rest(sign);
  pass(599);
  expect(tip()).toBeUndefined();
  pass(1);
  expect(tip()).toBe('Light on dark');
  rest(document.body);
  pass(499);
  expect(tip()).toBe('Light on dark');
  pass(1);
  expect(tip()).toBeUndefined();
  rest(sign);
  view.unmount();
  expect(clock.waiting()).toBe(0);
});

it('a tooltip does not open for visible words, for touch, or after the mouse has left', () => {
  const { pass, rest, sign, words, tip } = open();
  rest(words);
  pass(1000);
  rest(sign, 'touch');
  pass(1000);
  rest(sign);
  pass(599);
  rest(document.body);
  pass(1000);
  expect(tip()).toBeUndefined();
});

it('a tooltip closes at once at a press of a pointer or key, and at Escape', () => {
  const { pass, rest, sign, tip } = open();
  const press = [() => fireEvent.pointerDown(sign), () => fireEvent.click(sign), () => fireEvent.keyDown(sign, { key: 'Escape' })];
  for (const close of press) {
    rest(sign);
    pass(600);
    expect(tip()).toBe('Light on dark');
    act(() => void close());
    expect(tip()).toBeUndefined();
    rest(document.body);
    pass(500);
  }
});

it('a tooltip waits for a mouse move if another icon appears below the mouse after a press', () => {
  const { pass, rest, over, press, move, sign, words, tip } = open();
  rest(words);
  press(words);
  over(sign);
  pass(1000);
  expect(tip()).toBeUndefined();
  move(sign);
  pass(600);
  expect(tip()).toBe('Light on dark');
});
