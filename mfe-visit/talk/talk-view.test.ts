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
  tour: undefined,
  ...rest,
});

it.each([
  [facts('ready'), 'talk.word.ready', 'idle'],
  [facts('listening'), 'talk.word.listening', 'listening'],
  [facts('thinking'), 'thinking', 'thinking'],
  [facts('speaking'), 'talk.word.speaking', 'speaking'],
  [facts('speaking', { isGuideMuted: true }), 'talk.word.speaking', 'speaking'],
  [facts('speaking', {}, { isAudioMuted: true }), 'talk.word.muted', 'muted'],
  [facts('ready', {}, { isAudioMuted: true }), 'talk.word.muted', 'muted'],
  [facts('listening', { isGuideMuted: true }, { isAudioMuted: true }), 'talk.word.listening', 'listening'],
  [facts('ready', { wasUnheard: true }), 'talk.word.unheard', 'idle'],
  [facts('ready', {}, { tour: { phase: 'over' } }), 'talk.word.tourOver', 'idle'],
  [facts('ready', {}, { tour: { phase: 'over' }, isAudioMuted: true }), 'talk.word.tourOver', 'muted'],
  [facts('ready', {}, { tour: { phase: 'under-way', asks: 'next-stop' } }), 'talk.word.asks', 'idle'],
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

it.each([
  ['is held', facts('ready'), 'site', 'hold'],
  ['switches the microphone in continuous mode', facts('ready', {}, { talkingMode: 'continuous' }), 'site', 'microphone'],
  ['calls again after a call', facts('off'), 'site', 'resume'],
  ['is absent without speech recognition', facts('ready'), 'none', 'none'],
  ['calls again without speech recognition, too', facts('off'), 'none', 'resume'],
] as const)('The large button %s', (...[, options, recogniser, key]) => {
  expect(pickMainKey(options, recogniser)).toBe(key);
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

it.each([
  ['offers questions while the guide waits', facts('ready'), {}, 'questions'],
  ['offers questions after the call', facts('off'), {}, 'questions'],
  ['shows captions while somebody speaks', facts('speaking'), {}, 'captions'],
  ['shows captions without questions', facts('ready'), { hasQuestions: false }, 'captions'],
  ['shows the answer again on request, captions or not', facts('ready'), { isReading: true, isCaptioned: false }, 'captions'],
  ['stays empty without captions', facts('speaking'), { isCaptioned: false }, 'empty'],
  ['stays empty before the first word', facts('speaking'), { hasCaptions: false }, 'empty'],
  ['shows blocked playback before a failure', facts('speaking', { isPlaybackBlocked: true }), { hasProblem: true }, 'playback'],
  ['shows a failure', facts('failed'), { hasProblem: true }, 'problem'],
] as const)('The box %s', (...[, call, change, box]) => {
  expect(pickBox({ ...given, ...call, ...change })).toBe(box);
});
