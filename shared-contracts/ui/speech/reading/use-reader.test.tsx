import { afterEach, describe, expect, it, onTestFinished } from '@rstest/core';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { GuideApi } from '../../../api/guide-api.ts';
import { createHandClock } from '../../../kit/testing/hand-clock.ts';
import { museumProfileSchema } from '../../../museum/profile.ts';
import { createSession } from '../../../visit/create-session.ts';
import { pickStateOf } from './reading.ts';
import { createFakePage, createFakeSpeech, flushPromises } from './testing/fake-sound.ts';
import { useReader } from './use-reader.ts';

afterEach(cleanup);

const voices = ['en-1', 'en-2'].map((voiceId) => ({
  voiceId,
  uiStringID: voiceId,
  label: voiceId,
  voicePreviewUrl: `/media/voices/${voiceId}.mp3`,
}));

function openReading() {
  const { page, newest } = createFakePage();
  const { api, asked } = createFakeSpeech();
  const session = createSession({ document, window });
  onTestFinished(() => session.dispose());
  session.setLanguage('en', true);
  session.arrive('6610a1b2c3d4e5f601000001', '6610a1b2c3d4e5f602000001');
  session.answer('voice', ['en-2']);
  const profile = museumProfileSchema.parse({ voices: { en: voices } });
  const props = { api: api as unknown as GuideApi, session, profile, clock: createHandClock() };
  const { result, unmount } = renderHook(() => useReader(props, page));
  /** The first press loads the reader's code. */
  const listen = async (id: string) => {
    act(() => result.current.toggle(id, 'One short answer.'));
    await waitFor(() => expect(asked.length).toBeGreaterThan(0));
    await act(flushPromises);
  };
  return { asked, newest, session, result, unmount, listen };
}

describe('answers read aloud', () => {
  it('answers read aloud are read by the voice the visitor chose, each with its own state', async () => {
    const { listen, asked, result } = openReading();
    await listen('a');
    expect(asked.map(({ voiceId, text }) => [voiceId, text])).toEqual([['en-2', 'One short answer.']]);
    await act(async () => {
      asked[0]?.come(2);
      await flushPromises();
    });
    expect(['a', 'b'].map((id) => pickStateOf(result.current.getState(), id))).toEqual(['playing', 'stopped']);
    act(() => result.current.stop());
    expect(pickStateOf(result.current.getState(), 'a')).toBe('stopped');
  });

  it('answers read aloud say beneath which answer they failed', async () => {
    const { listen, asked, result } = openReading();
    await listen('a');
    expect(result.current.getState().problem).toBeUndefined();
    await act(async () => {
      asked[0]?.fail(new TypeError('no sound'));
      await flushPromises();
    });
    expect(result.current.getState()).toEqual({ id: 'a', state: 'error', problem: { sentence: 'speech.playback' } });
    await listen('b');
    expect(result.current.getState().problem).toBeUndefined();
  });

  it.each([
    ['the language changes', ({ session }: ReturnType<typeof openReading>) => session.setLanguage('de', true)],
    ['the screen is left', ({ unmount }: ReturnType<typeof openReading>) => unmount()],
    ['the page is left', () => void window.dispatchEvent(new Event('pagehide'))],
  ])('answers read aloud end when %s', async (_, leave) => {
    const opened = openReading();
    await opened.listen('a');
    act(() => leave(opened));
    expect([opened.newest().state, opened.asked[0]?.signal?.aborted]).toEqual(['closed', true]);
  });

  it('answers read aloud go on when anything else about the visit changes', async () => {
    const { listen, session, asked } = openReading();
    await listen('a');
    act(() => session.changeSettings({ theme: 'dark' }));
    expect(asked[0]?.signal?.aborted).toBe(false);
  });
});
