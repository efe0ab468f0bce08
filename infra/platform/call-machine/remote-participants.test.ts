import { beforeEach, describe, expect, it } from '@rstest/core';
import { emptyCallState } from './daily/call-state.ts';
import type { DailyEvent } from './daily/messages.ts';
import { localParticipant, remoteParticipant } from './daily/participant.ts';
import { RemoteParticipants } from './remote-participants.ts';

const audio = { kind: 'audio' } as MediaStreamTrack;
const video = { kind: 'video' } as MediaStreamTrack;
let events: DailyEvent[] = [];
let state = emptyCallState();
const createParticipants = (picture: MediaStreamTrack | undefined) =>
  new RemoteParticipants(state, { audio, video: picture }, (message) => events.push(message));
const pending = () => Object.values(state.streams).map(({ participantId, pendingTrack }) => [participantId, pendingTrack.kind]);

beforeEach(() => {
  events = [];
  state = emptyCallState();
});

describe('the other participants of a room', () => {
  it('the other participants of a room come without a track, and play what is asked for', () => {
    const participants = createParticipants(video);
    participants.join('g', 'Vapi Speaker');
    expect([pending(), events[0]]).toMatchObject([
      [],
      { action: 'participant-joined', participant: { user_name: 'Vapi Speaker', audio: false } },
    ]);
    participants.subscribe('g', { audio: true });
    expect([pending(), events.at(-1)]).toMatchObject([
      [['g', 'audio']],
      { action: 'participant-updated', participant: { audio: true, video: false } },
    ]);
    participants.subscribe('g', { audio: true, video: true });
    expect([pending(), state.local.public.subscribedTracks]).toEqual([
      [
        ['g', 'audio'],
        ['g', 'video'],
      ],
      { g: { 'cam-audio': true, 'cam-video': true } },
    ]);
  });

  it('the other participants of a room have no picture where the call carries none', () => {
    const participants = createParticipants(undefined);
    participants.join('g', 'Vapi Speaker');
    participants.subscribe('g', true);
    expect([pending(), events.at(-1)]).toMatchObject([[['g', 'audio']], { participant: { audio: true, video: false } }]);
  });

  it('the other participants of a room are announced once each, also when a room names them again', () => {
    const participants = createParticipants(undefined);
    participants.join('g', 'Vapi Speaker');
    participants.join('g', 'Vapi Speaker');
    expect(events.map(({ action }) => action)).toEqual(['participant-joined', 'participant-counts-updated']);
  });

  it('the other participants of a room leave nothing behind', () => {
    const participants = createParticipants(video);
    participants.join('g', 'Vapi Speaker');
    participants.subscribe('g', true);
    participants.leaveAll();
    participants.leave('g');
    participants.subscribe('g', true);
    expect([state, participants.levels(1)]).toEqual([emptyCallState(), {}]);
    expect(events.filter(({ action }) => action === 'participant-left')).toHaveLength(1);
  });

  it('the other participants of a room are as loud as the room, for those who listen', () => {
    const participants = createParticipants(undefined);
    participants.join('g', 'Vapi Speaker');
    expect(participants.levels(0.4)).toEqual({ g: 0 });
    participants.subscribe('g', true);
    expect(participants.levels(0.4)).toEqual({ g: 0.4 });
  });
});

describe('a participant as daily-js stores one', () => {
  const identity = { sessionId: 's1', userName: 'Vapi Speaker', joinedAt: new Date(1_000) };

  it.each([
    [true, 'playable'],
    [false, 'off'],
  ])('a participant as daily-js stores one has for a microphone that is on (%s) the audio state %s', (isOn, state) => {
    const visitor = localParticipant(identity, isOn);
    expect([visitor.local, visitor.audio, visitor.tracks.audio.state, visitor.video]).toEqual([true, isOn, state, false]);
  });

  it('a participant as daily-js stores one shares no object between two tracks: a message clones one object as one, and the sound would become the picture', () => {
    const sent = structuredClone(remoteParticipant(identity, 'subscribed', 'subscribed'));
    expect([sent.local, sent.tracks.audio.subscribed, new Set(Object.values(sent.tracks)).size]).toEqual([false, true, 4]);
  });
});
