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
