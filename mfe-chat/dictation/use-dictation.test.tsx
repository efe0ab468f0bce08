import { afterEach, describe, expect, it } from '@rstest/core';
import { act, cleanup, waitFor } from '@testing-library/react';
import { expectNothingOpen, openDictation } from './testing/dictation-stage.ts';
import { createFakePage } from './testing/fake-page.ts';
import type { useDictation } from './use-dictation.ts';

afterEach(cleanup);

describe('dictating by the site', () => {
  it('is offered where somebody writes down what is said', async () => {
    expect([(await openDictation()).now().isOffered, (await openDictation({ dictation: 'none' })).now().isOffered]).toEqual([true, false]);
  });

  it('records, sends a WAVE file in the language of the visit, and hands over the words', async () => {
    const stage = await openDictation();
    await stage.record();
    expect([stage.page.tracks[0]?.enabled, stage.page.audioSession.type, stage.page.recorders[0]?.state]).toEqual([
      true,
      'play-and-record',
      'recording',
    ]);
    stage.pass(1_000);
    stage.does(({ stop }) => stop());
    expect(stage.now().view.phase).toBe('transcribing');
    await stage.reaches('idle');
    expect(stage.words).toEqual(['Who painted this?']);
    expect(stage.sent.map(({ file, language }) => [file.type, file.size, language])).toEqual([['audio/wav', 32_044, 'de']]);
    expectNothingOpen(stage);
  });

  it('shows a bar each quarter of a second from the level there is, without drawing the screen', async () => {
    const stage = await openDictation();
    await stage.record();
    const { view, live } = stage.now();
    for (const loudness of [1, 0, 0.05]) {
      stage.page.loudness = loudness;
      stage.pass(250);
    }
    const { levels, seconds } = live.getState();
    expect([levels.length, levels[0], levels[1], seconds]).toEqual([3, 1, 0, 0.75]);
    expect(levels[2]).toBeGreaterThan(0.3);
    expect(stage.now().view).toBe(view);
  });

  it('sends what exists when a minute is over', async () => {
    const stage = await openDictation();
    await stage.record();
    expect(stage.now().view.limitSeconds).toBe(60);
    stage.pass(60_000);
    await stage.reaches('idle');
    expect(stage.words).toHaveLength(1);
    expectNothingOpen(stage);
  });

  it('records for a shorter time where the device decodes at 44.1 kHz only', async () => {
    const page = createFakePage();
    page.lowestRate = 44_100;
    page.decode = async () => [new Float32Array(44_100 * 24), new Float32Array(44_100 * 24)];
    const stage = await openDictation({ page });
    await stage.record();
    expect(stage.now().view.limitSeconds).toBe(23);
    stage.pass(23_000);
    await stage.reaches('idle');
    expect(stage.sent[0]?.file.size).toBe(44 + 23 * 44_100 * 2);
  });

  it.each(['ended', 'mute'])('sends what exists when the system takes the microphone: %s', async (event) => {
    const stage = await openDictation();
    await stage.record();
    act(() => void stage.page.tracks[0]?.dispatchEvent(new Event(event)));
    await stage.reaches('idle');
    expect(stage.words).toHaveLength(1);
    expectNothingOpen(stage);
  });

  it('keeps a recording that could not be understood, and sends the same file again', async () => {
    let tries = 0;
    const stage = await openDictation({
      transcribe: async () => {
        tries += 1;
        if (tries < 3) throw new Error('the line is down');
        return 'At last';
      },
    });
    await stage.record();
    stage.does(({ stop }) => stop());
    await stage.reaches('failed');
    stage.does(({ retry }) => retry());
    await stage.reaches('failed');
    stage.does(({ retry }) => retry());
    await stage.reaches('idle');
    expect(stage.words).toEqual(['At last']);
    expect(new Set(stage.sent.map(({ file }) => file)).size).toBe(1);
    expect(stage.sent).toHaveLength(3);
  });

  it('keeps a recording that could not be decoded, too', async () => {
    const page = createFakePage();
    const { decode } = page;
    page.decode = () => Promise.reject(new DOMException('not yet', 'EncodingError'));
    const stage = await openDictation({ page });
    await stage.record();
    stage.does(({ stop }) => stop());
    await stage.reaches('failed');
    page.decode = decode;
    stage.does(({ retry }) => retry());
    await stage.reaches('idle');
    expect([stage.words.length, stage.sent.length]).toEqual([1, 1]);
  });

  it.each([
    ['no words came', async () => '  ', 16_000],
    ['it was a slip of the finger', async () => 'never asked', 4_000],
  ])('says that nothing was heard when %s, and records again', async (_, transcribe, samples) => {
    const page = createFakePage();
    page.decode = async () => [new Float32Array(samples)];
    const stage = await openDictation({ page, transcribe });
    await stage.record();
    stage.does(({ stop }) => stop());
    await stage.reaches('unheard');
    expectNothingOpen(stage);
    stage.does(({ retry }) => retry());
    await stage.reaches('recording');
    expect(stage.words).toEqual([]);
  });

  it.each([
    ['stopped', (dictation: ReturnType<typeof useDictation>) => dictation.stop()],
    ['discarded', (dictation: ReturnType<typeof useDictation>) => dictation.discard()],
  ])('never records when it was %s before the microphone came', async (_, end) => {
    const page = createFakePage();
    let allow = () => {};
    page.answer = (track) =>
      new Promise((resolve) => {
        allow = () => resolve(track);
      });
    const stage = await openDictation({ page });
    stage.does(({ begin }) => begin());
    expect(stage.now().view.phase).toBe('asking');
    stage.does(end);
    await act(async () => allow());
    expect([stage.now().view.phase, stage.page.recorders.length]).toEqual(['idle', 0]);
    expectNothingOpen(stage);
  });

  it('ends what it sends when it is discarded, and hands over nothing', async () => {
    let answer = (_: string) => {};
    const stage = await openDictation({
      transcribe: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await stage.record();
    stage.does(({ stop }) => stop());
    await waitFor(() => expect(stage.sent).toHaveLength(1));
    stage.does(({ discard }) => discard());
    expect(stage.sent[0]?.signal?.aborted).toBe(true);
    await act(async () => answer('too late'));
    expect([stage.words, stage.now().view.phase]).toEqual([[], 'idle']);
  });

  it('ends everything when the screen is left', async () => {
    const stage = await openDictation();
    await stage.record();
    stage.hook.unmount();
    expectNothingOpen(stage);
    expect(stage.sent).toEqual([]);
  });
});

describe('a microphone that is not there', () => {
  const refuse = (name: string, permission: PermissionState = 'denied') => {
    const page = createFakePage();
    page.permission = permission;
    page.answer = (track) => {
      track.stop();
      return Promise.reject(new DOMException('no', name));
    };
    return page;
  };
  it.each([
    ['denied', refuse('NotAllowedError')],
    ['dismissed', refuse('NotAllowedError', 'prompt')],
    ['missing', refuse('NotFoundError')],
    ['busy', refuse('NotReadableError')],
    ['insecure', createFakePage({ isSecureContext: false })],
    ['unsupported', createFakePage({ MediaRecorder: undefined } as never)],
    ['unsupported', createFakePage({ MediaStream: undefined } as never)],
  ])('is named: %s', async (problem, page) => {
    const stage = await openDictation({ page });
    stage.does(({ begin }) => begin());
    await stage.reaches('refused');
    expect(stage.now().view.problem).toBe(problem);
    expectNothingOpen(stage);
  });

  it('is asked for again', async () => {
    const page = refuse('NotAllowedError', 'prompt');
    const stage = await openDictation({ page });
    stage.does(({ begin }) => begin());
    await stage.reaches('refused');
    page.answer = (track) => Promise.resolve(track);
    stage.does(({ retry }) => retry());
    await stage.reaches('recording');
  });
});
