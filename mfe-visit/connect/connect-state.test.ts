import type { ConversationFailure, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { VoiceReadiness, VoiceState } from '@enfilade/shared-contracts/voice/voice-state';
import { describe, expect, it } from '@rstest/core';
import { voice as standing } from '../testing/states.tsx';
import { pickConnectState } from './connect-state.ts';

type State = Pick<ConversationState, 'phase' | 'transport' | 'failure' | 'voice'>;

const readiness: VoiceReadiness = { support: 'supported', microphone: 'prompt', hearing: 'site', dictation: 'site' };
const voice: VoiceState = { ...standing, step: 'obtain-microphone-permission' };
const off: State = { phase: 'off', transport: undefined, failure: undefined, voice: undefined };
const pick = (state: State, ready: VoiceReadiness | undefined = readiness) =>
  pickConnectState({ readiness: ready, state, browser: 'chrome', talkingMode: 'push-to-talk' });
const starting = (change: Partial<VoiceReadiness>) => pick(off, { ...readiness, ...change });
const connecting = (change: Partial<VoiceState>) =>
  pick({ ...off, phase: 'connecting', transport: 'voice', voice: { ...voice, ...change } });
const failed = (failure: ConversationFailure) => pick({ ...off, phase: 'failed', failure, voice });

describe('before the first call', () => {
  it('nothing is promised until it is known what the site can', () => {
    expect(pickConnectState({ readiness: undefined, state: off, browser: 'chrome', talkingMode: 'push-to-talk' })).toEqual({
      kind: 'checking',
    });
  });

  it('the visitor reads what the microphone is for, and whether the browser will ask', () => {
    expect(starting({})).toEqual({ kind: 'permission', hearing: 'site', asks: true, talkingMode: 'push-to-talk' });
    expect(starting({ microphone: 'granted' })).toMatchObject({ kind: 'permission', asks: false });
  });

  it('a site that cannot transcribe requests no microphone, however blocked it is', () => {
    expect(starting({ hearing: 'none' })).toMatchObject({ kind: 'permission', hearing: 'none', asks: false });
    expect(starting({ hearing: 'none', microphone: 'denied' })).toMatchObject({ kind: 'permission', asks: false });
  });

  it('a blocked microphone, none at all, an insecure page and a browser without sound are said at once', () => {
    expect(starting({ microphone: 'denied' })).toEqual({ kind: 'denied', browser: 'chrome', isStill: false });
    expect(starting({ microphone: 'missing' })).toEqual({ kind: 'missing' });
    expect(starting({ support: 'insecure' })).toEqual({ kind: 'insecure' });
    expect(starting({ support: 'unsupported' })).toEqual({ kind: 'unsupported' });
  });

  it('is also the time while the visit runs in text, whatever failed there', () => {
    const failure: ConversationFailure = { category: 'network' };
    expect(pick({ phase: 'failed', transport: 'text', failure, voice: undefined })).toMatchObject({ kind: 'permission' });
    expect(pick({ phase: 'ready', transport: 'text', failure: undefined, voice: undefined })).toMatchObject({ kind: 'permission' });
  });
});

describe('while connecting', () => {
  it('the three stages are the call’s own', () => {
    expect(connecting({})).toEqual({ kind: 'stages', stage: 1, isSlow: false, needsMicrophone: true });
    expect(connecting({ step: 'connect-to-guide', isSlow: true })).toMatchObject({ stage: 2, isSlow: true });
    expect(connecting({ step: 'guide-connection-success' })).toMatchObject({ stage: 3 });
    expect(connecting({ hearing: 'none' })).toMatchObject({ needsMicrophone: false });
  });

  it('a full queue names the number of visitors ahead', () => {
    expect(connecting({ step: 'connect-to-guide', ahead: 3 })).toEqual({ kind: 'queued', ahead: 3 });
  });

  it.each(['ready', 'listening', 'thinking', 'speaking', 'reconnecting'] as const)('ends with the call: %s shows the visit', (phase) => {
    expect(pick({ ...off, phase, transport: 'voice', voice })).toBeUndefined();
  });
});

describe('when the call failed', () => {
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
  ] as const)('%s becomes the view %s', (category, kind) => {
    expect(failed({ category })?.kind).toBe(kind);
  });

  it('a microphone is “still” blocked only for a visitor who was told before', () => {
    const state: State = { ...off, phase: 'failed', failure: { category: 'microphone-denied' }, voice };
    expect(pick(state)).toMatchObject({ isStill: false });
    expect(pick(state, { ...readiness, microphone: 'denied' })).toMatchObject({ isStill: true });
  });

  it('the seconds to wait are kept', () => {
    expect(failed({ category: 'refused', retryAfterSeconds: 7 })).toEqual({ kind: 'error', retryAfterSeconds: 7 });
  });

  it('a message without an answer is no failure of the call', () => {
    expect(failed({ category: 'timeout', clientMessageId: 'a' })).toBeUndefined();
  });
});
