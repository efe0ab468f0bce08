import type { CameraError } from '../camera-error.ts';
import type { Participant } from './participant.ts';

/** The fatal kinds this machine knows; `no-room` says "deleted", else daily-js reports it to its maker. */
export type FatalError = { type: 'ejected' | 'no-room' | 'connection-error'; msg: string };

/** What daily-js 0.87 hears from its call machine, as far as a voice call needs it. */
export type ToDaily =
  | { action: 'call-machine-initialized' }
  | { action: 'joined-meeting'; participants: { local: Participant }; internal: { _maxAppMessageSize: number } }
  | { action: 'participant-joined' | 'participant-updated'; participant: Participant }
  | { action: 'participant-left'; participant: Participant; reason: 'leftCall' }
  | { action: 'participant-counts-updated'; participantCounts: { present: number; hidden: number } }
  | { action: 'app-message'; data: string; fromId: string }
  | { action: 'remote-participants-audio-level'; participantsAudioLevel: Record<string, number> }
  | { action: 'local-audio-level'; audioLevel: number }
  | { action: 'camera-error'; errorMsg: { errorMsg: string; audioOk: boolean; videoOk: boolean }; error: CameraError }
  | { action: 'recording-started'; type: 'cloud'; recordingId: string; startedBy: string }
  | { action: 'recording-stopped' }
  | { action: 'nonfatal-error'; type: string; errorMsg: string }
  | { action: 'network-connection'; type: 'signaling'; event: 'interrupted' | 'connected'; session_id: string }
  | { action: 'error'; errorMsg: string; error: FatalError }
  | { action: 'left-meeting' };

export type Tell = (message: ToDaily) => void;

/** What daily-js 0.87 tells its call machine, as far as a voice call needs it. */
export interface JoinProperties {
  url: string;
  /** A meeting token; with it the recording starts by itself. */
  token?: string;
  userName?: string;
  startAudioOff?: boolean;
}

export interface InputSettings {
  audio?: { settings?: { customTrack?: unknown; deviceId?: unknown }; processor?: { type: string } };
  video?: unknown;
}

/** What was set before the call machine was there. */
export interface PreloadCache {
  allowLocalAudio?: boolean;
  inputSettings?: InputSettings | null;
  localAudioLevelObserver?: { enabled: boolean } | null;
  remoteParticipantsAudioLevelObserver?: { enabled: boolean } | null;
}

export type TrackWish = boolean | 'staged' | { audio?: boolean | 'staged'; video?: boolean | 'staged' };

export interface ParticipantWish {
  setSubscribedTracks?: TrackWish;
}

export type FromDaily =
  | { action: 'join-meeting'; properties: JoinProperties; preloadCache?: PreloadCache }
  | { action: 'leave-meeting' }
  | { action: 'app-msg'; data: unknown }
  | { action: 'local-audio'; state: boolean }
  | { action: 'set-allow-local-audio'; state: boolean }
  | { action: 'update-participant'; id: string; properties: ParticipantWish }
  | { action: 'update-participants'; participants: Record<string, ParticipantWish> }
  | { action: 'start-remote-participants-audio-level-observer' }
  | { action: 'stop-remote-participants-audio-level-observer' }
  | { action: 'start-local-audio-level-observer' }
  | { action: 'stop-local-audio-level-observer' }
  | { action: 'update-input-settings'; inputSettings: InputSettings }
  | { action: 'set-input-devices'; audioDeviceId?: string }
  | { action: 'get-input-devices' }
  | { action: 'set-output-device' }
  | { action: 'local-recording-start' }
  | { action: 'local-recording-stop' }
  | { action: 'local-screen-start' };

/** An answer to a message that carries a stamp; daily-js waits for one each time. */
export type Reply = Record<string, unknown>;

/** In the place of a track, which no message can carry: the track itself lies in the call object's shared tracks. */
export const customTrackMark = 'daily-custom-track';
