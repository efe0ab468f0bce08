import { beforeEach, describe, expect, it } from '@rstest/core';
import { emptyCallState } from './daily/call-state.ts';
import type { ToDaily } from './daily/messages.ts';
import { Others } from './remote-participants.ts';

const audio = { kind: 'audio' } as MediaStreamTrack;
const video = { kind: 'video' } as MediaStreamTrack;
let told: ToDaily[] = [];
let state = emptyCallState();
const createOthers = (picture: MediaStreamTrack | undefined) =>
  new Others(state, { audio, video: picture }, (message) => told.push(message));
const pending = () => Object.values(state.streams).map(({ participantId, pendingTrack }) => [participantId, pendingTrack.kind]);

beforeEach(() => {
  told = [];
  state = emptyCallState();
});

describe('the others in a room', () => {
  it('come without a track, and play what is asked for', () => {
    const others = createOthers(video);
    others.join('g', 'Vapi Speaker');
    expect([pending(), told[0]]).toMatchObject([
      [],
      { action: 'participant-joined', participant: { user_name: 'Vapi Speaker', audio: false } },
    ]);
    others.subscribe('g', { audio: true });
    expect([pending(), told.at(-1)]).toMatchObject([
      [['g', 'audio']],
      { action: 'participant-updated', participant: { audio: true, video: false } },
    ]);
    others.subscribe('g', { audio: true, video: true });
    expect([pending(), state.local.public.subscribedTracks]).toEqual([
      [
        ['g', 'audio'],
        ['g', 'video'],
      ],
      { g: { 'cam-audio': true, 'cam-video': true } },
    ]);
  });

  it('have no picture where the call carries none', () => {
    const others = createOthers(undefined);
    others.join('g', 'Vapi Speaker');
    others.subscribe('g', true);
    expect([pending(), told.at(-1)]).toMatchObject([[['g', 'audio']], { participant: { audio: true, video: false } }]);
  });

  it('are told once each, also when a room names them again', () => {
    const others = createOthers(undefined);
    others.join('g', 'Vapi Speaker');
    others.join('g', 'Vapi Speaker');
    expect(told.map(({ action }) => action)).toEqual(['participant-joined', 'participant-counts-updated']);
  });

  it('leave nothing behind', () => {
    const others = createOthers(video);
    others.join('g', 'Vapi Speaker');
    others.subscribe('g', true);
    others.leaveAll();
    others.leave('g');
    others.subscribe('g', true);
    expect([state, others.levels(1)]).toEqual([emptyCallState(), {}]);
    expect(told.filter(({ action }) => action === 'participant-left')).toHaveLength(1);
  });

  it('are as loud as the room, to those who listen', () => {
    const others = createOthers(undefined);
    others.join('g', 'Vapi Speaker');
    expect(others.levels(0.4)).toEqual({ g: 0 });
    others.subscribe('g', true);
    expect(others.levels(0.4)).toEqual({ g: 0.4 });
  });
});
