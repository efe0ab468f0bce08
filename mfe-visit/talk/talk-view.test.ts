import type { Phase } from '@enfilade/shared-contracts/conversation/conversation';
import type { VoiceState } from '@enfilade/shared-contracts/voice/voice-state';
import { expect, it } from '@rstest/core';
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
])('Case %#: the status of a call', (given, text, avatar) => {
  expect(pickStatus(given)).toEqual({ text, avatar });
});

it('The status says that the guide is speaking while a held button mutes the guide for a moment', () => {
  expect(pickStatus(facts('speaking', { isGuideMuted: true })).avatar).toBe('speaking');
});

it('The large button is held, switches the microphone, or calls again', () => {
  expect(pickMainKey(facts('ready'), 'site')).toBe('hold');
  expect(pickMainKey(facts('ready', {}, { talkingMode: 'continuous' }), 'site')).toBe('microphone');
  expect(pickMainKey(facts('off'), 'site')).toBe('resume');
});

it('Without speech recognition the large button is absent, but calls again after a call', () => {
  expect(pickMainKey(facts('ready'), 'none')).toBe('none');
  expect(pickMainKey(facts('off'), 'none')).toBe('resume');
});

it('The hint says what the large button does now', () => {
  expect(pickHint(facts('ready'), 'hold')).toBe('talk.how.hold');
  expect(pickHint(facts('speaking'), 'hold')).toBe('talk.how.interrupt');
  expect(pickHint(facts('speaking', {}, { isAudioMuted: true }), 'hold')).toBe('talk.how.hold');
  expect(pickHint(facts('ready', { isUserMuted: false }), 'microphone')).toBe('talk.how.microphoneOn');
  expect(pickHint(facts('ready'), 'microphone')).toBe('talk.how.microphoneOff');
  expect(pickHint(facts('reconnecting', { isUserMuted: false }), 'microphone')).toBe('talk.how.disconnected');
  expect(pickHint(facts('off'), 'resume')).toBe('talk.how.resume');
});

const given = { hasProblem: false, hasQuestions: true, hasCaptions: true, isCaptioned: true, isReading: false };

it('The box offers questions while the guide waits, and captions while somebody speaks', () => {
  expect(pickBox({ ...given, ...facts('ready') })).toBe('questions');
  expect(pickBox({ ...given, ...facts('off') })).toBe('questions');
  expect(pickBox({ ...given, ...facts('speaking') })).toBe('captions');
  expect(pickBox({ ...given, ...facts('ready'), hasQuestions: false })).toBe('captions');
});

it('The box shows the answer again on request, captions or not', () => {
  expect(pickBox({ ...given, ...facts('ready'), isReading: true, isCaptioned: false })).toBe('captions');
});

it('The box stays empty without captions, and before the first word', () => {
  expect(pickBox({ ...given, ...facts('speaking'), isCaptioned: false })).toBe('empty');
  expect(pickBox({ ...given, ...facts('speaking'), hasCaptions: false })).toBe('empty');
});

it('The box shows blocked playback first, and then a failure', () => {
  expect(pickBox({ ...given, ...facts('speaking', { isPlaybackBlocked: true }), hasProblem: true })).toBe('playback');
  expect(pickBox({ ...given, ...facts('failed'), hasProblem: true })).toBe('problem');
});
