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
