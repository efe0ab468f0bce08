import type { MicrophoneState } from './daily/participant.ts';

/** Why there is no microphone, in daily-js' kinds. */
export type CameraError = { msg: string } & (
  | { type: 'permissions'; blockedBy: 'user' | 'browser'; blockedMedia: ['audio'] }
  | { type: 'not-found'; missingMedia: ['audio'] }
  | { type: 'constraints'; reason: 'invalid'; failedMedia: ['audio'] }
  | { type: 'mic-in-use' | 'undefined-mediadevices' | 'unknown' }
);

const kinds: Record<string, CameraError['type']> = {
  NotAllowedError: 'permissions',
  SecurityError: 'permissions',
  NotFoundError: 'not-found',
  NotReadableError: 'mic-in-use',
  AbortError: 'mic-in-use',
  OverconstrainedError: 'constraints',
  NotSupportedError: 'undefined-mediadevices',
};

/** Reads what getUserMedia rejected with. */
export function readCameraError(error: unknown): CameraError {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  const msg = message || name;
  const type = kinds[name] ?? 'unknown';
  // Chromium says "Permission denied by system" when the operating system keeps the microphone from the browser.
  if (type === 'permissions') return { type, msg, blockedBy: /system/i.test(msg) ? 'browser' : 'user', blockedMedia: ['audio'] };
  if (type === 'not-found') return { type, msg, missingMedia: ['audio'] };
  if (type === 'constraints') return { type, msg, reason: 'invalid', failedMedia: ['audio'] };
  return { type, msg };
}

/** The microphone's state after such an error. */
export function blockedBy({ type }: CameraError): MicrophoneState {
  if (type === 'permissions') return { blocked: { byPermissions: true } };
  return { blocked: type === 'mic-in-use' ? { byDeviceInUse: true } : { byDeviceMissing: true } };
}
