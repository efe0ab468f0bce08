import { describe, expect, it } from '@rstest/core';
import { localParticipant, remoteParticipant, type TrackOffer } from './participant.ts';

const identity = { sessionId: 's1', userName: 'Vapi Speaker', joinedAt: new Date(1_000) };
const offers: TrackOffer[] = ['none', 'offered', 'subscribed'];

describe('a participant as daily-js stores one', () => {
  it.each([
    [true, 'playable'],
    [false, 'off'],
  ])('has for a microphone that is on (%s) the audio state %s', (isOn, state) => {
    const visitor = localParticipant(identity, isOn);
    expect([visitor.local, visitor.audio, visitor.tracks.audio.state, visitor.video]).toEqual([true, isOn, state, false]);
  });

  it('plays exactly the tracks of the guide that were asked for', () => {
    for (const audio of offers) {
      for (const video of offers) {
        const guide = remoteParticipant(identity, audio, video);
        expect([guide.local, guide.audio, guide.video]).toEqual([false, audio === 'subscribed', video === 'subscribed']);
        expect(guide.tracks.audio.subscribed).toBe(audio === 'subscribed');
      }
    }
  });

  it('shares no object between two tracks: a message clones one object as one, and the sound would become the picture', () => {
    const sent = structuredClone(remoteParticipant(identity, 'subscribed', 'subscribed'));
    expect(new Set(Object.values(sent.tracks)).size).toBe(4);
  });
});
