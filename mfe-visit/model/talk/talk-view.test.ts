import type { Phase } from '@enfilade/shared-contracts/conversation/conversation';
import type { VoiceState } from '@enfilade/shared-contracts/voice/voice-state';
import { describe, expect, it } from '@rstest/core';
import { pickBox, pickHow, pickMainKey, pickStanding, type TalkFacts } from './talk-view.ts';

const voice: VoiceState = {
  step: 'llm-speaking',
  isSlow: false,
  ahead: undefined,
  hearing: 'site',
  talkingMode: 'push-to-talk',
  isUserMuted: true,
  isMicrophoneOpen: false,
  isGuideMuted: false,
  isPlaybackBlocked: false,
  wasUnheard: false,
  video: undefined,
};
const facts = (phase: Phase, change: Partial<VoiceState> = {}, rest: Partial<TalkFacts> = {}): TalkFacts => ({
  state: { phase, voice: { ...voice, ...change } },
  talkingMode: 'push-to-talk',
  isAudioMuted: false,
  isOnline: true,
  ...rest,
});

describe('the word beneath the sign', () => {
  it.each([
    [facts('ready'), 'talk.word.ready', 'idle'],
    [facts('listening'), 'talk.word.listening', 'listening'],
    [facts('thinking'), 'thinking', 'thinking'],
    [facts('speaking'), 'talk.word.speaking', 'speaking'],
    [facts('speaking', {}, { isAudioMuted: true }), 'talk.word.muted', 'muted'],
    [facts('ready', {}, { isAudioMuted: true }), 'talk.word.muted', 'muted'],
    [facts('listening', { isGuideMuted: true }, { isAudioMuted: true }), 'talk.word.listening', 'listening'],
    [facts('ready', { wasUnheard: true }), 'talk.word.unheard', 'idle'],
    [facts('reconnecting'), 'talk.word.reconnecting', 'reconnecting'],
    [facts('reconnecting', {}, { isOnline: false }), 'talk.word.offline', 'reconnecting'],
    [facts('off'), 'talk.word.paused', 'muted'],
    [facts('failed'), 'talk.word.failed', 'idle'],
    [facts('connecting'), 'talk.word.connecting', 'thinking'],
    [facts('connecting', { ahead: 2 }), 'talk.word.queued', 'thinking'],
    [facts('ready', { isMicrophoneOpen: true }, { talkingMode: 'continuous' }), 'talk.word.listening', 'listening'],
  ])('%# says %s', (given, word, sign) => {
    expect(pickStanding(given)).toEqual({ word, sign });
  });

  it('says that the guide is speaking while a holding mutes her for a moment', () => {
    expect(pickStanding(facts('speaking', { isGuideMuted: true })).sign).toBe('speaking');
  });
});

describe('the large button', () => {
  it('is held, switches the microphone, or calls again', () => {
    expect(pickMainKey(facts('ready'), 'site')).toBe('hold');
    expect(pickMainKey(facts('ready', {}, { talkingMode: 'continuous' }), 'site')).toBe('microphone');
    expect(pickMainKey(facts('off'), 'site')).toBe('resume');
  });

  it('is absent where nobody can hear, but calls again there too', () => {
    expect(pickMainKey(facts('ready'), 'none')).toBe('none');
    expect(pickMainKey(facts('off'), 'none')).toBe('resume');
  });

  it('says what it does now', () => {
    expect(pickHow(facts('ready'), 'hold')).toBe('talk.how.hold');
    expect(pickHow(facts('speaking'), 'hold')).toBe('talk.how.interrupt');
    expect(pickHow(facts('speaking', {}, { isAudioMuted: true }), 'hold')).toBe('talk.how.hold');
    expect(pickHow(facts('ready', { isUserMuted: false }), 'microphone')).toBe('talk.how.microphoneOn');
    expect(pickHow(facts('ready'), 'microphone')).toBe('talk.how.microphoneOff');
    expect(pickHow(facts('off'), 'resume')).toBe('talk.how.resume');
    expect(pickHow(facts('ready'), 'none')).toBe('talk.how.deaf');
  });
});

describe('the box beneath the word', () => {
  const given = { hasTrouble: false, hasQuestions: true, hasCaptions: true, isCaptioned: true, isReading: false };

  it('offers questions when the guide waits, captions when somebody speaks', () => {
    expect(pickBox({ ...given, ...facts('ready') })).toBe('questions');
    expect(pickBox({ ...given, ...facts('off') })).toBe('questions');
    expect(pickBox({ ...given, ...facts('speaking') })).toBe('captions');
    expect(pickBox({ ...given, ...facts('ready'), hasQuestions: false })).toBe('captions');
  });

  it('shows the answer again to whoever asks for it, captions or not', () => {
    expect(pickBox({ ...given, ...facts('ready'), isReading: true, isCaptioned: false })).toBe('captions');
  });

  it('stays empty without captions, and before a word was said', () => {
    expect(pickBox({ ...given, ...facts('speaking'), isCaptioned: false })).toBe('empty');
    expect(pickBox({ ...given, ...facts('speaking'), hasCaptions: false })).toBe('empty');
  });

  it('first of all lets the guide be heard, then says what went wrong', () => {
    expect(pickBox({ ...given, ...facts('speaking', { isPlaybackBlocked: true }), hasTrouble: true })).toBe('playback');
    expect(pickBox({ ...given, ...facts('failed'), hasTrouble: true })).toBe('trouble');
  });
});
