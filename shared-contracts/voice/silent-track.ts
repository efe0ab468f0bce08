import { MicrophoneError } from './microphone-error.ts';
import type { VoicePage } from './voice-page.ts';

/** A track without sound, for a site that does not hear: daily-js would ask for the microphone otherwise. */
export function createSilentTrack({ window }: Pick<VoicePage, 'window'>): { track: MediaStreamTrack; end(): void } {
  if (!window.AudioContext) throw new MicrophoneError('unsupported');
  const context = new window.AudioContext();
  const [track] = context.createMediaStreamDestination().stream.getAudioTracks();
  if (!track) throw new MicrophoneError('unsupported');
  return {
    track,
    end() {
      track.stop();
      // Closing a closed context rejects, and nothing is left to do then.
      context.close().catch(() => undefined);
    },
  };
}
