import type { Language } from '../i18n/language.ts';
import type { Clock } from '../kit/clock.ts';
import type { Recognition, RecognitionResultEvent, VoiceWindow } from './voice-page.ts';

export interface RecogniserOptions {
  window: VoiceWindow;
  language: Language;
  clock: Clock;
  /** All of the turn so far, and at its end all of it once more with `isFinal`. Never empty. */
  onWords(words: string, isFinal: boolean): void;
  /** The browser refused it the microphone, or the microphone was lost. */
  onRefused(isMissing: boolean): void;
}

export interface Recogniser {
  setOpen(isOpen: boolean): void;
  end(): void;
}

/** A pause of this length after final words ends a turn, where the microphone stays open. */
export const turnPauseMs = 1_200;

const locales: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', fr: 'fr-FR' };
const refusals: Readonly<Record<string, boolean>> = { 'not-allowed': false, 'service-not-allowed': false, 'audio-capture': true };

/** Turns speech into words by the browser's own recogniser, while the microphone is open. */
export function createBrowserRecogniser({ window, language, clock, onWords, onRefused }: RecogniserOptions): Recogniser {
  const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition;
  let running: Recognition | undefined;
  let isOpen = false;
  let words = '';
  /** Results that belong to turns before. */
  let finishedCount = 0;
  let stopClock = () => {};

  const finish = () => {
    stopClock();
    if (words) onWords(words, true);
    words = '';
  };

  const onResult = ({ results }: RecognitionResultEvent) => {
    stopClock();
    const fresh = Array.from(results).slice(finishedCount);
    words = joinWords(fresh.map((result) => result[0]?.transcript ?? ''));
    if (words) onWords(words, false);
    if (fresh.length === 0 || !fresh.every(({ isFinal }) => isFinal)) return;
    const count = results.length;
    stopClock = clock.after(turnPauseMs, () => {
      finishedCount = count;
      finish();
    });
  };

  const begin = () => {
    if (!Recognition || running) return;
    const recognition = new Recognition();
    running = recognition;
    finishedCount = 0;
    Object.assign(recognition, { lang: locales[language], continuous: true, interimResults: true });
    recognition.onresult = onResult;
    recognition.onerror = ({ error }) => {
      const isMissing = refusals[error];
      if (isMissing === undefined) return;
      isOpen = false;
      onRefused(isMissing);
    };
    recognition.onend = () => {
      if (running !== recognition) return;
      running = undefined;
      finish();
      // It ends by itself after some silence.
      if (isOpen) begin();
    };
    recognition.start();
  };

  return {
    setOpen(wanted) {
      isOpen = wanted;
      if (wanted) begin();
      // The last words come between this and its end.
      else running?.stop();
    },
    end() {
      isOpen = false;
      stopClock();
      const last = running;
      running = undefined;
      last?.abort();
    },
  };
}

const joinWords = (parts: readonly string[]) =>
  parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
