import { inScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { stubResizing } from '@enfilade/shared-contracts/ui/testing/stub-resizing';
import { afterEach, beforeEach, expect, it, rs } from '@rstest/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../texts/en.json';
import { Thread } from './chat-thread.tsx';

type Messages = readonly (readonly ['visitor' | 'guide', height: number])[];

const viewHeight = 400;
const t = (key: string) => texts[key as keyof typeof texts];

/** The messages' layout by their given heights, because the test browser has no layout. */
let messages: Messages = [];
let resize: () => void;
const sum = (until = messages.length) => messages.slice(0, until).reduce((total, [, height]) => total + height, 0);

beforeEach(() => {
  rs.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(viewHeight);
  rs.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => Math.max(sum(), viewHeight));
  rs.spyOn(Element.prototype, 'scrollTo').mockImplementation(function scrollTo(this: Element, target: unknown) {
    this.scrollTop = Math.max(0, Math.min((target as ScrollToOptions).top ?? 0, this.scrollHeight - viewHeight));
  });
  rs.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function placed(this: Element) {
    const index = screen.queryAllByRole('article').indexOf(this as HTMLElement);
    if (index < 0) return new DOMRect(0, 0, 0, viewHeight);
    return new DOMRect(0, sum(index) - screen.getByRole('log').scrollTop, 0, messages[index]?.[1]);
  });
  resize = stubResizing();
});
afterEach(() => {
  cleanup();
  rs.unstubAllGlobals();
  rs.restoreAllMocks();
});

function draw() {
  return (
    <Thread
      messages={messages.map(([speaker], index) => ({ key: `${index}`, speaker }))}
      isThinking={messages.at(-1)?.[0] === 'visitor'}
      welcome={<p>Welcome</p>}
      problem={undefined}
    >
      <div>
        {messages.map(([speaker], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message here is nothing but its index
          <article key={index} data-own={speaker === 'visitor' || undefined}>
            {speaker}
          </article>
        ))}
      </div>
    </Thread>
  );
}

/** A thread whose messages have the given heights. */
function openThread(first: Messages) {
  messages = first;
  const { rerender } = render(draw(), inScreen(t));
  const box = screen.getByRole('log');
  act(() => resize());
  return {
    box,
    say(next: Messages) {
      messages = next;
      rerender(draw());
      act(() => resize());
    },
    scrollTo(top: number) {
      box.scrollTop = top;
      fireEvent.scroll(box);
    },
  };
}
const jump = (name = 'Jump to latest') => screen.queryByRole('button', { name });
const before = [
  ['visitor', 100],
  ['guide', 900],
] as const;

it('The thread follows a growing answer to its end, until the question reaches the top', () => {
  const { box, say } = openThread([...before, ['visitor', 60]]);
  expect(box.scrollTop).toBe(660);
  say([...before, ['visitor', 60], ['guide', 200]]);
  expect(box.scrollTop).toBe(860);
  expect(jump()).toBeNull();
  say([...before, ['visitor', 60], ['guide', 800]]);
  expect(box.scrollTop).toBe(1000);
  say([...before, ['visitor', 60], ['guide', 1600]]);
  expect(box.scrollTop).toBe(1000);
  expect(jump()).not.toBeNull();
});

it('A visitor who scrolls to the very end follows the answer’s end from there on', async () => {
  const { box, say, scrollTo } = openThread([...before, ['visitor', 60]]);
  say([...before, ['visitor', 60], ['guide', 800]]);
  scrollTo(1460);
  say([...before, ['visitor', 60], ['guide', 900]]);
  expect(box.scrollTop).toBe(1560);
  scrollTo(1200);
  const button = jump();
  if (button) await userEvent.click(button);
  expect(document.activeElement).toBe(box);
  say([...before, ['visitor', 60], ['guide', 1000]]);
  expect(box.scrollTop).toBe(1660);
});

it('A visitor who scrolls up a little stays there while the answer grows', () => {
  const { box, say, scrollTo } = openThread([...before, ['visitor', 60]]);
  say([...before, ['visitor', 60], ['guide', 200]]);
  scrollTo(850);
  expect(jump()).toBeNull();
  say([...before, ['visitor', 60], ['guide', 240]]);
  expect(box.scrollTop).toBe(850);
  expect(jump('New answer')).not.toBeNull();
});

it('A visitor who scrolls back to the end follows the answer again, with the question in sight', () => {
  const { box, say, scrollTo } = openThread([...before, ['visitor', 60]]);
  say([...before, ['visitor', 60], ['guide', 200]]);
  scrollTo(700);
  scrollTo(850);
  say([...before, ['visitor', 60], ['guide', 1000]]);
  expect(box.scrollTop).toBe(1000);
});

it('A thread scrolled up offers a jump to its end, and says if a new answer has arrived', async () => {
  const { box, say, scrollTo } = openThread(before);
  expect([box.scrollTop, jump()]).toEqual([600, null]);
  scrollTo(100);
  expect(jump()).not.toBeNull();
  say([...before, ['guide', 300]]);
  expect(box.scrollTop).toBe(100);
  const button = jump('New answer');
  expect(button).not.toBeNull();
  if (button) await userEvent.click(button);
  expect(box.scrollTop).toBe(900);
  expect([jump(), jump('New answer')]).toEqual([null, null]);
  scrollTo(100);
  expect(jump()).not.toBeNull();
});

it('Messages above that grow do not count as a new answer', () => {
  const { say, scrollTo } = openThread(before);
  scrollTo(100);
  say([
    ['visitor', 400],
    ['guide', 900],
  ]);
  expect(jump()).not.toBeNull();
  expect(jump('New answer')).toBeNull();
});

it('A question scrolls the thread to its end, wherever the visitor had scrolled to', () => {
  const { box, say, scrollTo } = openThread(before);
  scrollTo(100);
  say([...before, ['visitor', 60]]);
  expect([box.scrollTop, jump()]).toEqual([660, null]);
});

it('A thread without messages shows the welcome, and no jump', () => {
  const { box } = openThread([]);
  fireEvent.scroll(box);
  expect(jump()).toBeNull();
  expect(box.scrollTop).toBe(0);
  expect(screen.getByText('Welcome')).toBeTruthy();
});
