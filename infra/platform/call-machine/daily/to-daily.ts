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
