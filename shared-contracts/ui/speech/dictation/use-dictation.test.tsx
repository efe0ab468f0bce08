import { afterEach, expect, it, rs } from '@rstest/core';
import { act, cleanup, waitFor } from '@testing-library/react';
import { createLazy } from '../../../kit/create-lazy.ts';
import { createDeferred } from '../../../voice/testing/deferred.ts';
import { localLimitMs } from './open-capture.ts';
import { createFakePage, type FakePage } from './testing/fake-page.ts';
import { expectNothingOpen, openDictation } from './testing/open-dictation.ts';
import type { useDictation } from './use-dictation.ts';

afterEach(cleanup);

async function stopRecording(decode: FakePage['decode'], options: Parameters<typeof openDictation>[0] = {}, lastedMs = 0) {
  const page = createFakePage();
  const decodesAgain = () => Object.assign(page, { decode: usual });
  const { decode: usual } = page;
  page.decode = decode;
  const dictation = await openDictation({ page, ...options });
  await dictation.record();
  dictation.pass(lastedMs);
  dictation.does(({ stop }) => stop());
  return { ...dictation, decodesAgain };
}

it('dictation is offered if a recogniser is available', async () => {
  expect([(await openDictation()).now().isOffered, (await openDictation({ recogniser: 'none' })).now().isOffered]).toEqual([true, false]);
});

it('dictation records, sends a WAV file in the language of the visit and delivers the words', async () => {
  const dictation = await openDictation();
  await dictation.record();
  expect([dictation.page.tracks[0]?.enabled, dictation.page.audioSession.type, dictation.page.recorders[0]?.state]).toEqual([
    true,
    'play-and-record',
    'recording',
  ]);
  dictation.pass(1_000);
  dictation.does(({ stop }) => stop());
  expect(dictation.now().view.phase).toBe('transcribing');
  await dictation.reaches('idle');
  expect(dictation.words).toEqual(['Who painted this?']);
  expect(dictation.sent.map(({ file, language }) => [file.type, file.size, language])).toEqual([['audio/wav', 32_044, 'de']]);
  expectNothingOpen(dictation);
});

it('the meter adds a bar each 250 ms without rendering the screen', async () => {
  const dictation = await openDictation();
  await dictation.record();
  const { view, meter } = dictation.now();
  for (const loudness of [1, 0, 0.05]) {
    dictation.page.loudness = loudness;
    dictation.pass(250);
  }
  const { levels = [], seconds } = meter?.getState() ?? {};
  expect([levels.length, levels[0], levels[1], seconds]).toEqual([3, 1, 0, 0.75]);
  expect(levels[2]).toBeGreaterThan(0.3);
  expect(dictation.now().view).toBe(view);
});

it.each(['ended', 'mute'])('an event “%s” of the microphone ends the recording and sends what was recorded', async (event) => {
  const dictation = await openDictation();
  await dictation.record();
  act(() => void dictation.page.tracks[0]?.dispatchEvent(new Event(event)));
  await dictation.reaches('idle');
  expect(dictation.words).toHaveLength(1);
  expectNothingOpen(dictation);
});

it('a recording whose transcription failed is kept, and retry() sends the same file', async () => {
  const transcribe = rs
    .fn(async () => 'At last')
    .mockRejectedValueOnce(new Error('no connection'))
    .mockRejectedValueOnce(new Error('no'));
  const dictation = await openDictation({ transcribe });
  await dictation.record();
  dictation.does(({ stop }) => stop());
  for (const _ of [1, 2]) {
    await dictation.reaches('failed');
    dictation.does(({ retry }) => retry());
  }
  await dictation.reaches('idle');
  expect(dictation.words).toEqual(['At last']);
  expect(new Set(dictation.sent.map(({ file }) => file)).size).toBe(1);
  expect(dictation.sent).toHaveLength(3);
});

it.each([
  ['fails', () => Promise.reject(new DOMException('not yet', 'EncodingError')), 'failed'],
  ['hangs for 10 s', () => new Promise<never>(() => undefined), 'transcribing'],
  ['gives no sample of 3 s', async () => [new Float32Array(0)], 'failed'],
] as const)('a recording whose decoding %s is kept, and retry() decodes again', async (_, decode, before) => {
  const dictation = await stopRecording(decode, {}, 3_000);
  await act(async () => dictation.clock.pass(localLimitMs - 1));
  await dictation.reaches(before);
  await act(async () => dictation.clock.pass(1));
  await dictation.reaches('failed');
  expect([dictation.words, dictation.sent]).toEqual([[], []]);
  dictation.decodesAgain();
  dictation.does(({ retry }) => retry());
  await dictation.reaches('idle');
  expect([dictation.words.length, dictation.sent.length]).toEqual([1, 1]);
  expectNothingOpen(dictation);
});

it('discarding a decoding that hangs leaves no timer', async () => {
  const dictation = await stopRecording(() => new Promise(() => undefined));
  await act(async () => dictation.now().discard());
  expectNothingOpen(dictation);
});

it.each([
  ['no words came', async () => '  ', 16_000],
  ['the recording is under 0.3 s', async () => 'never asked', 4_000],
])('dictation ends as unheard if %s, and retry() records again', async (_, transcribe, samples) => {
  const dictation = await stopRecording(async () => [new Float32Array(samples)], { transcribe });
  await dictation.reaches('unheard');
  expectNothingOpen(dictation);
  dictation.does(({ retry }) => retry());
  await dictation.reaches('recording');
  expect(dictation.words).toEqual([]);
});

it.each([
  ['stopped', (dictation: ReturnType<typeof useDictation>) => dictation.stop()],
  ['discarded', (dictation: ReturnType<typeof useDictation>) => dictation.discard()],
])('dictation that is %s before the microphone opens never records', async (_, end) => {
  const page = createFakePage();
  const allowed = createDeferred();
  page.answer = (track) => allowed.promise.then(() => track);
  const dictation = await openDictation({ page });
  dictation.does(({ start }) => start());
  expect(dictation.now().view.phase).toBe('asking');
  dictation.does(end);
  await act(async () => allowed.resolve());
  expect([dictation.now().view.phase, dictation.page.recorders.length]).toEqual(['idle', 0]);
  expectNothingOpen(dictation);
});

it('discarding aborts the transcription and delivers no words', async () => {
  const answer = createDeferred<string>();
  const dictation = await openDictation({ transcribe: () => answer.promise });
  await dictation.record();
  dictation.does(({ stop }) => stop());
  await waitFor(() => expect(dictation.sent).toHaveLength(1));
  dictation.does(({ discard }) => discard());
  expect(dictation.sent[0]?.signal?.aborted).toBe(true);
  await act(async () => answer.resolve('too late'));
  expect([dictation.words, dictation.now().view.phase]).toEqual([[], 'idle']);
});

it.each([
  ['the text is left for the call', ({ show }: Awaited<ReturnType<typeof openDictation>>) => show(false)],
  ['the screen is left', ({ hook }: Awaited<ReturnType<typeof openDictation>>) => hook.unmount()],
])('dictation ends everything when %s', async (_, leave) => {
  const dictation = await openDictation();
  await dictation.record();
  leave(dictation);
  expectNothingOpen(dictation);
  expect([dictation.sent, dictation.words]).toEqual([[], []]);
});

type Code = typeof import('./create-dictation.ts') & typeof import('./dictation-panel.tsx');
async function openUnloaded() {
  const loads: { arrive(): void; fail(): void }[] = [];
  const loaded: Code = { ...(await import('./create-dictation.ts')), ...(await import('./dictation-panel.tsx')) };
  const load = () =>
    new Promise<Code>((resolve, reject) => loads.push({ arrive: () => resolve(loaded), fail: () => reject(new Error('no network')) }));
  return { loads, ...(await openDictation({ code: createLazy(load) })) };
}

it('the first press loads the code once and records when the code is loaded', async () => {
  const dictation = await openUnloaded();
  expect([dictation.now().isOffered, dictation.loads.length]).toEqual([true, 0]);
  dictation.does(({ prepare }) => prepare());
  dictation.does(({ start }) => start());
  expect([dictation.now().opening, dictation.loads.length]).toEqual(['loading', 1]);
  await act(async () => dictation.loads[0]?.arrive());
  await dictation.reaches('recording');
  expect(dictation.now().opening).toBeUndefined();
});

it('a failed load of the code is shown, and the next press loads the code again', async () => {
  const dictation = await openUnloaded();
  dictation.does(({ start }) => start());
  await act(async () => dictation.loads[0]?.fail());
  expect(dictation.now().opening).toBe('failed');
  dictation.does(({ start }) => start());
  expect(dictation.now().opening).toBe('loading');
  await act(async () => dictation.loads[1]?.arrive());
  await dictation.reaches('recording');
});

it('dictation records nothing if the visitor leaves before the code is loaded', async () => {
  const dictation = await openUnloaded();
  dictation.does(({ start }) => start());
  dictation.show(false);
  await act(async () => dictation.loads[0]?.arrive());
  expect([dictation.now().view.phase, dictation.page.tracks.length]).toEqual(['idle', 0]);
});

const withAnswer = (answer: FakePage['answer']) => Object.assign(createFakePage(), { answer });
const refuse: FakePage['answer'] = (track) => {
  track.stop();
  return Promise.reject(new DOMException('no', 'NotAllowedError'));
};
it.each([
  ['microphone-dismissed', withAnswer(refuse)],
  ['microphone-busy', withAnswer(async (track) => Object.assign(track, { muted: true }))],
  ['unsupported', createFakePage({ MediaRecorder: undefined } as never)],
  ['unsupported', createFakePage({ MediaStream: undefined } as never)],
])('a missing microphone is reported as %s', async (problem, page) => {
  const dictation = await openDictation({ page });
  dictation.does(({ start }) => start());
  await dictation.reaches('refused');
  expect(dictation.now().view.problem).toBe(problem);
  expectNothingOpen(dictation);
});
