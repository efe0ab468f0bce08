import type { VoiceReadiness, VoiceState } from '@enfilade/shared-contracts/voice/voice-state';
import { describe, expect, it } from '@rstest/core';
import { isCallLive, isTalkShown, mayStartAtOnce } from './use-voice.ts';

const readiness: VoiceReadiness = { support: 'supported', microphone: 'granted', hearing: 'site', dictation: 'site' };
const stranger = { isAgreed: false, wasLive: false };

describe('a call begins by itself', () => {
  it('where the microphone was granted and the museum’s side listens', () => {
    expect(mayStartAtOnce(readiness, stranger)).toBe(true);
  });

  it('never before the browser asks for the microphone, unless it was just used', () => {
    expect(mayStartAtOnce({ ...readiness, microphone: 'prompt' }, { isAgreed: true, wasLive: false })).toBe(false);
    expect(mayStartAtOnce({ ...readiness, microphone: 'prompt' }, { isAgreed: true, wasLive: true })).toBe(true);
    expect(mayStartAtOnce({ ...readiness, microphone: 'denied' }, { isAgreed: true, wasLive: true })).toBe(false);
  });

  it('never before it was said that the browser’s maker listens, or nobody', () => {
    for (const hearing of ['browser', 'none'] as const) {
      expect(mayStartAtOnce({ ...readiness, hearing }, stranger)).toBe(false);
      expect(mayStartAtOnce({ ...readiness, hearing }, { isAgreed: true, wasLive: false })).toBe(true);
    }
  });

  it('never where the browser cannot', () => {
    expect(mayStartAtOnce({ ...readiness, support: 'insecure' }, { isAgreed: true, wasLive: true })).toBe(false);
  });
});

describe('the visit is shown', () => {
  const stages = { kind: 'stages', stage: 1, isSlow: false, needsMicrophone: true } as const;
  const connecting = { phase: 'connecting', transport: 'voice', voice: undefined } as const;

  it('once the call stands, and while another takes its place', () => {
    expect(isCallLive({ phase: 'ready', transport: 'voice', voice: undefined })).toBe(true);
    expect(isCallLive({ phase: 'ready', transport: 'text', voice: undefined })).toBe(false);
    expect(isTalkShown(connecting, undefined, false)).toBe(true);
    expect(isTalkShown(connecting, stages, false)).toBe(false);
    expect(isTalkShown(connecting, stages, true)).toBe(true);
  });

  it('when the call has ended, to call again from there', () => {
    const permission = { kind: 'permission', hearing: 'site', asks: false, talkingMode: 'continuous' } as const;
    const off = { phase: 'off', transport: undefined, voice: undefined } as const;
    expect(isTalkShown(off, permission, true)).toBe(true);
    expect(isTalkShown(off, permission, false)).toBe(false);
  });

  it('when a turn found no answer: the call lives', () => {
    const voice = { step: 'llm-speaking' } as VoiceState;
    expect(isTalkShown({ phase: 'failed', transport: 'voice', voice }, { kind: 'timeout' }, true)).toBe(true);
    expect(
      isTalkShown(
        { phase: 'failed', transport: 'voice', voice: { ...voice, step: 'guide-connection-timeout' } },
        { kind: 'timeout' },
        true,
      ),
    ).toBe(false);
  });

  it('never in the place of a queue or of what went wrong', () => {
    expect(isTalkShown(connecting, { kind: 'queued', ahead: 2 }, true)).toBe(false);
    expect(isTalkShown({ ...connecting, phase: 'failed' }, { kind: 'missing' }, true)).toBe(false);
  });
});
