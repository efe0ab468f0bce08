import { beforeEach, describe, expect, it } from '@rstest/core';
import { createHandClock } from '../kit/testing/hand-clock.ts';
import { createBrowserRecogniser, turnPauseMs } from './browser-recogniser.ts';
import type { Recognition, VoiceWindow } from './voice-page.ts';

class FakeRecognition implements Recognition {
  lang = '';
  continuous = false;
  interimResults = false;
  onresult: Recognition['onresult'] = null;
  onerror: Recognition['onerror'] = null;
  onend: Recognition['onend'] = null;
  state = 'new';
  start() {
    this.state = 'started';
    all.push(this);
  }
  stop() {
    this.state = 'stopping';
  }
  abort() {
    this.state = 'aborted';
  }
  recognise(...parts: [string, boolean][]) {
    this.onresult?.({ results: parts.map(([transcript, isFinal]) => ({ isFinal, 0: { transcript } })) });
  }
}
let all: FakeRecognition[] = [];
let emitted: string[];
let clock: ReturnType<typeof createHandClock>;
let recogniser: ReturnType<typeof createBrowserRecogniser>;

beforeEach(() => {
  all = [];
  emitted = [];
  clock = createHandClock();
  recogniser = createBrowserRecogniser({
    window: { webkitSpeechRecognition: FakeRecognition } as unknown as VoiceWindow,
    language: 'de',
    clock,
    onWords: (words, isFinal) => emitted.push(`${words}${isFinal ? '.' : ''}`),
    onRefused: (isMissing) => emitted.push(isMissing ? 'missing' : 'denied'),
  });
});

describe("the browser's recogniser", () => {
  it('runs while the microphone is open, in the language of the visit', () => {
    expect(all).toHaveLength(0);
    recogniser.setOpen(true);
    expect([all[0]?.state, all[0]?.lang]).toEqual(['started', 'de-DE']);
    recogniser.setOpen(false);
    expect(all[0]?.state).toBe('stopping');
  });

  it('sends the whole turn once, with the words that come after the release', () => {
    recogniser.setOpen(true);
    all[0]?.recognise(['wer ist', false]);
    recogniser.setOpen(false);
    all[0]?.recognise(['wer ist das', true]);
    all[0]?.onend?.();
    expect(emitted).toEqual(['wer ist', 'wer ist das', 'wer ist das.']);
    clock.pass(turnPauseMs);
    expect(emitted).toHaveLength(3);
  });

  it('ends a turn at a pause and begins the next without the words of the last', () => {
    recogniser.setOpen(true);
    all[0]?.recognise(['eins', true]);
    clock.pass(turnPauseMs);
    all[0]?.recognise(['eins', true], ['zwei', false]);
    expect(emitted).toEqual(['eins', 'eins.', 'zwei']);
  });

  it('begins again when it ends by itself, and not after the release', () => {
    recogniser.setOpen(true);
    all[0]?.onend?.();
    expect(all).toHaveLength(2);
    recogniser.setOpen(false);
    all[1]?.onend?.();
    expect([all.length, emitted]).toEqual([2, []]);
  });

  it('says nothing any more after its end', () => {
    recogniser.setOpen(true);
    all[0]?.recognise(['eins', true]);
    recogniser.end();
    all[0]?.onend?.();
    expect([all[0]?.state, emitted.at(-1), clock.waiting()]).toEqual(['aborted', 'eins', 0]);
  });

  it('distinguishes a refusal from a missing microphone, and does not try again', () => {
    recogniser.setOpen(true);
    all[0]?.onerror?.({ error: 'not-allowed' });
    all[0]?.onend?.();
    recogniser.setOpen(true);
    all[1]?.onerror?.({ error: 'audio-capture' });
    expect([emitted, all.length]).toEqual([['denied', 'missing'], 2]);
  });
});
