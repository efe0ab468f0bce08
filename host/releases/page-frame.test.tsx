import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { expect, it } from '@rstest/core';
import { act, cleanup, render } from '@testing-library/react';
import { useState } from 'react';
import { createPageFrame, restoreFields, saveFields, typingPauseMs } from './page-frame.ts';

function Screen({ label, initial = '' }: { label: string; initial?: string }) {
  const [words, setWords] = useState(initial);
  return (
    <section>
      <button type="button" id="menu">
        Menu
      </button>
      <textarea aria-label={label} value={words} onChange={(event) => setWords(event.target.value)} />
      <output>{words}</output>
    </section>
  );
}

const field = () => document.querySelector('textarea') as HTMLTextAreaElement;

function exchange(next: { label: string; initial?: string }) {
  const { rerender } = render(<Screen key="old" label="Your question" initial="Who painted this" />);
  return (prepare: () => void) => {
    act(prepare);
    const saved = saveFields(document.querySelector('section') ?? document, document);
    act(() => rerender(<Screen key="new" {...next} />));
    act(() => restoreFields(saved, document));
  };
}

it('a swapped screen gets back the text, the focus and the caret of its field', () => {
  exchange({ label: 'Your question' })(() => {
    field().focus();
    field().setSelectionRange(4, 11);
  });
  expect(document.activeElement).toBe(field());
  expect([field().value, field().selectionStart, field().selectionEnd]).toEqual(['Who painted this', 4, 11]);
  expect(document.querySelector('output')?.textContent).toBe('Who painted this');
});

it('a swapped screen keeps a text of its own, and gets no text and no focus in another field', () => {
  exchange({ label: 'Your question', initial: 'Who painted this ceiling' })(() => field().focus());
  expect(field().value).toBe('Who painted this ceiling');
  cleanup();
  exchange({ label: 'Your name' })(() => field().focus());
  expect([field().value, document.activeElement]).toEqual(['', document.body]);
});

it('a swapped screen gets the focus back on the same control, if the control had the focus', () => {
  exchange({ label: 'Your question' })(() => document.getElementById('menu')?.focus());
  expect(document.activeElement?.id).toBe('menu');
  cleanup();
  exchange({ label: 'Your question' })(() => undefined);
  expect(document.activeElement).toBe(document.body);
});

it('a screen is busy for 2 s after a key, for 20 s while a word is composed, and while one of its parts is busy', () => {
  const clock = createHandClock();
  let isPartBusy = false;
  render(<section data-remote="visit" />);
  const frame = createPageFrame(document, { getState: () => isPartBusy }, clock);
  const isBusy = () => frame.screen()?.isBusy;
  const does = (type: string) => document.dispatchEvent(new Event(type));
  expect(frame.screen()).toEqual({ name: 'visit', isBusy: false });
  does('input');
  clock.pass(typingPauseMs.written - 1);
  expect(isBusy()).toBe(true);
  clock.pass(1);
  expect(isBusy()).toBe(false);
  does('compositionstart');
  does('input');
  clock.pass(typingPauseMs.composed - 1);
  expect(isBusy()).toBe(true);
  does('compositionend');
  clock.pass(typingPauseMs.written);
  expect(isBusy()).toBe(false);
  isPartBusy = true;
  expect(isBusy()).toBe(true);
  cleanup();
  expect(frame.screen()).toBeUndefined();
});
