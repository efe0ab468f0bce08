import { beforeEach, expect, it } from '@rstest/core';
import { createGuideParticipant, type DailyEvent, emptyCallState, participantOf } from './daily.ts';

const audio = { kind: 'audio' } as MediaStreamTrack;
const video = { kind: 'video' } as MediaStreamTrack;
let events: DailyEvent[] = [];
let state = emptyCallState();
const joinGuide = (picture: MediaStreamTrack | undefined) => {
  const tracks = { audio, video: picture };
  const guide = createGuideParticipant({ sessionId: 'g', userName: 'Vapi Speaker', tracks, state, emit: (event) => events.push(event) });
  guide.join();
  return guide;
};
const pending = () => Object.values(state.streams).map(({ participantId, pendingTrack }) => [participantId, pendingTrack.kind]);

beforeEach(() => {
  events = [];
  state = emptyCallState();
});

it('The guide joins a call without a track, plays a track once the page subscribes to it, and has no picture without video', () => {
  const guide = joinGuide(video);
  expect(pending()).toEqual([]);
  expect(events[0]).toMatchObject({ action: 'participant-joined', participant: { user_name: 'Vapi Speaker', audio: false } });
  guide.subscribe({ audio: true, video: false });
  expect(pending()).toEqual([['g', 'audio']]);
  expect(events.at(-1)).toMatchObject({ action: 'participant-updated', participant: { audio: true, video: false } });
  guide.subscribe({ audio: true, video: true });
  expect(pending()).toEqual(['audio', 'video'].map((kind) => ['g', kind]));
  expect(state.local.public.subscribedTracks).toEqual({ g: { 'cam-audio': true, 'cam-video': true } });
  state = emptyCallState();
  joinGuide(undefined).subscribe({ audio: true, video: true });
  expect([pending(), events.at(-1)]).toMatchObject([[['g', 'audio']], { participant: { audio: true, video: false } }]);
});

it('The guide leaves a call once and deletes its tracks and subscriptions', () => {
  const guide = joinGuide(video);
  guide.subscribe({ audio: true, video: true });
  for (const leave of [guide.leave, guide.leave]) leave();
  guide.subscribe({ audio: true, video: true });
  expect([state, guide.levels(1)]).toEqual([emptyCallState(), { g: 0 }]);
  expect(events.filter(({ action }) => action === 'participant-left')).toHaveLength(1);
});

it('The guide reports its sound level only to a page that has subscribed to its sound', () => {
  const guide = joinGuide(undefined);
  expect(guide.levels(0.4)).toEqual({ g: 0 });
  guide.subscribe({ audio: true, video: false });
  expect(guide.levels(0.4)).toEqual({ g: 0.4 });
});

it('No two tracks of a participant share an object, because structured cloning would turn the sound into the picture', () => {
  const identity = { sessionId: 's1', userName: 'Vapi Speaker' };
  const sent = structuredClone(participantOf(identity, { isLocal: true, audio: 'playable', video: 'off' }));
  expect([sent.local, sent.audio, sent.tracks.audio.subscribed, sent.video]).toEqual([true, true, true, false]);
  expect(new Set(Object.values(sent.tracks)).size).toBe(4);
});
