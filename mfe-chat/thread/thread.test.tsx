import { inScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { stubResizing } from '@enfilade/shared-contracts/ui/testing/stub-resizing';
import { afterEach, beforeEach, expect, it, rs } from '@rstest/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../texts/en.json';
import { Thread } from './chat-thread.tsx';

type Messages = readonly (readonly ['visitor' | 'guide', height: number])[];

const viewHeight = 400;
const t = (key: string) => texts[key as keyof typeof texts];

/** The test browser has no layout, so the messages have given heights. */
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
const asked = [...before, ['visitor', 60]] as const;
/** The question, and so much of its answer. */
const answered = (height: number) => [...asked, ['guide', height]] as const;

it('The thread follows a growing answer to its end, until the question reaches the top', () => {
  const { box, say } = openThread(asked);
  const state = () => [box.scrollTop, jump() !== null];
  expect(state()).toEqual([660, false]);
  say(answered(200));
  expect(state()).toEqual([860, false]);
  say(answered(800));
  expect(box.scrollTop).toBe(1000);
  say(answered(1600));
  expect(state()).toEqual([1000, true]);
});

it('A visitor who scrolls to the very end follows the answer’s end from there on', async () => {
  const { box, say, scrollTo } = openThread(asked);
  say(answered(800));
  scrollTo(1460);
  say(answered(900));
  expect(box.scrollTop).toBe(1560);
  scrollTo(1200);
  const button = jump();
  if (button) await userEvent.click(button);
  expect(document.activeElement).toBe(box);
  say(answered(1000));
  expect(box.scrollTop).toBe(1660);
});

it.each([
  ['scrolls up a little stays there while the answer grows', [850], 240, 850, true],
  ['scrolls back to the end follows the answer again, with the question in sight', [700, 850], 1000, 1000, false],
] as const)('A visitor who %s', (...[, scrolls, height, top, isNew]) => {
  const { box, say, scrollTo } = openThread(asked);
  say(answered(200));
  for (const place of scrolls) scrollTo(place);
  expect(jump()).toBeNull();
  say(answered(height));
  expect([box.scrollTop, jump('New answer') !== null]).toEqual([top, isNew]);
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

it('Messages above that grow do not count as a new answer, and a question scrolls the thread to its end from anywhere', () => {
  const { box, say, scrollTo } = openThread(before);
  scrollTo(100);
  say([['visitor', 400], before[1]]);
  expect([jump() !== null, jump('New answer')]).toEqual([true, null]);
  say(asked);
  expect([box.scrollTop, jump()]).toEqual([660, null]);
});

it('A thread without messages shows the welcome, and no jump', () => {
  const { box } = openThread([]);
  fireEvent.scroll(box);
  expect(jump()).toBeNull();
  expect(box.scrollTop).toBe(0);
  expect(screen.getByText('Welcome')).toBeTruthy();
});
