import { afterEach, beforeEach, expect, it, onTestFinished } from '@rstest/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { LoadingView } from '../arrival/arrival-views.tsx';
import { WaitingPage } from '../screens/waiting-view.tsx';
import { createTestServices, inHost } from '../testing/test-services.ts';
import './early.ts';
import { hasFirstPaint, takeOverFirstPaint } from './take-over.ts';

const markup = `
  <button aria-label="Next">→</button>
  <button>Choose</button>
  <select aria-label="Language"><option>English</option><option>Deutsch</option></select>
  <label><input type="checkbox"> Learn</label>
  <textarea aria-label="Message"></textarea>`;

function Screen({ onEvent }: { onEvent(event: string): void }) {
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const on = (event: string) => () => onEvent(event);
  return (
    <main>
      <button type="button" aria-label="Next" onClick={on('next')} />
      <button type="button" onClick={on('chosen')}>
        Choose
      </button>
      <select aria-label="Language" onChange={(event) => onEvent(event.target.value)} defaultValue="English">
        <option>English</option>
        <option>Deutsch</option>
      </select>
      <label>
        <input type="checkbox" checked={isChecked} onChange={() => setChecked(!isChecked)} /> Learn
      </label>
      <textarea aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
    </main>
  );
}

let place: HTMLElement;
const firstPaint = () => document.getElementById('first-paint') as HTMLElement;
const find = <Control extends HTMLElement>(selector: string) => firstPaint().querySelector<Control>(selector) as Control;

beforeEach(() => {
  document.body.innerHTML = `<div id="first-paint">${markup}</div><div id="page"></div>`;
  place = document.getElementById('page') as HTMLElement;
  takeOverFirstPaint(document, place);
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

async function settle() {
  for (let turn = 0; turn < 3; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
}

function wait(text?: string) {
  render(<WaitingPage text={text} />, { container: place, ...inHost(createTestServices().services) });
}

async function draw() {
  const events: string[] = [];
  render(<Screen onEvent={(event) => void events.push(event)} />, { container: place });
  await settle();
  return events;
}

it('the first paint stays while the page only waits, and is removed when the waiting view names a reason', async () => {
  wait();
  expect(place.childElementCount).toBe(0);
  await settle();
  expect(hasFirstPaint()).toBe(true);
  wait('It is slow');
  expect(place.textContent).toContain('It is slow');
  await settle();
  expect(hasFirstPaint()).toBe(false);
});

it('a first paint that is hidden for its language leaves the page free to render its waiting view', () => {
  document.documentElement.dataset['firstPaint'] = 'hidden';
  onTestFinished(() => void delete document.documentElement.dataset['firstPaint']);
  wait();
  expect(screen.getByRole('heading').textContent).toBe('Loading...');
});

it('the first paint is removed when a screen is rendered, and presses nothing by itself', async () => {
  expect(await draw()).toEqual([]);
  expect(hasFirstPaint()).toBe(false);
  expect(document.querySelectorAll('main')).toHaveLength(1);
});

it('the first paint stays beside the notice of a slow connection and its Retry button', async () => {
  const { services, clock } = createTestServices();
  render(<LoadingView retry={() => {}} />, { container: place, ...inHost(services) });
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => clock.pass(3000));
  expect(screen.getByRole('status').textContent).toContain('The connection is slow');
  act(() => clock.pass(5000));
  await settle();
  expect(hasFirstPaint()).toBe(true);
  act(() => screen.getByRole('button', { name: 'Retry' }).click());
  expect(screen.getByRole('status').textContent).toBe('');
});

it.each([
  ['a labelled button', '[aria-label="Next"]', 'next'],
  ['a button by its words', 'button:nth-of-type(2)', 'chosen'],
])('a press on %s in the first paint presses the screen once, and its button has the focus', async (_, selector, event) => {
  find(selector).dataset['pressed'] = '';
  expect(await draw()).toEqual([event]);
  expect(document.activeElement).toBe(place.querySelector(selector));
});

it('a language and boxes chosen in the first paint are chosen in the screen', async () => {
  const select = find<HTMLSelectElement>('select');
  select.value = 'Deutsch';
  select.dataset['pressed'] = '';
  find<HTMLInputElement>('input').checked = true;
  expect(await draw()).toEqual(['Deutsch']);
  expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(true);
});

it('a choice and the last pressed button of the first paint both reach the screen, in any order', async () => {
  const select = find<HTMLSelectElement>('select');
  find('button').click();
  select.value = 'Deutsch';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  find('button + button').click();
  expect(await draw()).toEqual(['chosen', 'Deutsch']);
});

it('text typed into the first paint moves to the screen’s field, with the focus', async () => {
  const field = find<HTMLTextAreaElement>('textarea');
  field.value = 'Who built it?';
  field.focus();
  await draw();
  const after = screen.getByRole('textbox') as HTMLTextAreaElement;
  expect(after.value).toBe('Who built it?');
  expect(document.activeElement).toBe(after);
});

it('a page without a first paint is left as it is', () => {
  firstPaint().remove();
  expect(() => takeOverFirstPaint(document, place)).not.toThrow();
  expect(hasFirstPaint()).toBe(false);
});
