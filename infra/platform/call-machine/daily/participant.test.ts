import { describe, expect, it } from '@rstest/core';
import { localParticipant, type MicrophoneState, type Offer, remoteParticipant } from './participant.ts';

const who = { sessionId: 's1', userName: 'Vapi Speaker', joinedAt: new Date(1_000) };
const offers: Offer[] = ['none', 'offered', 'subscribed'];

describe('a participant as daily-js keeps one', () => {
  it.each<[MicrophoneState, string, boolean]>([
    ['on', 'playable', true],
    ['off', 'off', false],
    [{ blocked: { byPermissions: true } }, 'blocked', false],
  ])('has for a microphone that is %j the audio state %s', (microphone, state, audio) => {
    const visitor = localParticipant(who, microphone);
    expect([visitor.local, visitor.audio, visitor.tracks.audio.state, visitor.video]).toEqual([true, audio, state, false]);
  });

  it('says why nobody hears the visitor', () => {
    expect(localParticipant(who, { blocked: { byDeviceInUse: true } }).tracks.audio.blocked).toEqual({ byDeviceInUse: true });
  });

  it('plays exactly the tracks of the guide that were asked for', () => {
    for (const audio of offers) {
      for (const video of offers) {
        const guide = remoteParticipant(who, audio, video);
        expect([guide.local, guide.audio, guide.video]).toEqual([false, audio === 'subscribed', video === 'subscribed']);
        expect(guide.tracks.audio.subscribed).toBe(audio === 'subscribed');
      }
    }
  });

  it('shares no object between two tracks: a message keeps one object one, and the sound would become the picture', () => {
    const sent = structuredClone(remoteParticipant(who, 'subscribed', 'subscribed'));
    expect(new Set(Object.values(sent.tracks)).size).toBe(4);
  });
});
