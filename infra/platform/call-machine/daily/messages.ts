import type { Participant } from './participant.ts';

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
