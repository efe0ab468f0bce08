/** Where a track stands, in daily-js' words. */
export interface TrackState {
  subscribed: boolean;
  state: 'blocked' | 'off' | 'sendable' | 'playable';
  blocked?: { byDeviceMissing?: true; byDeviceInUse?: true; byPermissions?: true };
  off?: { byUser: true };
}

/** A participant as daily-js keeps one. Tracks are never in it: daily-js finds them in the call state. */
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

export interface Who {
  sessionId: string;
  userName: string;
  joinedAt: Date;
}

/** blocked: why nobody can hear the visitor, undefined when the browser did not say. */
export type MicrophoneState = 'on' | 'off' | { blocked: NonNullable<TrackState['blocked']> };

/** A track of the guide: not there, there for the asking, or asked for and playing. */
export type Offer = 'none' | 'offered' | 'subscribed';

// Made anew for each track: a message keeps what is one object one object, and daily-js puts the track into it.
const off = (): TrackState => ({ subscribed: false, state: 'off', off: { byUser: true } });
const playable = (): TrackState => ({ subscribed: true, state: 'playable' });
const offers: Record<Offer, () => TrackState> = {
  none: off,
  offered: () => ({ subscribed: false, state: 'sendable' }),
  subscribed: playable,
};

/** The visitor, who never shows a picture. */
export function localParticipant(who: Who, microphone: MicrophoneState): Participant {
  return participant(who, true, { audio: localAudio(microphone), video: off() });
}

export function remoteParticipant(who: Who, audio: Offer, video: Offer): Participant {
  return participant(who, false, { audio: offers[audio](), video: offers[video]() });
}

function localAudio(microphone: MicrophoneState): TrackState {
  if (microphone === 'on') return playable();
  return microphone === 'off' ? off() : { subscribed: false, state: 'blocked', blocked: microphone.blocked };
}

function participant(
  { sessionId, userName, joinedAt }: Who,
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
