import type { CallState } from './daily/call-state.ts';
import type { Tell } from './daily/messages.ts';
import { Microphone } from './microphone.ts';
import { MicrophonePermission } from './microphone-permission.ts';

/** The visitor's microphone as the call knows it: where daily-js looks for its track, and what it is told of it. */
export function createLocalVoice(isOn: boolean, state: CallState, tell: Tell, changed: () => void): Microphone {
  const permission = new MicrophonePermission(navigator.permissions);
  let track: MediaStreamTrack | undefined;
  const microphone = new Microphone(isOn, {
    devices: navigator.mediaDevices,
    isTaken: () => permission.isTaken(),
    changed() {
      if (microphone.track !== track) {
        track = microphone.track;
        state.local.streams.cam.stream = track ? new MediaStream([track]) : null;
        if (track) void permission.note();
      }
      changed();
    },
    failed: (error) => tell({ action: 'camera-error', errorMsg: { errorMsg: error.msg, audioOk: false, videoOk: true }, error }),
  });
  return microphone;
}

export interface Devices extends Record<string, unknown> {
  camera: object;
  mic: { deviceId?: string; label?: string; kind?: 'audioinput' };
  speaker: object;
}

/** What is in use, in the shape of `getInputDevices`. */
export function devicesOf(track: MediaStreamTrack | undefined): Devices {
  const deviceId = track?.getSettings().deviceId;
  return { camera: {}, mic: track && deviceId ? { deviceId, label: track.label, kind: 'audioinput' } : {}, speaker: {} };
}
