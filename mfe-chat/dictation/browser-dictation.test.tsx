import { afterEach, describe, expect, it } from '@rstest/core';
import { act, cleanup } from '@testing-library/react';
import { lastWordsMs } from './open-capture.ts';
import { expectNothingOpen, openDictation } from './testing/dictation-stage.ts';

/** Through the notice to the open microphone. */
async function speak() {
  const stage = await openDictation({ dictation: 'browser' });
  stage.does(({ begin }) => begin());
  expect(stage.now().view.phase).toBe('notice');
  stage.does(({ agree }) => agree());
  await stage.reaches('recording');
  const recognition = () => {
    const newest = stage.page.recognitions.at(-1);
    if (!newest) throw new Error('Nothing is recognised');
    return newest;
  };
  return { ...stage, recognition };
}

afterEach(cleanup);

describe("dictating by the browser's recogniser", () => {
  it('opens no microphone before the visitor knows where the sound goes, and says so once', async () => {
    const stage = await openDictation({ dictation: 'browser' });
    stage.does(({ begin }) => begin());
    expect([stage.now().view.phase, stage.page.tracks.length]).toEqual(['notice', 0]);
    stage.does(({ discard }) => discard());
    stage.does(({ begin }) => begin());
    expect(stage.now().view.phase).toBe('notice');
    stage.does(({ agree }) => agree());
    await stage.reaches('recording');
    stage.does(({ discard }) => discard());
    await stage.record();
    expectNothingLive(stage);
  });

  it('listens in the language of the visit, with no capture of our own beside it', async () => {
    const stage = await speak();
    expect([stage.recognition().state, stage.recognition().lang]).toEqual(['started', 'de-DE']);
    expect([stage.page.recorders.length, stage.page.tracks[0]?.readyState]).toEqual([0, 'ended']);
  });

  it('shows the words while they come, and hands them over with the last ones', async () => {
    const stage = await speak();
    stage.recognition().hear('wer hat');
    stage.pass(250);
    expect(stage.now().live.getState().words).toBe('wer hat');
    stage.does(({ stop }) => stop());
    expect([stage.now().view.phase, stage.recognition().state]).toEqual(['transcribing', 'stopping']);
    stage.recognition().hear('wer hat das gemalt', true);
    await act(async () => stage.recognition().finish());
    await stage.reaches('idle');
    expect([stage.words, stage.sent]).toEqual([['wer hat das gemalt'], []]);
    expectNothingOpen(stage);
  });

  it('goes on after a pause, and keeps what was said before it', async () => {
    const stage = await speak();
    stage.recognition().hear('eins', true);
    await act(async () => stage.recognition().finish());
    stage.recognition().hear('zwei');
    stage.does(({ stop }) => stop());
    await act(async () => stage.clock.pass(lastWordsMs));
    await stage.reaches('idle');
    expect(stage.words).toEqual(['eins zwei']);
    expectNothingOpen(stage);
  });

  it('says that nothing was heard when no word came', async () => {
    const stage = await speak();
    stage.does(({ stop }) => stop());
    await act(async () => stage.clock.pass(lastWordsMs));
    await stage.reaches('unheard');
    expectNothingOpen(stage);
  });

  it('counts the words it has when the microphone is taken from it, and names the reason when there are none', async () => {
    const silent = await speak();
    act(() => silent.recognition().onerror?.({ error: 'not-allowed' }));
    expect(silent.now().view).toMatchObject({ phase: 'refused', problem: 'denied' });
    expectNothingOpen(silent);
    const begun = await speak();
    begun.recognition().hear('wer ist');
    act(() => begun.recognition().onerror?.({ error: 'audio-capture' }));
    await act(async () => begun.recognition().finish());
    await begun.reaches('idle');
    expect(begun.words).toEqual(['wer ist']);
  });

  it('leaves nothing behind when it is discarded while the last words are awaited', async () => {
    const stage = await speak();
    stage.recognition().hear('wer ist');
    stage.does(({ stop }) => stop());
    stage.does(({ discard }) => discard());
    expect([stage.now().view.phase, stage.recognition().state]).toEqual(['idle', 'aborted']);
    expectNothingOpen(stage);
    expect(stage.words).toEqual([]);
  });
});

/** The recogniser has the microphone; we do not. */
function expectNothingLive({ page }: Awaited<ReturnType<typeof openDictation>>) {
  expect(page.tracks.map(({ readyState }) => readyState)).not.toContain('live');
}
