export type ParticipantIdentity = { sessionId: string; userName: string; joinedAt: Date };

// A new object for each track: structured cloning keeps shared objects shared, and daily-js puts the track into the object.
const trackStates = {
  off: () => ({ subscribed: false, state: 'off', off: { byUser: true } }),
  sendable: () => ({ subscribed: false, state: 'sendable' }),
  playable: () => ({ subscribed: true, state: 'playable' }),
};

/** The state of a track in daily-js' words: missing, available, or playing. */
export type TrackState = keyof typeof trackStates;

/** daily-js finds the tracks of a participant in the call state. */
export type Participant = ReturnType<typeof participantOf>;

export function participantOf(
  { sessionId, userName, joinedAt }: ParticipantIdentity,
  { isLocal = false, audio, video }: { isLocal?: boolean; audio: TrackState; video: TrackState },
) {
  return {
    session_id: sessionId,
    user_id: sessionId,
    user_name: userName,
    local: isLocal,
    owner: false,
    record: false,
    joined_at: joinedAt,
    will_eject_at: new Date(0),
    permissions: { hasPresence: true, canSend: true, canReceive: { base: true }, canAdmin: false },
    networkThreshold: 'good',
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
