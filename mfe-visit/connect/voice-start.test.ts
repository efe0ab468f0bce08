import type { VoiceReadiness, VoiceState } from '@enfilade/shared-contracts/voice/voice-state';
import { expect, it } from '@rstest/core';
import { isCallLive, isTalkShown, mayStartAtOnce } from './use-voice.ts';

const readiness: VoiceReadiness = { support: 'supported', microphone: 'granted', hearing: 'site', dictation: 'site' };
const informed = { isAgreed: true, wasLive: false };
const inCall = { isAgreed: true, wasLive: true };
const stranger = { isAgreed: false, wasLive: false };

it.each([
  ['starts by itself with a granted microphone at a site that recognises speech', {}, stranger, true],
  ['waits before the browser’s prompt for the microphone', { microphone: 'prompt' }, informed, false],
  ['starts by itself before that prompt if the visitor just had a call', { microphone: 'prompt' }, inCall, true],
  ['waits if the microphone is blocked', { microphone: 'denied' }, inCall, false],
  ['waits until the visitor has read that the browser’s maker listens', { hearing: 'browser' }, stranger, false],
  ['starts by itself once the visitor has read that', { hearing: 'browser' }, informed, true],
  ['waits until the visitor has read that nobody listens', { hearing: 'none' }, stranger, false],
  ['starts without speech recognition once the visitor has read that', { hearing: 'none' }, informed, true],
  ['waits in a browser that cannot call', { support: 'insecure' }, inCall, false],
] as const)('A call %s', (_, change, consent, starts) => {
  expect(mayStartAtOnce({ ...readiness, ...change }, consent)).toBe(starts);
});

const stages = { kind: 'stages', stage: 1, isSlow: false, needsMicrophone: true } as const;
const connecting = { phase: 'connecting', transport: 'voice', voice: undefined } as const;

it.each(['voice', 'text'] as const)('A connected conversation by %s is a live call only by voice', (transport) => {
  expect(isCallLive({ phase: 'ready', transport, voice: undefined })).toBe(transport === 'voice');
});

const off = { phase: 'off', transport: undefined, voice: undefined } as const;
const permission = { kind: 'permission', hearing: 'site', asks: false, talkingMode: 'continuous' } as const;
const failed = (step: VoiceState['step']) => ({ phase: 'failed', transport: 'voice', voice: { step } as VoiceState }) as const;
const hasFailed = { ...connecting, phase: 'failed' } as const;
it.each([
  ['shown without a view to connect', [connecting, undefined, false], true],
  ['hidden while the first call connects', [connecting, stages, false], false],
  ['shown while the next call connects', [connecting, stages, true], true],
  ['shown after a call, so that the visitor can call again', [off, permission, true], true],
  ['hidden before the first call', [off, permission, false], false],
  ['shown after a turn without an answer, because the call goes on', [failed('llm-speaking'), { kind: 'timeout' }, true], true],
  ['hidden if the call itself timed out', [failed('guide-connection-timeout'), { kind: 'timeout' }, true], false],
  ['hidden behind a queue', [connecting, { kind: 'queued', ahead: 2 }, true], false],
  ['hidden behind a failure', [hasFailed, { kind: 'missing' }, true], false],
] as const)('The talk view is %s', (_, [state, connectState, wasLive], isShown) => {
  expect(isTalkShown(state, connectState, wasLive)).toBe(isShown);
});
