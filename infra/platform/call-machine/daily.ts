export type ParticipantIdentity = { sessionId: string; userName: string };

// A new object for each track: structured cloning keeps shared objects shared, and daily-js puts the track into the object.
const trackStates = {
  off: () => ({ subscribed: false, state: 'off', off: { byUser: true } }),
  sendable: () => ({ subscribed: false, state: 'sendable' }),
  playable: () => ({ subscribed: true, state: 'playable' }),
};

/** The state of a track in daily-js' words: missing, available, or playing. */
export type TrackState = keyof typeof trackStates;

/** The fields that daily-js or the SDK reads. daily-js finds the tracks of a participant in the call state. */
export type Participant = ReturnType<typeof participantOf>;

export function participantOf(
  { sessionId, userName }: ParticipantIdentity,
  { isLocal = false, audio, video }: { isLocal?: boolean; audio: TrackState; video: TrackState },
) {
  return {
    session_id: sessionId,
    user_name: userName,
    local: isLocal,
    permissions: { hasPresence: true, canSend: true, canReceive: { base: true }, canAdmin: false },
    audio: audio === 'playable',
    video: video === 'playable',
    screen: false,
    tracks: {
      audio: trackStates[audio](),
      video: trackStates[video](),
      screenVideo: trackStates.off(),
      screenAudio: trackStates.off(),
    },
  };
}

/** The state of the store. daily-js gets tracks only from here and reads exactly these fields. */
export type CallState = ReturnType<typeof emptyCallState>;

export function emptyCallState() {
  return {
    local: {
      public: { subscribedTracks: {} as Record<string, { 'cam-audio': boolean; 'cam-video': boolean }> },
      streams: { cam: { stream: null as MediaStream | null } },
    },
    participants: {} as Record<string, { public: object; private: object }>,
    /** Tracks of other participants, in the form that daily-js looks up. `starttime` is ISO; daily-js uses the latest track. */
    streams: {} as Record<string, { participantId: string; type: 'cam'; pendingTrack: MediaStreamTrack; starttime: string }>,
  };
}

// Messages between daily-js 0.87 and its call machine, as far as a voice call of the Vapi SDK needs them.

/** Settings from before the call machine was loaded. */
export type PreloadCache = { allowLocalAudio?: boolean };

export type TrackRequest = { audio: boolean; video: boolean };

export type DailyCommand =
  | { action: 'join-meeting'; properties: { url: string; userName?: string }; preloadCache?: PreloadCache }
  | { action: 'leave-meeting' }
  | { action: 'app-msg'; data: unknown }
  | { action: 'local-audio'; state: boolean }
  | { action: 'update-participant'; properties: { setSubscribedTracks?: TrackRequest } }
  | { action: 'update-input-settings' }
  | { action: 'local-recording-start' }
  | { action: 'local-recording-stop' };

/** The result of a command with a callback stamp. daily-js waits for each result. */
export type CommandResult = Record<string, unknown>;

export type FatalError = { type: 'ejected' | 'no-room' | 'connection-error'; msg: string };

export type DailyEvent =
  | { action: 'call-machine-initialized' }
  | { action: 'joined-meeting'; participants: { local: Participant }; internal: { _maxAppMessageSize: number } }
  | { action: 'participant-joined' | 'participant-updated'; participant: Participant }
  | { action: 'participant-left'; participant: Participant; reason: 'leftCall' }
  | { action: 'app-message'; data: string; fromId: string }
  | { action: 'remote-participants-audio-level'; participantsAudioLevel: Record<string, number> }
  | { action: 'local-audio-level'; audioLevel: number }
  | { action: 'recording-started'; type: 'cloud'; recordingId: string; startedBy: string }
  | { action: 'recording-stopped' }
  | { action: 'network-connection'; type: 'signaling'; event: 'interrupted' | 'connected'; session_id: string }
  | { action: 'error'; errorMsg: string; error: FatalError }
  | { action: 'left-meeting' };

export type Emit = (event: DailyEvent) => void;

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
