import { type FailureCategory, VoiceError } from './failure.ts';
import { pickSupport, readMicrophonePermission } from './read-microphone.ts';
import type { VoicePage } from './voice-page.ts';

export const pickMicrophoneLoss = (before: PermissionState, now: PermissionState): 'revoked' | 'lost' =>
  now === 'denied' || (now === 'prompt' && before === 'granted') ? 'revoked' : 'lost';

const constraints: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };

/** Older browsers use the older names. */
const categoryOf: Readonly<Record<string, FailureCategory>> = {
  NotFoundError: 'microphone-missing',
  DevicesNotFoundError: 'microphone-missing',
  OverconstrainedError: 'microphone-missing',
  NotReadableError: 'microphone-busy',
  TrackStartError: 'microphone-busy',
  AbortError: 'microphone-busy',
  SecurityError: 'insecure',
};

/**
 * Resolves to a closed track (`enabled` false), which the caller stops. A track that is granted after `signal` is stopped at once.
 * @throws VoiceError
 */
export async function askMicrophone(page: Pick<VoicePage, 'window' | 'navigator'>, signal: AbortSignal): Promise<MediaStreamTrack> {
  const support = pickSupport(page);
  if (support !== 'supported') throw new VoiceError(support);
  signal.throwIfAborted();
  const track = await openMicrophone(page);
  track.enabled = false;
  if (!signal.aborted) return track;
  track.stop();
  throw signal.reason;
}

async function openMicrophone(page: Pick<VoicePage, 'navigator'>): Promise<MediaStreamTrack> {
  let stream: MediaStream | undefined;
  try {
    stream = await page.navigator.mediaDevices?.getUserMedia({ audio: constraints });
  } catch (cause) {
    throw new VoiceError(pickMicrophoneFailure((cause as Error).name, await readMicrophonePermission(page)), cause);
  }
  const track = stream?.getAudioTracks()[0];
  if (!track) throw new VoiceError('microphone-missing');
  return track;
}

/** After a dismissed prompt the permission is still `prompt`. If the permission cannot be queried, the failure counts as a refusal. */
export function pickMicrophoneFailure(name: string, permission: PermissionState): FailureCategory {
  const isRefused = name === 'NotAllowedError' || name === 'PermissionDeniedError';
  if (isRefused) return permission === 'prompt' ? 'microphone-dismissed' : 'microphone-denied';
  return categoryOf[name] ?? 'unsupported';
}
