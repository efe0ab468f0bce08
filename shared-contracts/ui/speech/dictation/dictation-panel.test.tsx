import { afterEach, expect, it } from '@rstest/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { translateIn } from '../../../i18n/testing/translate-in.ts';
import { createStore } from '../../../kit/store.ts';
import { inScreen } from '../../testing/fake-screen.tsx';
import de from '../texts/de.json';
import en from '../texts/en.json';
import { DictationPanel } from './dictation-panel.tsx';
import { type DictationView, emptyMeter, type Meter } from './dictation-state.ts';

const texts = { en, de };

function createMeter() {
  const { set, getState, subscribe } = createStore(emptyMeter);
  return { getState, subscribe, set: (change: Partial<Meter>) => act(() => set({ ...getState(), ...change })) };
}

const idle: DictationView = { phase: 'idle', problem: undefined, recogniser: 'site' };

function open(view: Partial<DictationView>, language: 'en' | 'de' = 'en', isLocal = false) {
  const meter = createMeter();
  const done: string[] = [];
  const t = translateIn(language, texts[language]);
  const draw = (change: Partial<DictationView>) => {
    const now = { ...idle, ...change };
    const press = (name: string) => () => void done.push(name);
    const acts = { agree: press('agree'), stop: press('stop'), retry: press('retry'), discard: press('discard') };
    return (
      <>
        <a href="#outside">outside</a>
        {now.phase === 'idle' && <textarea aria-label="field" />}
        <DictationPanel dictation={{ view: now, meter, isLocal, ...acts }} onClosed={() => screen.queryByLabelText('field')?.focus()} />
      </>
    );
  };
  const { rerender, container } = render(draw(view), inScreen(t));
  const user = userEvent.setup();
  return {
    meter,
    done,
    user,
    container,
    show: (change: Partial<DictationView>) => rerender(draw(change)),
    press: (name: string) => user.click(screen.getByRole('button', { name })),
  };
}

const buttons = () => screen.getAllByRole('button').map((button) => `${button.textContent}${isDisabled(button) ? ' (disabled)' : ''}`);
const isDisabled = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';
/** The panel's own status; an offer above the panel has another. */
const status = () => screen.getAllByRole('status').at(-1)?.textContent ?? null;
/** Undefined for a place without a bar. */
const heights = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLElement>('[aria-hidden] > i')].map((place) => place.style.getPropertyValue('--level') || undefined);

afterEach(cleanup);

const required = 'Microphone access is required for voice recording';
const tips = ['Allow the microphone in the address bar', 'Check the permissions of your device', 'Refresh the page'];

it.each<[string, Partial<DictationView>, string, string[]]>([
  ['notice', { phase: 'notice', recogniser: 'browser' }, en['dictation.notice'], ['Type instead', 'Speak']],
  ['asking', { phase: 'asking' }, 'Please allow the microphone in your browser.', ['Cancel', 'Loading... (disabled)']],
  ['recording', { phase: 'recording' }, 'Speak now.', ['Discard', 'Tap to stop recording']],
  ['transcribing', { phase: 'transcribing' }, 'Writing down what you said...', ['Discard', 'Loading... (disabled)']],
  ['failed', { phase: 'failed' }, `${en['dictation.failed']} ${en['dictation.kept']}`, ['Discard', 'Try again']],
  ['unheard', { phase: 'unheard' }, en['dictation.nothingHeard'], ['Cancel', 'Record again']],
  ['denied', { phase: 'refused', problem: 'microphone-denied' }, [required, ...tips].join(' '), ['Type instead', 'Try again']],
  ['dismissed', { phase: 'refused', problem: 'microphone-dismissed' }, [required, ...tips].join(' '), ['Type instead', 'Try again']],
  ['missing', { phase: 'refused', problem: 'microphone-missing' }, 'No microphone was found.', ['Type instead', 'Try again']],
  ['busy', { phase: 'refused', problem: 'microphone-busy' }, en['dictation.busy'], ['Type instead', 'Try again']],
  ['insecure', { phase: 'refused', problem: 'insecure' }, 'This site must be accessed via HTTPS for microphone access', ['Type instead']],
  ['unsupported', { phase: 'refused', problem: 'unsupported' }, en['dictation.unsupported'], ['Type instead']],
])('the panel in state “%s” shows its sentence and its buttons', (_, view, sentence, keys) => {
  open(view);
  expect([screen.getByRole('region').getAttribute('aria-label'), status(), buttons()]).toEqual(['Voice recording', sentence, keys]);
});

it('the notice states when recognition runs on the device', () => {
  open({ phase: 'notice', recogniser: 'browser' }, 'en', true);
  expect([status(), buttons()]).toEqual([en['local.hears'], ['Type instead', 'Speak']]);
});

it('each button calls its action, disabled buttons call none, and Escape discards', async () => {
  const panel = open({ phase: 'notice' });
  await panel.press('Speak');
  panel.show({ phase: 'asking' });
  await panel.press('Loading...');
  panel.show({ phase: 'recording' });
  await panel.press('Tap to stop recording');
  panel.show({ phase: 'failed' });
  await panel.press('Try again');
  await panel.press('Discard');
  panel.show({ phase: 'recording' });
  await panel.user.keyboard('{Escape}');
  expect(panel.done).toEqual(['agree', 'stop', 'retry', 'discard', 'discard']);
});

it('the panel takes the focus when recording begins, and at the end it disappears and returns the focus to the field', () => {
  const { show } = open({ phase: 'asking' });
  show({ phase: 'recording' });
  expect(document.activeElement?.textContent).toBe('Tap to stop recording');
  show({ phase: 'transcribing' });
  expect(document.activeElement?.textContent).toBe('Loading...');
  show({ phase: 'refused', problem: 'insecure' });
  expect(document.activeElement?.textContent).toBe('Type instead');
  show({ phase: 'idle' });
  expect([screen.queryByRole('region'), document.activeElement]).toEqual([null, screen.getByLabelText('field')]);
});

it('the panel leaves the focus on an element outside', () => {
  const { show } = open({ phase: 'recording' });
  const link = screen.getByRole('link');
  link.focus();
  show({ phase: 'transcribing' });
  show({ phase: 'idle' });
  expect(document.activeElement).toBe(link);
});

it('the meter fills forty places from the left with the levels, and keeps them during the transcription', () => {
  const { meter, container, show } = open({ phase: 'recording' });
  expect(heights(container)).toEqual(Array.from({ length: 40 }));
  meter.set({ levels: [0.25, 0.5, 1], seconds: 7.4 });
  const filled = ['0.25', '0.5', '1', ...Array.from({ length: 37 })];
  expect(heights(container)).toEqual(filled);
  show({ phase: 'transcribing' });
  expect([heights(container), screen.getByText('0:07').textContent]).toEqual([filled, '0:07']);
});

it('the meter shows forty bars and the words during recognition by the browser', () => {
  const { meter, container } = open({ phase: 'recording', recogniser: 'browser' });
  expect([heights(container).length, screen.getAllByText('Speak now.').length]).toEqual([40, 2]);
  meter.set({ levels: [0.5], words: 'Who painted' });
  expect([heights(container), screen.getByText('Who painted').tagName]).toEqual([['0.5', ...Array.from({ length: 39 })], 'SPAN']);
});

it('the meter shows the time and the limit of a recording', () => {
  const { meter } = open({ phase: 'recording' });
  meter.set({ seconds: 7.9 });
  expect([screen.getByText('0:07').textContent, screen.getByText('of 1:00').textContent]).toEqual(['0:07', 'of 1:00']);
  meter.set({ seconds: 60.4 });
  expect(screen.getByText('1:00')).toBeTruthy();
});

it('the meter counts down the last 10 s and announces them once', () => {
  const { meter } = open({ phase: 'recording' });
  meter.set({ seconds: 49.9 });
  expect([status(), screen.queryByText(/left, then it is sent/)]).toEqual(['Speak now.', null]);
  const announced = new Set<string | null>();
  for (const seconds of [50.1, 53, 59.2]) {
    meter.set({ seconds });
    announced.add(status());
  }
  expect([...announced]).toEqual(['10 seconds left, then it is sent']);
  expect(screen.getByText('1 second left, then it is sent').getAttribute('aria-hidden')).toBe('true');
});
