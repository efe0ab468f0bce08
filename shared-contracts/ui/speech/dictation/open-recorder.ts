import { VoiceError } from '../../../voice/failure.ts';
import { openAudioSession } from '../../../voice/page-resources.ts';
import type { VoicePage } from '../../../voice/voice-page.ts';

export type DictationPage = Pick<VoicePage, 'window' | 'navigator'>;

export const canRecord = ({ window }: Pick<DictationPage, 'window'>) => Boolean(window.MediaRecorder && window.OfflineAudioContext);

interface RecorderOptions {
  page: DictationPage;
  signal: AbortSignal;
  onLost(): void;
}

/** Stops `track` at the end. After `onLost` (the system took the microphone) the recording so far can be finished. @throws VoiceError */
export function openRecorder(track: MediaStreamTrack, { page, signal, onLost }: RecorderOptions) {
  const cleanups: (() => void)[] = [() => track.stop()];
  const end = () => {
    for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  };
  signal.addEventListener('abort', end);
  try {
    const { MediaStream } = page.window;
    if (!MediaStream) throw new VoiceError('unsupported');
    const stream = new MediaStream([track]);
    cleanups.push(openAudioSession(page.navigator, true));
    const analyser = openAnalyser(stream, page);
    const watching = new AbortController();
    cleanups.push(analyser.end, () => watching.abort());
    const until = { signal: watching.signal };
    // iPhones mute the track for a phone call.
    track.addEventListener('ended', onLost, until);
    track.addEventListener('mute', onLost, until);
    const { recorder, recorded } = startRecording(stream, page);
    recorder.addEventListener('error', onLost, until);
    cleanups.push(() => {
      if (recorder.state !== 'inactive') recorder.stop();
    });
    track.enabled = true;
    return {
      read: analyser.read,
      /** The recording has the browser's encoding. */
      finish() {
        end();
        return recorded;
      },
    };
  } catch (cause) {
    end();
    throw cause;
  }
}

function startRecording(stream: MediaStream, { window }: DictationPage) {
  if (!window.MediaRecorder) throw new VoiceError('unsupported');
  const recorder = new window.MediaRecorder(stream);
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  // The recorder also stops with its track and after an error.
  const recorded = new Promise<Blob>((resolve) => {
    recorder.addEventListener('stop', () => resolve(new Blob(chunks, { type: recorder.mimeType })));
  });
  recorder.start();
  return { recorder, recorded };
}

/** An analyser requires a power of two: the next above 250 ms at 48 kHz. */
const analysedSamples = 16_384;
const readMs = 250;

/** The owner of `stream` stops it. @throws VoiceError */
export function openAnalyser(stream: MediaStream, { window }: DictationPage) {
  if (!window.AudioContext) throw new VoiceError('unsupported');
  const context = new window.AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = analysedSamples;
  const source = context.createMediaStreamSource(stream);
  source.connect(analyser);
  // If the context was not created within a tap, it is suspended: the meter stays flat, and the recording continues.
  context.resume().catch(() => undefined);
  const samples = new Float32Array(analysedSamples);
  return {
    /** From -1 to 1. */
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
