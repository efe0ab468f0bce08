/** The state of a track, in daily-js' words. */
export interface TrackState {
  subscribed: boolean;
  state: 'off' | 'sendable' | 'playable';
  off?: { byUser: true };
}

/** A participant as daily-js stores one. Tracks are never in it: daily-js finds them in the call state. */
export interface Participant {
  session_id: string;
  user_id: string;
  user_name: string;
  local: boolean;
  owner: boolean;
  record: boolean;
  joined_at: Date;
  will_eject_at: Date;
  permissions: { hasPresence: true; canSend: true; canReceive: { base: true }; canAdmin: false };
  networkThreshold: 'good';
  audio: boolean;
  video: boolean;
  screen: false;
  tracks: Record<'audio' | 'video' | 'screenVideo' | 'screenAudio', TrackState>;
}

export interface ParticipantIdentity {
  sessionId: string;
  userName: string;
  joinedAt: Date;
}

/** State of a guide's track: absent, available on request, or requested and playing. */
export type TrackOffer = 'none' | 'offered' | 'subscribed';

// Made again for each track: a message clones what is one object as one object, and daily-js puts the track into it.
const off = (): TrackState => ({ subscribed: false, state: 'off', off: { byUser: true } });
const playable = (): TrackState => ({ subscribed: true, state: 'playable' });
const offers: Record<TrackOffer, () => TrackState> = {
  none: off,
  offered: () => ({ subscribed: false, state: 'sendable' }),
  subscribed: playable,
};

/** The visitor, who never shows a picture. */
export function localParticipant(identity: ParticipantIdentity, isMicrophoneOn: boolean): Participant {
  return participant(identity, true, { audio: isMicrophoneOn ? playable() : off(), video: off() });
}

export function remoteParticipant(identity: ParticipantIdentity, audio: TrackOffer, video: TrackOffer): Participant {
  return participant(identity, false, { audio: offers[audio](), video: offers[video]() });
}

function participant(
  { sessionId, userName, joinedAt }: ParticipantIdentity,
  local: boolean,
  tracks: Pick<Participant['tracks'], 'audio' | 'video'>,
): Participant {
  return {
    session_id: sessionId,
    user_id: sessionId,
    user_name: userName,
    local,
    owner: false,
    record: false,
    joined_at: joinedAt,
    will_eject_at: new Date(0),
    permissions: { hasPresence: true, canSend: true, canReceive: { base: true }, canAdmin: false },
    networkThreshold: 'good',
    audio: tracks.audio.state === 'playable',
    video: tracks.video.state === 'playable',
    screen: false,
    tracks: { ...tracks, screenVideo: off(), screenAudio: off() },
  };
}
