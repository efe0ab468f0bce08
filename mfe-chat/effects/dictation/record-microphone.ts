import { MicrophoneError } from '@enfilade/shared-contracts/voice/microphone';
import { openAudioSession } from '@enfilade/shared-contracts/voice/page-resources';
import type { DictationPage } from './dictation-page.ts';

export interface MicrophoneRecorder {
  /** The newest samples, from -1 to 1: a quarter of a second of them. */
  read(): Float32Array;
  /** Closes the microphone; what was recorded, as the browser encodes it. */
  finish(): Promise<Blob>;
  /** Closes the microphone and drops what was recorded. */
  end(): void;
}

/** The next power of two above a quarter of a second at 48 kHz; an analyser keeps no other number. */
const analysedSamples = 16_384;
const readMs = 250;

/** Known before anybody is asked for a microphone. */
export const canRecord = ({ window }: Pick<DictationPage, 'window'>) => Boolean(window.MediaRecorder && window.OfflineAudioContext);

/**
 * Records `track` and owns it from here on. `onLost` tells that the system took the microphone; what was recorded until
 * then is there. Throws MicrophoneError where the browser cannot record.
 */
export function recordMicrophone(track: MediaStreamTrack, page: DictationPage, onLost: () => void): MicrophoneRecorder {
  const endings: (() => void)[] = [() => track.stop()];
  const end = () => {
    for (const ending of endings.splice(0).reverse()) ending();
  };
  try {
    const { MediaStream } = page.window;
    if (!MediaStream) throw new MicrophoneError('unsupported');
    const stream = new MediaStream([track]);
    endings.push(openAudioSession(page.navigator, true));
    const ears = openEars(stream, page);
    endings.push(ears.end, watchTrack(track, onLost));
    const tape = openTape(stream, page, onLost);
    endings.push(tape.stop);
    track.enabled = true;
    return {
      read: ears.read,
      finish() {
        end();
        return tape.recorded;
      },
      end,
    };
  } catch (cause) {
    end();
    throw cause;
  }
}

/** Muted is what iPhones do to it for a call. */
function watchTrack(track: MediaStreamTrack, onLost: () => void): () => void {
  track.addEventListener('ended', onLost);
  track.addEventListener('mute', onLost);
  return () => {
    track.removeEventListener('ended', onLost);
    track.removeEventListener('mute', onLost);
  };
}

function openTape(stream: MediaStream, { window }: DictationPage, onLost: () => void) {
  if (!window.MediaRecorder) throw new MicrophoneError('unsupported');
  const recorder = new window.MediaRecorder(stream);
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  recorder.addEventListener('error', onLost);
  // It stops by itself, too: with its track, or after an error.
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

function openEars(stream: MediaStream, { window }: DictationPage) {
  if (!window.AudioContext) throw new MicrophoneError('unsupported');
  const context = new window.AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = analysedSamples;
  const source = context.createMediaStreamSource(stream);
  source.connect(analyser);
  // A context that was not made within a tap sleeps; without it the bars lie flat and the recording goes on.
  context.resume().catch(() => undefined);
  const samples = new Float32Array(analysedSamples);
  return {
    read() {
      analyser.getFloatTimeDomainData(samples);
      return samples.subarray(-Math.min(analysedSamples, Math.ceil((context.sampleRate * readMs) / 1000)));
    },
    end() {
      source.disconnect();
      // Closing a closed context rejects, and nothing is left to do then.
      context.close().catch(() => undefined);
    },
  };
}
