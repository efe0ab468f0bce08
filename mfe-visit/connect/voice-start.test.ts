import type { VoiceReadiness, VoiceState } from '@enfilade/shared-contracts/voice/voice-state';
import { expect, it } from '@rstest/core';
import { isCallLive, isTalkShown, mayStartAtOnce } from './use-voice.ts';

const readiness: VoiceReadiness = { support: 'supported', microphone: 'granted', hearing: 'site', dictation: 'site' };
const stranger = { isAgreed: false, wasLive: false };

it('A call starts by itself if the microphone is granted and the site recognises speech', () => {
  expect(mayStartAtOnce(readiness, stranger)).toBe(true);
});

it('No call starts by itself before the browser’s prompt for the microphone, unless the visitor just had a call', () => {
  expect(mayStartAtOnce({ ...readiness, microphone: 'prompt' }, { isAgreed: true, wasLive: false })).toBe(false);
  expect(mayStartAtOnce({ ...readiness, microphone: 'prompt' }, { isAgreed: true, wasLive: true })).toBe(true);
  expect(mayStartAtOnce({ ...readiness, microphone: 'denied' }, { isAgreed: true, wasLive: true })).toBe(false);
});

it('No call starts by itself before the visitor has read that the browser’s maker listens, or that nobody does', () => {
  for (const hearing of ['browser', 'none'] as const) {
    expect(mayStartAtOnce({ ...readiness, hearing }, stranger)).toBe(false);
    expect(mayStartAtOnce({ ...readiness, hearing }, { isAgreed: true, wasLive: false })).toBe(true);
  }
});

it('No call starts by itself in a browser that cannot call', () => {
  expect(mayStartAtOnce({ ...readiness, support: 'insecure' }, { isAgreed: true, wasLive: true })).toBe(false);
});

const stages = { kind: 'stages', stage: 1, isSlow: false, needsMicrophone: true } as const;
const connecting = { phase: 'connecting', transport: 'voice', voice: undefined } as const;

it('The talk view appears once a call is connected, and while the next call replaces that call', () => {
  expect(isCallLive({ phase: 'ready', transport: 'voice', voice: undefined })).toBe(true);
  expect(isCallLive({ phase: 'ready', transport: 'text', voice: undefined })).toBe(false);
  expect(isTalkShown(connecting, undefined, false)).toBe(true);
  expect(isTalkShown(connecting, stages, false)).toBe(false);
  expect(isTalkShown(connecting, stages, true)).toBe(true);
});

it('The talk view stays after a call has ended, so that the visitor can call again', () => {
  const permission = { kind: 'permission', hearing: 'site', asks: false, talkingMode: 'continuous' } as const;
  const off = { phase: 'off', transport: undefined, voice: undefined } as const;
  expect(isTalkShown(off, permission, true)).toBe(true);
  expect(isTalkShown(off, permission, false)).toBe(false);
});

it('The talk view stays if a turn got no answer, because the call goes on', () => {
  const voice = { step: 'llm-speaking' } as VoiceState;
  expect(isTalkShown({ phase: 'failed', transport: 'voice', voice }, { kind: 'timeout' }, true)).toBe(true);
  expect(
    isTalkShown({ phase: 'failed', transport: 'voice', voice: { ...voice, step: 'guide-connection-timeout' } }, { kind: 'timeout' }, true),
  ).toBe(false);
});

it('The talk view never replaces a queue or a failure', () => {
  expect(isTalkShown(connecting, { kind: 'queued', ahead: 2 }, true)).toBe(false);
  expect(isTalkShown({ ...connecting, phase: 'failed' }, { kind: 'missing' }, true)).toBe(false);
});
