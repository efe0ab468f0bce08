import { expect } from '@rstest/core';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createHandClock } from '../../../../kit/testing/hand-clock.ts';
import type { VoiceReadiness } from '../../../../voice/voice-state.ts';
import type { Phase } from '../dictation-state.ts';
import { useDictation } from '../use-dictation.ts';
import { createFakePage, type FakePage } from './fake-page.ts';

type Transcribe = Parameters<typeof useDictation>[0]['api']['transcribe'];

interface HookOptions {
  recogniser?: VoiceReadiness['dictation'];
  page?: FakePage;
  transcribe?: Transcribe;
  code?: Parameters<typeof useDictation>[0]['code'];
}

/** `words` were delivered; `sent` counts requests to the gateway. */
export async function openDictation({
  recogniser = 'site',
  page = createFakePage(),
  transcribe = async () => ' Who painted this? ',
  code,
}: HookOptions = {}) {
  const clock = createHandClock();
  const words: string[] = [];
  const sent: { file: Blob; language: string; signal: AbortSignal | undefined }[] = [];
  const options = {
    api: {
      transcribe: (async (file, language, signal) => {
        sent.push({ file, language, signal });
        return await transcribe(file, language, signal);
      }) as Transcribe,
    },
    conversation: {
      checkVoice: async (): Promise<VoiceReadiness> => ({
        support: 'supported',
        microphone: 'prompt',
        hearing: recogniser,
        dictation: recogniser,
      }),
    },
    language: 'de' as const,
    clock,
    onWords: (text: string) => words.push(text),
    page: page.page,
    ...(code && { code }),
  };
  const hook = renderHook((isShown: boolean) => useDictation({ ...options, isShown }), { initialProps: true });
  await act(async () => {});
  const now = () => hook.result.current;
  if (!code) {
    act(() => now().prepare());
    await waitFor(() => expect(now().Panel).toBeDefined());
  }
  return {
    page,
    clock,
    words,
    sent,
    hook,
    now,
    show: (isShown: boolean) => hook.rerender(isShown),
    does: (press: (dictation: ReturnType<typeof now>) => void) => act(() => press(now())),
    pass: (milliseconds: number) => act(() => clock.pass(milliseconds)),
    reaches: (phase: Phase) => waitFor(() => expect(now().view.phase).toBe(phase)),
    async record() {
      act(() => now().start());
      await waitFor(() => expect(now().view.phase).toBe('recording'));
    },
  };
}
type OpenDictation = Awaited<ReturnType<typeof openDictation>>;

export function expectNothingOpen({ page, clock }: OpenDictation) {
  expect(page.tracks.map(({ readyState }) => readyState)).not.toContain('live');
  expect(page.recorders.map(({ state }) => state)).not.toContain('recording');
  expect(page.contexts).not.toContain('open');
  expect(page.recognitions.map(({ state }) => state)).not.toContain('started');
  expect([clock.waiting(), page.audioSession.type]).toEqual([0, 'auto']);
}
