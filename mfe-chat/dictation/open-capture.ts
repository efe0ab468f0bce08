import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { createBrowserRecogniser } from '@enfilade/shared-contracts/voice/browser-recogniser';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { DictationPage } from './dictation-page.ts';
import type { Means, MicrophoneProblem } from './dictation-state.ts';
import { mixToMono, pickLevel } from './levels.ts';
import { decodeRecording, recordMicrophone } from './open-recorder.ts';
import { cutToLimit, isTooShort } from './recording-limit.ts';
import { toWave } from './to-wave.ts';

interface RecognitionOptions {
  page: DictationPage;
  language: Language;
  clock: Clock;
  /** Its own way to the microphone was refused or lost. */
  onRefused(problem: MicrophoneProblem): void;
}

interface SpeechListener {
  /** The words so far; the last of them may still change. */
  words(): string;
  /** Closes the microphone; all words. Never rejects. */
  finish(): Promise<string>;
  /** Closes the microphone and says nothing any more. */
  end(): void;
}

/** A recogniser that was stopped has this long for its last words. */
export const lastWordsMs = 1_500;

/** Turns speech into words by the browser's own recogniser, beginning now: without a pause between one thought and the next. */
function recogniseSpeech({ page, language, clock, onRefused }: RecognitionOptions): SpeechListener {
  const said: string[] = [];
  let saying = '';
  let settle = () => {};
  const words = () => [...said, saying].filter(Boolean).join(' ');
  const recogniser = createBrowserRecogniser({
    window: page.window,
    language,
    clock,
    tell(turn, isFinal) {
      saying = isFinal ? '' : turn;
      if (!isFinal) return;
      said.push(turn);
      settle();
    },
    onRefused: (isMissing) => onRefused(isMissing ? 'missing' : 'denied'),
  });
  recogniser.setOpen(true);
  let stopClock = () => {};
  return {
    words,
    finish() {
      recogniser.setOpen(false);
      return new Promise((resolve) => {
        settle = () => {
          stopClock();
          recogniser.end();
          resolve(words());
        };
        stopClock = clock.after(lastWordsMs, settle);
      });
    },
    end() {
      stopClock();
      recogniser.end();
    },
  };
}

export interface CaptureOptions {
  page: DictationPage;
  clock: Clock;
  /** Samples per second of what is sent. */
  rate: number;
  language(): Language;
  transcribe: GuideApi['transcribe'];
  /** The system took the microphone: what exists counts. */
  onLost(): void;
  onRefused(problem: MicrophoneProblem): void;
}

/** An open microphone, whoever writes down what is said into it. */
export interface Capture {
  read(): { level: number; words: string };
  /** Closes the microphone. What is kept gives its words, empty when there are none; it rejects and may be asked again. */
  finish(): Kept;
  /** Closes the microphone and drops what was said. */
  end(): void;
}

export interface Kept {
  transcribe(signal: AbortSignal): Promise<string>;
}

/** Owns `track` from here on. Throws MicrophoneError. */
export const openCapture = (means: Means, track: MediaStreamTrack, options: CaptureOptions): Capture => captures[means](track, options);

const captures: Record<Means, (track: MediaStreamTrack, options: CaptureOptions) => Capture> = {
  site(track, options) {
    const recorder = recordMicrophone(track, options.page, options.onLost);
    return {
      read: () => ({ level: pickLevel(recorder.read()), words: '' }),
      finish: () => keep(recorder.finish(), options),
      end: recorder.end,
    };
  },

  browser(track, options) {
    // It was asked for to know the answer. The recogniser opens the microphone itself, and a phone opens it once.
    track.stop();
    const listener = recogniseSpeech({ ...options, language: options.language(), onRefused: tellRefused });
    function tellRefused(problem: MicrophoneProblem) {
      if (listener.words()) options.onLost();
      else options.onRefused(problem);
    }
    return {
      read: () => ({ level: 0, words: listener.words() }),
      finish() {
        const words = listener.finish();
        return {
          transcribe(signal) {
            signal.addEventListener('abort', listener.end, { once: true });
            return words;
          },
        };
      },
      end: listener.end,
    };
  },
};

/** The file is made once, however often it is sent. */
function keep(recorded: Promise<Blob>, { page, rate, language, transcribe }: CaptureOptions): Kept {
  let made: Blob | undefined;
  return {
    async transcribe(signal) {
      if (!made) {
        const samples = mixToMono(await decodeRecording(await recorded, rate, page));
        if (isTooShort(samples, rate)) return '';
        made = toWave(cutToLimit(samples, rate), rate);
      }
      signal.throwIfAborted();
      return await transcribe(made, language(), signal);
    },
  };
}
