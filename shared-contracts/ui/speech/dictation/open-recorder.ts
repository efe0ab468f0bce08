import { VoiceError } from '../../../voice/failure.ts';
import { openAudioSession } from '../../../voice/page-resources.ts';
import type { VoicePage } from '../../../voice/voice-page.ts';

export type DictationPage = Pick<VoicePage, 'window' | 'navigator'>;

/** Whether the browser can record, checked before the permission prompt. */
export const canRecord = ({ window }: Pick<DictationPage, 'window'>) => Boolean(window.MediaRecorder && window.OfflineAudioContext);

/**
 * Records `track` and stops it at the end. Calls `onLost` when the system takes the microphone; the recording
 * so far can be finished. Throws VoiceError if the browser cannot record.
 */
export function openRecorder(track: MediaStreamTrack, page: DictationPage, onLost: () => void) {
  const cleanups: (() => void)[] = [() => track.stop()];
  const end = () => {
    for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  };
  try {
    const { MediaStream } = page.window;
    if (!MediaStream) throw new VoiceError('unsupported');
    const stream = new MediaStream([track]);
    cleanups.push(openAudioSession(page.navigator, true));
    const analyser = openAnalyser(stream, page);
    cleanups.push(analyser.end, watchTrack(track, onLost));
    const { recorded, stop } = startRecording(stream, page, onLost);
    cleanups.push(stop);
    track.enabled = true;
    return {
      read: analyser.read,
      /** Closes the microphone. Returns the recording in the browser's encoding. */
      finish() {
        end();
        return recorded;
      },
      /** Closes the microphone and drops the recording. */
      end,
    };
  } catch (cause) {
    end();
    throw cause;
  }
}

/** iPhones mute the track for a phone call. */
function watchTrack(track: MediaStreamTrack, onLost: () => void): () => void {
  track.addEventListener('ended', onLost);
  track.addEventListener('mute', onLost);
  return () => {
    track.removeEventListener('ended', onLost);
    track.removeEventListener('mute', onLost);
  };
}

function startRecording(stream: MediaStream, { window }: DictationPage, onLost: () => void) {
  if (!window.MediaRecorder) throw new VoiceError('unsupported');
  const recorder = new window.MediaRecorder(stream);
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  recorder.addEventListener('error', onLost);
  // The recorder also stops with its track and after an error.
  const recorded = new Promise<Blob>((resolve) => {
    recorder.addEventListener('stop', () => resolve(new Blob(chunks, { type: recorder.mimeType })));
  });
  recorder.start();
  const stop = () => {
    recorder.removeEventListener('error', onLost);
    if (recorder.state !== 'inactive') recorder.stop();
  };
  return { recorded, stop };
}

/** The next power of two above 250 ms at 48 kHz, because an analyser requires a power of two. */
const analysedSamples = 16_384;
const readMs = 250;

/** Measures `stream`, which its owner stops. Throws VoiceError if the browser cannot measure. */
export function openAnalyser(stream: MediaStream, { window }: DictationPage) {
  if (!window.AudioContext) throw new VoiceError('unsupported');
  const context = new window.AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = analysedSamples;
  const source = context.createMediaStreamSource(stream);
  source.connect(analyser);
  // A context that was not created within a tap is suspended. The meter then stays flat, and the recording continues.
  context.resume().catch(() => undefined);
  const samples = new Float32Array(analysedSamples);
  return {
    /** The samples of the last 250 ms, from -1 to 1. */
    read() {
      analyser.getFloatTimeDomainData(samples);
      return samples.subarray(-Math.min(analysedSamples, Math.ceil((context.sampleRate * readMs) / 1000)));
    },
    end() {
      source.disconnect();
      // Closing a closed context rejects.
      context.close().catch(() => undefined);
    },
  };
}
