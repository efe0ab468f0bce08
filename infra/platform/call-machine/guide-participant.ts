import { type CallState, type Emit, participantOf, type TrackRequest, type TrackState } from './daily.ts';

interface GuideOptions {
  sessionId: string;
  userName: string;
  tracks: { audio: MediaStreamTrack; video: MediaStreamTrack | undefined };
  state: CallState;
  emit: Emit;
}

const kinds = ['audio', 'video'] as const;
const neither: TrackRequest = { audio: false, video: false };

/** The other participant of the room. It joins without tracks, and its tracks play once daily-js subscribes to them. */
export function createGuideParticipant({ sessionId, userName, tracks, state, emit }: GuideOptions) {
  let wanted = neither;
  let isHere = false;
  const stateOf = (kind: keyof TrackRequest): TrackState => {
    if (!tracks[kind]) return 'off';
    return wanted[kind] ? 'playable' : 'sendable';
  };
  const participant = () => participantOf({ sessionId, userName }, { audio: stateOf('audio'), video: stateOf('video') });
  const share = (kind: keyof TrackRequest) => {
    const [key, pendingTrack] = [`${sessionId}-${kind}`, tracks[kind]];
    if (!wanted[kind] || !pendingTrack) delete state.streams[key];
    else state.streams[key] ??= { participantId: sessionId, type: 'cam', pendingTrack, starttime: new Date().toISOString() };
  };
  return {
    join() {
      isHere = true;
      state.participants[sessionId] = { public: {}, private: {} };
      emit({ action: 'participant-joined', participant: participant() });
    },
    /** Emits the events once, although the visitor's own leaving calls this method again. */
    leave() {
      if (!isHere) return;
      isHere = false;
      wanted = neither;
      delete state.participants[sessionId];
      delete state.local.public.subscribedTracks[sessionId];
      for (const kind of kinds) share(kind);
      emit({ action: 'participant-left', participant: participant(), reason: 'leftCall' });
    },
    /** After `participant-updated` daily-js finds the tracks in the state and starts or stops them. */
    subscribe(request: TrackRequest) {
      if (!isHere) return;
      wanted = request;
      state.local.public.subscribedTracks[sessionId] = { 'cam-audio': request.audio, 'cam-video': request.video };
      for (const kind of kinds) share(kind);
      emit({ action: 'participant-updated', participant: participant() });
    },
    /** Levels from 0 to 1; 0 if daily-js does not subscribe to the sound. */
    levels: (level: number): Record<string, number> => ({ [sessionId]: wanted.audio ? level : 0 }),
  };
}
