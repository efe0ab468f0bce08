import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createBrowserRecogniser } from '@enfilade/shared-contracts/voice/browser-recogniser';
import type { MicrophoneProblem } from '../../model/dictation/dictation-state.ts';
import type { DictationPage } from './dictation-page.ts';

interface RecognitionOptions {
  page: DictationPage;
  language: Language;
  clock: Clock;
  /** Its own way to the microphone was refused or lost. */
  onRefused(problem: MicrophoneProblem): void;
}

export interface SpeechListener {
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
export function recogniseSpeech({ page, language, clock, onRefused }: RecognitionOptions): SpeechListener {
  const said: string[] = [];
  let saying = '';
  let settle = () => {};
  const words = () => [...said, saying].filter(Boolean).join(' ');
  const recogniser = createBrowserRecogniser({
    window: page.window,
    language,
    clock,
    onWords(turn, isFinal) {
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
