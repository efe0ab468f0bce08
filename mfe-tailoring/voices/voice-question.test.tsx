import type { PlayerState } from '@enfilade/shared-contracts/kit/audio-player';
import { watchAudio } from '@enfilade/shared-contracts/kit/testing/watch-audio';
import { expect, it, onTestFinished } from '@rstest/core';
import { act, screen } from '@testing-library/react';
import { museum, openTailoring, profileSource, untilVoice, voice } from '../testing/open-tailoring.tsx';
import { pickStatus } from './voice-question.tsx';

const row = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}\\b`) });
const press = (name: string) => screen.getByRole('button', { name });
const start = () => screen.getByRole('button', { name: /^(Start the visit|Choose a voice)/ });
const question = { answers: untilVoice, question: 'voice' as const };

it('The question of the voice stays until the visitor starts the visit, and its button says why the visit cannot start', async () => {
  const { user, stored, events, gone, turn } = await openTailoring(question);
  const says = () => [start().textContent, start().getAttribute('aria-disabled')];
  expect(says()).toEqual(['Choose a voice first', 'true']);
  await user.click(start());
  await user.click(row('Edmund'));
  expect(says()).toEqual(['Start the visit with Clara', 'false']);
  await user.click(row('Clara'));
  turn(1000);
  expect(stored().voice).toEqual(['en-1']);
  expect(['Clara', 'Edmund'].map((name) => row(name).getAttribute('aria-pressed'))).toEqual(['true', 'false']);
  expect([events, gone]).toEqual([[], []]);
});

it('Starting the visit emits the voice, pings the museum, and leads to the visit', async () => {
  const { user, stored, events, pinged, gone } = await openTailoring(question);
  await user.click(row('Edmund'));
  await user.click(start());
  expect(stored().voice).toEqual(['en-2']);
  expect(events).toEqual([
    ['question-answered', { questionId: 'voice', options: ['en-2'] }],
    ['tailoring-finished', {}],
  ]);
  expect(pinged).toEqual([museum._id]);
  expect(gone).toEqual([{ screen: 'visit' }]);
});

it('A failed ping does not keep the visitor from the visit', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const { user, gone } = await openTailoring({ ...question, ping: () => Promise.reject(new Error('503')) });
  await user.click(row('Clara'));
  await user.click(start());
  expect(gone.at(-1)).toEqual({ screen: 'visit' });
  // Node reports an unhandled rejection only after the task in which it happened.
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});

it('A voice has a description if the texts have one', async () => {
  await openTailoring({ ...question, profile: { ...profileSource, voices: { en: [voice('en-1', 'Clara'), voice('en-9', 'Nobody')] } } });
  expect(['Clara', 'Nobody'].map((name) => row(name).textContent)).toEqual(['Clara Warm, unhurried', 'Nobody ']);
});

it('listening plays a voice’s sample without choosing the voice, and the row shows the state in words', async () => {
  const { played, emit } = watchAudio();
  const { user, stored } = await openTailoring(question);
  await user.click(press('Listen to Edmund'));
  expect(played.map(({ src }) => new URL(src).pathname)).toEqual(['/media/voices/en-2.mp3']);
  expect(row('Edmund').textContent).toBe('Edmund Loading...');
  emit('playing');
  expect(row('Edmund').textContent).toBe('Edmund Playing');
  expect(['Clara', 'Edmund'].map((name) => row(name).querySelector('small svg') !== null)).toEqual([false, true]);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(press('Stop Edmund')).toBeTruthy();
  expect(stored().voice).toBeUndefined();
  emit('ended');
  expect(row('Edmund').textContent).toBe('Edmund Bright, lively');
  expect(press('Listen to Edmund')).toBeTruthy();
});

it('A second press stops a sample, and so does another voice’s sample', async () => {
  const { played, paused, emit } = watchAudio();
  const { user } = await openTailoring(question);
  await user.click(press('Listen to Clara'));
  emit('playing');
  await user.click(press('Listen to Edmund'));
  expect(paused()).toEqual([played[0]]);
  expect(screen.getAllByRole('button', { name: /^Stop / }).map((button) => button.getAttribute('aria-label'))).toEqual(['Stop Edmund']);
  await user.click(press('Stop Edmund'));
  expect(paused()).toEqual(played);
  expect(screen.queryByRole('button', { name: /^Stop / })).toBeNull();
});

it('A sample that the browser blocks is named on screen and to screen readers, and can be retried', async () => {
  const answers = [() => Promise.reject(new DOMException('no', 'NotAllowedError'))];
  const { emit } = watchAudio(() => answers.pop()?.() ?? Promise.resolve());
  const { user } = await openTailoring(question);
  await user.click(press('Listen to Clara'));
  const words = 'The browser blocked the sound. Tap once more.';
  expect(row('Clara').textContent).toBe(`Clara ${words}`);
  expect(screen.getByRole('status').textContent).toBe(words);
  await user.click(press('Listen to Clara'));
  emit('playing');
  expect(row('Clara').textContent).toBe('Clara Playing');
  expect(screen.getByRole('status').textContent).toBe('');
});

it('A voice whose sample fails to load can be chosen', async () => {
  const { emit } = watchAudio();
  const { user, stored } = await openTailoring(question);
  await user.click(press('Listen to Clara'));
  emit('error');
  await act(async () => {});
  expect(row('Clara').textContent).toBe('Clara This sample did not load. Please try again.');
  await user.click(row('Clara'));
  expect(stored().voice).toEqual(['en-1']);
});

it('Leaving the question and changing the language stop a sample', async () => {
  const { played, paused } = watchAudio();
  const { user, session } = await openTailoring(question);
  await user.click(press('Listen to Clara'));
  act(() => session.setLanguage('de', true));
  expect(paused()).toEqual(played);
  await user.click(screen.getByRole('button', { name: /^Listen to Johanna/ }));
  await user.click(screen.getByRole('button', { name: /^Back/ }));
  expect(played).toHaveLength(2);
  expect(paused()).toEqual(played);
});

it('A voice’s row keeps its note unless its own sample loads, plays or fails', () => {
  const notes: Record<PlayerState, string | undefined> = {
    loading: 'voice.loading',
    ready: 'voice.loading',
    playing: 'voice.playing',
    paused: undefined,
    complete: undefined,
    stopped: undefined,
    error: 'voice.unreachable',
  };
  for (const [state, note] of Object.entries(notes))
    expect(pickStatus({ id: 'en-1', state: state as PlayerState, seconds: 0 }, 'en-1')).toBe(note);
  expect(pickStatus({ id: 'en-1', state: 'error', problem: 'blocked', seconds: 0 }, 'en-2')).toBeUndefined();
});
