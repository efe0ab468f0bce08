import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { languages } from '../../../i18n/language.ts';
import { translateIn } from '../../../i18n/testing/translate-in.ts';
import { inScreen } from '../../testing/fake-screen.tsx';
import de from '../texts/de.json';
import en from '../texts/en.json';
import fr from '../texts/fr.json';
import { ListenButton, ReadingNote } from './listen-button.tsx';
import type { ReadingProblem } from './reading-problem.ts';

afterEach(cleanup);

const texts = { en, de, fr };
const t = translateIn('en', en);

it.each([
  ['loading', 'Loading...'],
  ['ready', 'Loading...'],
  ['playing', 'Stop'],
  ['paused', 'Listen'],
  ['complete', 'Listen'],
  ['stopped', 'Listen'],
  ['error', 'Listen'],
] as const)('the listen button in state %s shows %s and can be pressed', async (state, name) => {
  let presses = 0;
  render(<ListenButton state={state} onPress={() => (presses += 1)} />, inScreen(t));
  const button = screen.getByRole('button', { name });
  // The button's word already names the state.
  expect(button.hasAttribute('aria-pressed')).toBe(false);
  await userEvent.setup().click(button);
  expect(presses).toBe(1);
});

it('the listen button reserves room for its three words', () => {
  const roomOf = (state: 'stopped' | 'loading' | 'playing') => {
    const { container, unmount } = render(<ListenButton state={state} onPress={() => {}} />, inScreen(t));
    const { second, third } = container.querySelector('span')?.dataset ?? {};
    const room = new Set([container.textContent, second, third]);
    unmount();
    return room;
  };
  const all = new Set(['Listen', 'Loading...', 'Stop']);
  expect([roomOf('stopped'), roomOf('loading'), roomOf('playing')]).toEqual([all, all, all]);
});

const problems: ReadingProblem[] = [
  ...(['network', 'notConfigured', 'configuration', 'busy', 'playback'] as const).map((kind) => ({ sentence: `speech.${kind}` as const })),
  ...(['voice', 'upstream', 'late', 'request'] as const).map((kind) => ({
    sentence: 'speech.other' as const,
    reason: `speech.reason.${kind}` as const,
  })),
];

it.each(languages)('each reading problem is an alert with a sentence of its own in %s', (language) => {
  const speak = translateIn(language, texts[language]);
  const told = problems.map((problem) => {
    const { unmount } = render(<ReadingNote problem={problem} />, inScreen(speak));
    const words = screen.getByRole('alert').textContent;
    unmount();
    return words;
  });
  expect(new Set(told).size).toBe(problems.length);
  for (const words of told) expect(words).not.toMatch(/speech\.|\{\{/);
});

it('the note of a reading problem names the reason', () => {
  render(<ReadingNote problem={{ sentence: 'speech.other', reason: 'speech.reason.late' }} />, inScreen(t));
  expect(screen.getByRole('alert').textContent).toBe('Speech unavailable: it took too long.');
});
