import { afterEach, expect, it, onTestFinished, rs } from '@rstest/core';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { ApiError } from '../../../api/api-error.ts';
import type { GuideApi } from '../../../api/guide-api.ts';
import { stateOf } from '../../../kit/audio-player.ts';
import { createLazy } from '../../../kit/create-lazy.ts';
import { createFakeAudios } from '../../../kit/testing/fake-audio.ts';
import { createHandClock } from '../../../kit/testing/hand-clock.ts';
import { museumProfileSchema } from '../../../museum/profile.ts';
import { createSession } from '../../../visit/create-session.ts';
import { createSettingsSource } from '../../../visit/testing/settings-source.ts';
import { createDecodingContext } from '../testing/decoding-context.ts';
import { useReader } from '../use-speech.ts';
import { createReader } from './create-reader.ts';
import type { SpeechOptions } from './create-speech.ts';
import * as speechCode from './create-speech.ts';

const settle = () => new Promise((next) => setTimeout(next));
const text = 'One short answer, in one piece.';
const visit = { museumId: 'm', exhibitionId: 'e', language: 'en', visitMode: 'guided', answers: {} } as const;

/** `come` delivers the sound. */
function createFakeSpeech() {
  const asked: { voiceId: string; text: string; signal: AbortSignal | undefined; come(bytes?: number): void; fail(error: Error): void }[] =
    [];
  const checkConnection = rs.fn(async () => undefined);
  return {
    ...{ asked, checkConnection },
    async come(bytes?: number) {
      asked.at(-1)?.come(bytes);
      await settle();
    },
    async fail(error: Error) {
      asked.at(-1)?.fail(error);
      await settle();
    },
    api: {
      speak: (voiceId: string, { text: words }: { text: string }, signal?: AbortSignal) =>
        new Promise<ArrayBuffer>((resolve, reject) => {
          asked.push({ voiceId, text: words, signal, come: (bytes = 10) => resolve(new ArrayBuffer(bytes)), fail: reject });
        }),
      checkConnection,
    },
  };
}

const Context = createDecodingContext(() => new Float32Array(10).fill(0.5));

function openReader(pickSpeaker: Parameters<typeof createReader>[0]['pickSpeaker'] = () => ({ voiceId: 'en-1', visit })) {
  const { api, ...speech } = createFakeSpeech();
  const audios = createFakeAudios();
  const load = rs.fn(async () => ({
    ...speechCode,
    createSpeech: (audio: HTMLAudioElement, options: SpeechOptions) => speechCode.createSpeech(audio, { ...options, Context }),
  }));
  const reader = createReader({
    ...{ api, pickSpeaker, createAudio: audios.createAudio },
    clock: createHandClock(),
    session: createSettingsSource(),
    code: createLazy(load),
  });
  const listen = (id = 'a', words = text) => {
    reader.toggle(id, words);
    return settle();
  };
  return { ...speech, ...audios, reader, listen, load };
}

const problemOf = async (opened: ReturnType<typeof openReader>, error: Error) => {
  await opened.listen();
  await opened.fail(error);
  return opened.reader.getState().problem;
};

it('a second press stops the reading, and a press after a pause resumes it', async () => {
  const { reader, listen, come, newest, asked } = openReader();
  await listen();
  await come();
  newest().emit('playing');
  reader.pause();
  await listen();
  newest().emit('playing');
  expect(reader.getState().state).toBe('playing');
  await listen();
  expect([reader.getState().state, newest().src, asked.length]).toEqual(['stopped', '', 1]);
});

it('reading another text stops the first reading and aborts its request', async () => {
  const { reader, listen, asked } = openReader();
  await listen('a');
  await listen('b');
  expect([reader.getState().id, asked.map(({ signal }) => signal?.aborted)]).toEqual(['b', [true, false]]);
});

it('the sound starts within the tap, and a failed load of the code is a network problem', async () => {
  const { reader, listen, newest, load, asked } = openReader();
  load.mockRejectedValueOnce(new Error('no network'));
  reader.toggle('a', text);
  expect([newest().isPaused, asked.length]).toEqual([false, 0]);
  await settle();
  expect(reader.getState()).toMatchObject({ id: 'a', state: 'error', problem: { sentence: 'speech.network' } });
  await listen();
  expect([reader.getState().state, asked.length]).toEqual(['loading', 1]);
});

const upstream = { sentence: 'speech.other', reason: 'speech.reason.upstream' };
it('a network error names the connection if the site is unreachable, and else the service', async () => {
  const opened = openReader();
  expect(await problemOf(opened, new ApiError('network', ''))).toEqual(upstream);
  opened.checkConnection.mockRejectedValueOnce(new Error('offline'));
  expect(await problemOf(opened, new ApiError('network', ''))).toEqual({ sentence: 'speech.network' });
  const busy = new ApiError('refused', '', { code: 'busy', status: 503 });
  expect(await problemOf(opened, busy)).toEqual({ sentence: 'speech.busy' });
  expect(opened.checkConnection).toHaveBeenCalledTimes(2);
});

it('a reading that stops during the connection check shows no problem', async () => {
  const { reader, listen, asked } = openReader();
  await listen();
  asked[0]?.fail(new ApiError('network', ''));
  reader.stop();
  await listen('b');
  expect(reader.getState()).toMatchObject({ id: 'b', state: 'loading' });
});

it('an undecodable sound and a blocked playback are playback problems', async () => {
  const { reader, listen, come, newest, checkConnection } = openReader();
  await listen();
  await come(0);
  expect(reader.getState().problem).toEqual({ sentence: 'speech.playback' });
  expect(checkConnection).not.toHaveBeenCalled();
  await listen();
  await come();
  newest().refuse(new DOMException('no', 'NotAllowedError'));
  await settle();
  expect(reader.getState().problem).toEqual({ sentence: 'speech.playback' });
});

it.each([
  ['the text has no words', () => ({ voiceId: 'en-1', visit }), ' \n '],
  ['the museum has no voice', () => undefined, text],
  [
    'the visit is over',
    () => {
      throw new ApiError('refused', '');
    },
    text,
  ],
])('a reading fails without a request if %s', async (_, pickSpeaker, words) => {
  const { reader, listen, asked } = openReader(pickSpeaker);
  await listen('a', words);
  expect([reader.getState().problem, asked.length]).toEqual([{ sentence: 'speech.other', reason: 'speech.reason.request' }, 0]);
});

afterEach(cleanup);

const voices = ['en-1', 'en-2'].map((voiceId) => ({
  voiceId,
  uiStringID: voiceId,
  label: voiceId,
  voicePreviewUrl: `/media/voices/${voiceId}.mp3`,
}));

function openReading() {
  const { createAudio, newest } = createFakeAudios();
  const { api, asked } = createFakeSpeech();
  const session = createSession({ document, window });
  onTestFinished(() => session.dispose());
  session.setLanguage('en', true);
  session.arrive('6610a1b2c3d4e5f601000001', '6610a1b2c3d4e5f602000001');
  session.answer('voice', ['en-2']);
  const profile = museumProfileSchema.parse({ voices: { en: voices } });
  const props = { api: api as unknown as GuideApi, session, profile, clock: createHandClock() };
  const { result, unmount } = renderHook(() => useReader(props, createAudio));
  const listen = async (id: string) => {
    act(() => result.current.toggle(id, text));
    await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  };
  return { asked, newest, session, result, unmount, listen };
}

it('answers are read by the chosen voice, and other changes of the visit do not stop the reading', async () => {
  const { listen, asked, result, session } = openReading();
  await listen('a');
  session.changeSettings({ theme: 'dark' });
  expect(asked.map(({ voiceId, text: words, signal }) => [voiceId, words, signal?.aborted])).toEqual([['en-2', text, false]]);
  expect(['a', 'b'].map((id) => stateOf(result.current.getState(), id))).toEqual(['loading', 'stopped']);
});

it.each([
  ['the language changes', ({ session }: ReturnType<typeof openReading>) => session.setLanguage('de', true)],
  ['the screen is left', ({ unmount }: ReturnType<typeof openReading>) => unmount()],
  ['the page is left', () => void window.dispatchEvent(new Event('pagehide'))],
])('a reading ends when %s', async (_, leave) => {
  const opened = openReading();
  await opened.listen('a');
  act(() => leave(opened));
  expect([opened.newest().isPaused, opened.asked[0]?.signal?.aborted]).toEqual([true, true]);
});
