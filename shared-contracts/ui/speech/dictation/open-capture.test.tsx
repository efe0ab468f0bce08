import { afterEach, expect, it } from '@rstest/core';
import { act, cleanup } from '@testing-library/react';
import { retryMs } from '../../../voice/browser-recogniser.ts';
import { heardLevel } from './levels.ts';
import { lastWordsMs } from './open-capture.ts';
import { createFakePage } from './testing/fake-page.ts';
import { expectNothingOpen, openDictation } from './testing/open-dictation.ts';

async function speak(maxTouchPoints = 0) {
  const page = Object.assign(createFakePage(), { maxTouchPoints });
  const dictation = await openDictation({ recogniser: 'browser', page });
  dictation.does(({ start }) => start());
  expect(dictation.now().view.phase).toBe('notice');
  dictation.does(({ agree }) => agree());
  await dictation.reaches('recording');
  const recognition = () => {
    const newest = dictation.page.recognitions.at(-1);
    if (!newest) throw new Error('Nothing is recognised');
    return newest;
  };
  return {
    ...dictation,
    recognition,
    /** Browsers end recognition after an error. Waits until the retry is due. */
    async fail(error: string) {
      act(() => recognition().onerror?.({ error }));
      await act(async () => recognition().finish());
      dictation.pass(retryMs);
    },
    /** Waits until the limit for the last words has passed. */
    async stopSilently() {
      dictation.does(({ stop }) => stop());
      await act(async () => dictation.clock.pass(lastWordsMs));
    },
  };
}

const track = ({ page }: Dictation) => [page.tracks[0]?.readyState, page.contexts[0]];

afterEach(cleanup);

it('the first dictation by the browser asks for consent before the microphone opens, and later dictations do not', async () => {
  const dictation = await openDictation({ recogniser: 'browser' });
  dictation.does(({ start }) => start());
  expect([dictation.now().view.phase, dictation.page.tracks.length]).toEqual(['notice', 0]);
  dictation.does(({ discard }) => discard());
  dictation.does(({ start }) => start());
  expect(dictation.now().view.phase).toBe('notice');
  dictation.does(({ agree }) => agree());
  await dictation.reaches('recording');
  dictation.does(({ discard }) => discard());
  await dictation.record();
});

it("the browser's words, in the language of the visit, are shown as they arrive and are delivered with the last words", async () => {
  const dictation = await speak();
  const { state, lang } = dictation.recognition();
  expect([state, lang, dictation.page.recorders]).toEqual(['started', 'de-DE', []]);
  dictation.recognition().recognise(['wer hat']);
  dictation.pass(250);
  expect(dictation.now().meter?.getState().words).toBe('wer hat');
  dictation.does(({ stop }) => stop());
  expect([dictation.now().view.phase, dictation.recognition().state]).toEqual(['transcribing', 'stopping']);
  dictation.recognition().recognise(['wer hat das gemalt', true]);
  await act(async () => dictation.recognition().finish());
  await dictation.reaches('idle');
  expect([dictation.words, dictation.sent]).toEqual([['wer hat das gemalt'], []]);
  expectNothingOpen(dictation);
});

it("recognition by the browser continues after a pause and keeps the words before the pause and the waveform's stream", async () => {
  const dictation = await speak();
  dictation.recognition().recognise(['eins', true]);
  await act(async () => dictation.recognition().finish());
  expect(track(dictation)).toEqual(['live', 'open']);
  dictation.recognition().recognise(['zwei']);
  await dictation.stopSilently();
  await dictation.reaches('idle');
  expect(dictation.words).toEqual(['eins zwei']);
  expectNothingOpen(dictation);
});

it('recognition by the browser without a word ends as unheard', async () => {
  const dictation = await speak();
  await dictation.stopSilently();
  await dictation.reaches('unheard');
  expectNothingOpen(dictation);
});

it('losing the microphone delivers the words so far, or else shows the reason', async () => {
  const silent = await speak();
  act(() => silent.recognition().onerror?.({ error: 'not-allowed' }));
  expect(silent.now().view).toMatchObject({ phase: 'refused', problem: 'microphone-denied' });
  expectNothingOpen(silent);
  const begun = await speak();
  begun.recognition().recognise(['wer ist']);
  for (let time = 0; time < 2; time += 1) await begun.fail('audio-capture');
  await act(async () => begun.clock.pass(lastWordsMs));
  await begun.reaches('idle');
  expect(begun.words).toEqual(['wer ist']);
});

it('a recogniser that fails twice ends the dictation as unreachable', async () => {
  const dictation = await speak();
  for (let time = 0; time < 2; time += 1) await dictation.fail('network');
  expect(dictation.now().view).toMatchObject({ phase: 'refused', problem: 'unreachable' });
  expect(dictation.page.recognitions).toHaveLength(2);
  expectNothingOpen(dictation);
});

it('discarding a dictation that waits for its last words releases everything', async () => {
  const dictation = await speak();
  dictation.recognition().recognise(['wer ist']);
  dictation.does(({ stop }) => stop());
  dictation.does(({ discard }) => discard());
  expect([dictation.now().view.phase, dictation.recognition().state]).toEqual(['idle', 'aborted']);
  expectNothingOpen(dictation);
  expect(dictation.words).toEqual([]);
});

const levels = ({ now }: Dictation) => now().meter?.getState().levels;

it("the waveform of the browser's recogniser has a stream of its own that ends with the recogniser", async () => {
  const dictation = await speak();
  expect([dictation.page.tracks[0]?.enabled, ...track(dictation)]).toEqual([true, 'live', 'open']);
  for (const loudness of [1, 0]) {
    dictation.page.loudness = loudness;
    dictation.pass(250);
  }
  expect(levels(dictation)).toEqual([1, 0]);
  dictation.does(({ stop }) => stop());
  expect(track(dictation)).toEqual(['ended', 'closed']);
});

it("on a touch screen the waveform follows the recogniser's events, and the microphone opens once", async () => {
  const dictation = await speak(5);
  expect(track(dictation)).toEqual(['ended', undefined]);
  dictation.pass(250);
  dictation.recognition().onspeechstart?.();
  dictation.pass(500);
  dictation.recognition().onspeechend?.();
  dictation.pass(250);
  dictation.recognition().recognise(['wer']);
  dictation.pass(250);
  dictation.pass(250);
  expect(levels(dictation)).toEqual([0, heardLevel, heardLevel, 0, heardLevel, 0]);
});

it.each(['audio-capture', 'no-speech'])(
  "a recogniser that ends with %s before any word is restarted without the waveform's stream",
  async (error) => {
    const dictation = await speak();
    await dictation.fail(error);
    expect(track(dictation)).toEqual(['ended', 'closed']);
    expect([dictation.now().view.phase, dictation.page.recognitions.length]).toEqual(['recording', 2]);
  },
);

type Dictation = Awaited<ReturnType<typeof speak>>;
