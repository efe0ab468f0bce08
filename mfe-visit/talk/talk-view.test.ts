import type { Phase } from '@enfilade/shared-contracts/conversation/conversation';
import type { VoiceState } from '@enfilade/shared-contracts/voice/voice-state';
import { describe, expect, it } from '@rstest/core';
import { voice } from '../testing/states.tsx';
import { pickBox, pickHint, pickMainKey, pickStatus, type TalkOptions } from './talk-view.ts';

const facts = (phase: Phase, change: Partial<VoiceState> = {}, rest: Partial<TalkOptions> = {}): TalkOptions => ({
  state: { phase, voice: { ...voice, ...change } },
  talkingMode: 'push-to-talk',
  isAudioMuted: false,
  isOnline: true,
  isTourOver: false,
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
    [facts('ready', {}, { isTourOver: true }), 'talk.word.tourOver', 'idle'],
    [facts('reconnecting'), 'talk.word.reconnecting', 'reconnecting'],
    [facts('reconnecting', {}, { isOnline: false }), 'talk.word.offline', 'reconnecting'],
    [facts('off'), 'talk.word.paused', 'muted'],
    [facts('failed'), 'talk.word.failed', 'idle'],
    [facts('connecting'), 'talk.word.connecting', 'thinking'],
    [facts('connecting', { ahead: 2 }), 'talk.word.queued', 'thinking'],
    [facts('ready', { isMicrophoneOpen: true }, { talkingMode: 'continuous' }), 'talk.word.listening', 'listening'],
  ])('%# says %s', (given, text, avatar) => {
    expect(pickStatus(given)).toEqual({ text, avatar });
  });

  it('says that the guide is speaking while a held button mutes it for a moment', () => {
    expect(pickStatus(facts('speaking', { isGuideMuted: true })).avatar).toBe('speaking');
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
    expect(pickHint(facts('ready'), 'hold')).toBe('talk.how.hold');
    expect(pickHint(facts('speaking'), 'hold')).toBe('talk.how.interrupt');
    expect(pickHint(facts('speaking', {}, { isAudioMuted: true }), 'hold')).toBe('talk.how.hold');
    expect(pickHint(facts('ready', { isUserMuted: false }), 'microphone')).toBe('talk.how.microphoneOn');
    expect(pickHint(facts('ready'), 'microphone')).toBe('talk.how.microphoneOff');
    expect(pickHint(facts('reconnecting', { isUserMuted: false }), 'microphone')).toBe('talk.how.disconnected');
    expect(pickHint(facts('off'), 'resume')).toBe('talk.how.resume');
  });
});

describe('the box beneath the word', () => {
  const given = { hasProblem: false, hasQuestions: true, hasCaptions: true, isCaptioned: true, isReading: false };

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
    expect(pickBox({ ...given, ...facts('speaking', { isPlaybackBlocked: true }), hasProblem: true })).toBe('playback');
    expect(pickBox({ ...given, ...facts('failed'), hasProblem: true })).toBe('problem');
  });
});
