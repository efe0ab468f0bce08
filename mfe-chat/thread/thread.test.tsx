import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../texts/en.json';
import { Thread } from './chat-thread.tsx';

type Said = readonly (readonly ['user' | 'assistant', height: number])[];

const viewHeight = 400;
const t = (key: string) => texts[key as keyof typeof texts];

/** The thread as it would be laid out: nothing is here. */
let said: Said = [];
let tellSizes: () => void = () => {};
const sum = (until = said.length) => said.slice(0, until).reduce((total, [, height]) => total + height, 0);

beforeEach(() => {
  rs.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(viewHeight);
  rs.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => Math.max(sum(), viewHeight));
  rs.spyOn(Element.prototype, 'scrollTo').mockImplementation(function scrollTo(this: Element, wish: unknown) {
    this.scrollTop = Math.max(0, Math.min((wish as ScrollToOptions).top ?? 0, this.scrollHeight - viewHeight));
  });
  rs.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function placed(this: Element) {
    const index = screen.queryAllByRole('article').indexOf(this as HTMLElement);
    if (index < 0) return new DOMRect(0, 0, 0, viewHeight);
    return new DOMRect(0, sum(index) - screen.getByRole('log').scrollTop, 0, said[index]?.[1]);
  });
  rs.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        tellSizes = tell;
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  rs.unstubAllGlobals();
  rs.restoreAllMocks();
});

function draw() {
  return (
    <Thread
      messages={said.map(([role], index) => ({ id: `${index}`, role }))}
      isThinking={said.at(-1)?.[0] === 'user'}
      t={t}
      welcome="Welcome"
      trouble={undefined}
    >
      <div>
        {said.map(([role], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is all a message is here
          <article key={index}>{role}</article>
        ))}
      </div>
    </Thread>
  );
}

/** A thread whose messages are as high as they say, one beneath the other. */
function openThread(first: Said) {
  said = first;
  const { rerender } = render(draw());
  const box = screen.getByRole('log');
  act(() => tellSizes());
  return {
    box,
    say(next: Said) {
      said = next;
      rerender(draw());
      act(() => tellSizes());
    },
    scrollTo(top: number) {
      box.scrollTop = top;
      fireEvent.scroll(box);
    },
  };
}
const jump = (name = 'Jump to latest') => screen.queryByRole('button', { name });
const before = [
  ['user', 100],
  ['assistant', 900],
] as const;

describe('an answer that grows', () => {
  it('is followed to its end, until its first words reach the top', () => {
    const { box, say } = openThread([...before, ['user', 60]]);
    expect(box.scrollTop).toBe(660);
    say([...before, ['user', 60], ['assistant', 200]]);
    expect(box.scrollTop).toBe(860);
    expect(jump()).toBeNull();
    say([...before, ['user', 60], ['assistant', 800]]);
    expect(box.scrollTop).toBe(1060 - 8);
    say([...before, ['user', 60], ['assistant', 1600]]);
    expect(box.scrollTop).toBe(1060 - 8);
    expect(jump()).not.toBeNull();
  });

  it('is followed to its very end by whoever goes there', async () => {
    const { box, say, scrollTo } = openThread([...before, ['user', 60]]);
    say([...before, ['user', 60], ['assistant', 800]]);
    scrollTo(1460);
    say([...before, ['user', 60], ['assistant', 900]]);
    expect(box.scrollTop).toBe(1560);
    scrollTo(1200);
    const button = jump();
    if (button) await userEvent.click(button);
    expect(document.activeElement).toBe(box);
    say([...before, ['user', 60], ['assistant', 1000]]);
    expect(box.scrollTop).toBe(1660);
  });

  it('pulls nobody back who scrolls up, be it by a little', () => {
    const { box, say, scrollTo } = openThread([...before, ['user', 60]]);
    say([...before, ['user', 60], ['assistant', 200]]);
    scrollTo(850);
    expect(jump()).toBeNull();
    say([...before, ['user', 60], ['assistant', 240]]);
    expect(box.scrollTop).toBe(850);
    expect(jump('New answer')).not.toBeNull();
  });

  it('is followed again by whoever comes back to its end, its first words kept in sight', () => {
    const { box, say, scrollTo } = openThread([...before, ['user', 60]]);
    say([...before, ['user', 60], ['assistant', 200]]);
    scrollTo(700);
    scrollTo(850);
    say([...before, ['user', 60], ['assistant', 1000]]);
    expect(box.scrollTop).toBe(1060 - 8);
  });
});

describe('a long thread', () => {
  it('offers the way to its end once the visitor has scrolled up, and says when something new has come', async () => {
    const { box, say, scrollTo } = openThread(before);
    expect([box.scrollTop, jump()]).toEqual([600, null]);
    scrollTo(100);
    expect(jump()).not.toBeNull();
    say([...before, ['assistant', 300]]);
    expect(box.scrollTop).toBe(100);
    const button = jump('New answer');
    expect(button).not.toBeNull();
    if (button) await userEvent.click(button);
    expect(box.scrollTop).toBe(900);
    expect([jump(), jump('New answer')]).toEqual([null, null]);
    scrollTo(100);
    expect(jump()).not.toBeNull();
  });

  it('takes messages above that turn out higher for nothing new', () => {
    const { say, scrollTo } = openThread(before);
    scrollTo(100);
    say([
      ['user', 400],
      ['assistant', 900],
    ]);
    expect(jump()).not.toBeNull();
    expect(jump('New answer')).toBeNull();
  });

  it('goes to its end with the visitor’s own question, wherever they had scrolled to', () => {
    const { box, say, scrollTo } = openThread(before);
    scrollTo(100);
    say([...before, ['user', 60]]);
    expect([box.scrollTop, jump()]).toEqual([660, null]);
  });

  it('has no latest message to jump to before the first', () => {
    const { box } = openThread([]);
    fireEvent.scroll(box);
    expect(jump()).toBeNull();
    expect(box.scrollTop).toBe(0);
    expect(screen.getByText('Welcome')).toBeTruthy();
  });
});
