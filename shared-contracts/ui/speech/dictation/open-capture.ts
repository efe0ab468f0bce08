import type { GuideApi } from '../../../api/guide-api.ts';
import type { Language } from '../../../i18n/language.ts';
import type { Clock } from '../../../kit/clock.ts';
import { withDeadline } from '../../../kit/deadline.ts';
import { decodeSound } from '../../../kit/decode-sound.ts';
import { writeWav } from '../../../kit/wav.ts';
import { createBrowserRecogniser, type RecogniserLoss } from '../../../voice/browser-recogniser.ts';
import { VoiceError } from '../../../voice/failure.ts';
import { openAudioSession } from '../../../voice/page-resources.ts';
import type { VoicePage } from '../../../voice/voice-page.ts';
import type { MicrophoneProblem, RecogniserKind } from './dictation-state.ts';
import { cutToLimit, heardLevel, isTooShort, pickLevel, recordedRate } from './levels.ts';

export type DictationPage = Pick<VoicePage, 'window' | 'navigator'>;

export const canRecord = ({ window }: Pick<DictationPage, 'window'>) => Boolean(window.MediaRecorder && window.OfflineAudioContext);

export interface CaptureOptions {
  page: DictationPage;
  clock: Clock;
  language(): Language;
  phrases(): readonly string[];
  transcribe: GuideApi['transcribe'];
  /** Ends the recording, its transcription and `track`, also after an error. */
  signal: AbortSignal;
  /** The system took the microphone. The recording so far is used. */
  onLost(): void;
  onRefused(problem: MicrophoneProblem): void;
}

export interface Capture {
  read(): { level: number; words: string };
  finish(): Recording;
}

/** Transcribes. May be called again after a rejection. */
export type Recording = () => Promise<string>;

/** @throws VoiceError */
export const openCapture = (kind: RecogniserKind, track: MediaStreamTrack, options: CaptureOptions): Capture =>
  kind === 'site' ? openSiteCapture(track, options) : openBrowserCapture(track, options);

function openSiteCapture(track: MediaStreamTrack, options: CaptureOptions): Capture {
  const { page, clock, signal, onLost } = options;
  const { MediaStream, MediaRecorder } = page.window;
  const cleanups: (() => void)[] = [() => track.stop()];
  const end = () => {
    for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  };
  signal.addEventListener('abort', end);
  if (!MediaStream || !MediaRecorder) throw new VoiceError('unsupported');
  const stream = new MediaStream([track]);
  cleanups.push(openAudioSession(page.navigator, true));
  const meter = openMeter(stream, page);
  cleanups.push(meter.end);
  const recorder = new MediaRecorder(stream);
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  // The recorder also stops with its track and after an error. The recording has the browser's encoding.
  const recorded = new Promise<Blob>((resolve) => {
    recorder.addEventListener('stop', () => resolve(new Blob(chunks, { type: recorder.mimeType })));
  });
  // iPhones mute the track for a phone call.
  for (const type of ['ended', 'mute']) track.addEventListener(type, onLost, { signal });
  recorder.addEventListener('error', onLost, { signal });
  recorder.start();
  cleanups.push(() => {
    if (recorder.state !== 'inactive') recorder.stop();
  });
  track.enabled = true;
  const startedAt = clock.now();
  return {
    read: () => ({ level: meter.read(), words: '' }),
    finish() {
      end();
      return createRecording(recorded, clock.now() - startedAt, options);
    },
  };
}

/** An analyser requires a power of two: the next above 250 ms at 48 kHz. */
const analysedSamples = 16_384;
const readMs = 250;

/** The owner of `stream` stops it. @throws VoiceError */
function openMeter(stream: MediaStream, { window }: DictationPage) {
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
    read() {
      analyser.getFloatTimeDomainData(samples);
      return pickLevel(samples.subarray(-Math.min(analysedSamples, Math.ceil((context.sampleRate * readMs) / 1000))));
    },
    end() {
      source.disconnect();
      // Closing a closed context rejects.
      context.close().catch(() => undefined);
    },
  };
}

/** Some browsers never deliver or never decode their recording. */
export const localLimitMs = 10_000;
/** The browser lost a recording that is empty after this time. */
const longEnoughMs = 1_000;

/** Encodes the file once for repeated requests. */
function createRecording(recorded: Promise<Blob>, lastedMs: number, options: CaptureOptions): Recording {
  const { page, clock, language, transcribe, signal } = options;
  let file: Blob | undefined;
  const read = async () => decodeSound(await (await recorded).arrayBuffer(), recordedRate, page.window.OfflineAudioContext);
  return async () => {
    if (!file) {
      const samples = await withDeadline(Promise.race([read(), rejectOnAbort(signal)]), { clock, limitMs: localLimitMs });
      if (isTooShort(samples)) {
        if (lastedMs >= longEnoughMs) throw new Error(`The browser recorded no sound in ${lastedMs} ms`);
        return '';
      }
      file = new Blob([writeWav(cutToLimit(samples), recordedRate)], { type: 'audio/wav' });
    }
    signal.throwIfAborted();
    return await transcribe(file, language(), signal);
  };
}

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

export const lastWordsMs = 1_500;

const problemOfLoss: Record<RecogniserLoss, MicrophoneProblem> = {
  refused: 'microphone-denied',
  'no-sound': 'microphone-missing',
  unreachable: 'unreachable',
};

/** Phones open the microphone once, for the recogniser. Elsewhere the permission's track stays open for the meter and is never sent. */
function openSoundMeter(track: MediaStreamTrack, page: DictationPage) {
  const { MediaStream } = page.window;
  if (MediaStream && !page.navigator.maxTouchPoints) {
    try {
      const meter = openMeter(new MediaStream([track]), page);
      track.enabled = true;
      return {
        read: meter.read,
        end() {
          meter.end();
          track.stop();
        },
      };
    } catch {
      // If the browser cannot measure the sound, dictation continues without bars.
    }
  }
  track.stop();
  return undefined;
}

function openBrowserCapture(track: MediaStreamTrack, options: CaptureOptions): Capture {
  const { page, clock, language, phrases, signal, onLost, onRefused } = options;
  let sound = openSoundMeter(track, page);
  const closeSound = () => {
    sound?.end();
    sound = undefined;
  };
  let isSpeaking = false;
  let hasNewWords = false;
  const turns: string[] = [];
  let openTurn = '';
  let onTurnEnd = () => {};
  let cancelWait = () => {};
  const words = () => [...turns, openTurn].filter(Boolean).join(' ');
  const recogniser = createBrowserRecogniser({
    page,
    language: language(),
    phrases: phrases(),
    clock,
    onWords(turn, isFinal) {
      hasNewWords = true;
      openTurn = isFinal ? '' : turn;
      if (!isFinal) return;
      turns.push(turn);
      onTurnEnd();
    },
    onSpeech(isNow) {
      isSpeaking = isNow;
    },
    onRestart() {
      isSpeaking = false;
      // Some recognisers fail, or recognise nothing, while another stream is open.
      if (!words()) closeSound();
    },
    onLost(loss) {
      if (words()) onLost();
      else onRefused(problemOfLoss[loss]);
    },
  });
  recogniser.setOpen(true);
  const end = () => {
    cancelWait();
    closeSound();
    recogniser.end();
  };
  signal.addEventListener('abort', end);
  return {
    read() {
      const level = sound ? sound.read() : Number(isSpeaking || hasNewWords) * heardLevel;
      hasNewWords = false;
      return { level, words: words() };
    },
    finish() {
      closeSound();
      recogniser.setOpen(false);
      const lastWords = new Promise<string>((resolve) => {
        onTurnEnd = () => {
          end();
          resolve(words());
        };
        cancelWait = clock.after(lastWordsMs, onTurnEnd);
      });
      return () => lastWords;
    },
  };
}
