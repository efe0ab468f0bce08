import type { GuideApi } from '../../../api/guide-api.ts';
import type { Language } from '../../../i18n/language.ts';
import type { Clock } from '../../../kit/clock.ts';
import { withDeadline } from '../../../kit/deadline.ts';
import { decodeSound } from '../../../kit/decode-sound.ts';
import { writeWav } from '../../../kit/wav.ts';
import { createBrowserRecogniser, type RecogniserLoss } from '../../../voice/browser-recogniser.ts';
import type { MicrophoneProblem, RecogniserKind } from './dictation-state.ts';
import { cutToLimit, heardLevel, isTooShort, pickLevel, recordedRate } from './levels.ts';
import { type DictationPage, openAnalyser, openRecorder } from './open-recorder.ts';

export interface CaptureOptions {
  page: DictationPage;
  clock: Clock;
  language(): Language;
  phrases(): readonly string[];
  transcribe: GuideApi['transcribe'];
  /** Ends the recording, its transcription and `track`. */
  signal: AbortSignal;
  /** The system took the microphone. The recording so far is used. */
  onLost(): void;
  onRefused(problem: MicrophoneProblem): void;
}

export interface Capture {
  read(): { level: number; words: string };
  finish(): Recording;
}

export interface Recording {
  /** May be called again after a rejection. */
  transcribe(): Promise<string>;
}

/** @throws VoiceError */
export const openCapture = (kind: RecogniserKind, track: MediaStreamTrack, options: CaptureOptions): Capture =>
  kind === 'site' ? openSiteCapture(track, options) : openBrowserCapture(track, options);

function openSiteCapture(track: MediaStreamTrack, options: CaptureOptions): Capture {
  const recorder = openRecorder(track, options);
  const { clock } = options;
  const startedAt = clock.now();
  return {
    read: () => ({ level: pickLevel(recorder.read()), words: '' }),
    finish: () => createRecording(recorder.finish(), clock.now() - startedAt, options),
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
  return {
    async transcribe() {
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
    },
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
      const analyser = openAnalyser(new MediaStream([track]), page);
      track.enabled = true;
      return {
        read: () => pickLevel(analyser.read()),
        end() {
          analyser.end();
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
      return { transcribe: () => lastWords };
    },
  };
}
