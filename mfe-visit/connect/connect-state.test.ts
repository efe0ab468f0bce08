import type { ConversationFailure, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { VoiceReadiness, VoiceState } from '@enfilade/shared-contracts/voice/voice-state';
import { expect, it } from '@rstest/core';
import { voice as standing } from '../testing/states.tsx';
import { pickConnectState } from './connect-state.ts';

type State = Pick<ConversationState, 'phase' | 'transport' | 'failure' | 'voice'>;

const readiness: VoiceReadiness = { support: 'supported', microphone: 'prompt', hearing: 'site', dictation: 'site' };
const voice: VoiceState = { ...standing, step: 'obtain-microphone-permission' };
const off: State = { phase: 'off', transport: undefined, failure: undefined, voice: undefined };
const pick = (state: State, ready: VoiceReadiness | undefined = readiness) =>
  pickConnectState({ readiness: ready, state, browser: 'chrome', talkingMode: 'push-to-talk' });
const connecting = (change: Partial<VoiceState>) =>
  pick({ ...off, phase: 'connecting', transport: 'voice', voice: { ...voice, ...change } });
const failed = (failure: ConversationFailure) => pick({ ...off, phase: 'failed', failure, voice });

const permission = { kind: 'permission', hearing: 'site', asks: false, talkingMode: 'push-to-talk' } as const;
it.each([
  ['says what the microphone is for, and that the browser will ask', {}, { ...permission, asks: true }],
  ['does not announce a prompt for a granted microphone', { microphone: 'granted' }, permission],
  ['requests no microphone at a site that cannot transcribe', { hearing: 'none' }, { ...permission, hearing: 'none' }],
  ['ignores a blocked microphone there', { hearing: 'none', microphone: 'denied' }, { ...permission, hearing: 'none' }],
  ['names a blocked microphone', { microphone: 'denied' }, { kind: 'denied', browser: 'chrome', isStill: false }],
  ['names a missing microphone', { microphone: 'missing' }, { kind: 'missing' }],
  ['names an insecure page', { support: 'insecure' }, { kind: 'insecure' }],
  ['names an unsupported browser', { support: 'unsupported' }, { kind: 'unsupported' }],
  ['promises nothing until the screen has read what the site supports', undefined, { kind: 'checking' }],
] as const)('The first view %s', (...[, change, view]) => {
  const pickFirst = { state: off, browser: 'chrome', talkingMode: 'push-to-talk' } as const;
  expect(pickConnectState({ ...pickFirst, readiness: change && { ...readiness, ...change } })).toEqual(view);
});

it.each(['failed', 'ready'] as const)('A visit that is %s in text shows the first view of a call', (phase) => {
  expect(pick({ ...off, phase, transport: 'text', ...(phase === 'failed' && { failure: { category: 'network' } as const }) })?.kind).toBe(
    'permission',
  );
});

it('The connecting view shows the call’s three stages, or the number of visitors ahead', () => {
  expect(connecting({ step: 'connect-to-guide', ahead: 3 })).toEqual({ kind: 'queued', ahead: 3 });
  expect(connecting({})).toEqual({ kind: 'stages', stage: 1, isSlow: false, needsMicrophone: true });
  expect(connecting({ step: 'connect-to-guide', isSlow: true })).toMatchObject({ stage: 2, isSlow: true });
  expect(connecting({ step: 'guide-connection-success' })).toMatchObject({ stage: 3 });
  expect(connecting({ hearing: 'none' })).toMatchObject({ needsMicrophone: false });
});

it.each(['ready', 'listening', 'thinking', 'speaking', 'reconnecting'] as const)('A call that is %s shows the visit', (phase) => {
  expect(pick({ ...off, phase, transport: 'voice', voice })).toBeUndefined();
});

it.each([
  ['network', 'error'],
  ['refused', 'error'],
  ['interrupted', 'error'],
  ['malformed', 'error'],
  ['timeout', 'timeout'],
  ['microphone-denied', 'denied'],
  ['microphone-dismissed', 'dismissed'],
  ['microphone-missing', 'missing'],
  ['microphone-busy', 'busy'],
  ['insecure', 'insecure'],
  ['unsupported', 'unsupported'],
  ['other-tab', 'other-tab'],
  ['ended', 'ended'],
] as const)('A call that failed with %s shows the view %s', (category, kind) => {
  expect(failed({ category })?.kind).toBe(kind);
});

it('The view says “still blocked” only to a visitor who has read of the block before', () => {
  const state: State = { ...off, phase: 'failed', failure: { category: 'microphone-denied' }, voice };
  expect(pick(state)).toMatchObject({ isStill: false });
  expect(pick(state, { ...readiness, microphone: 'denied' })).toMatchObject({ isStill: true });
});

it('The view of a refused call keeps the seconds to wait, and a message without an answer is not a failure of the call', () => {
  expect(failed({ category: 'refused', retryAfterSeconds: 7 })).toEqual({ kind: 'error', retryAfterSeconds: 7 });
  expect(failed({ category: 'timeout', clientMessageId: 'a' })).toBeUndefined();
});
