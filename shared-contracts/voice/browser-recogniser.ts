import type { Language } from '../i18n/language.ts';
import type { Clock } from '../kit/clock.ts';
import { withDeadline } from '../kit/deadline.ts';
import { getLocalRecognition, recognitionLocales } from './local-recognition.ts';
import type { Recognition, RecognitionResultEvent, VoicePage } from './voice-page.ts';

export interface RecogniserOptions {
  page: Pick<VoicePage, 'window' | 'navigator'>;
  language: Language;
  clock: Clock;
  /** `words` is the whole turn so far and never empty. The turn's end repeats the words with `isFinal`. */
  onWords(words: string, isFinal: boolean): void;
  /** For recognisers that accept phrases. */
  phrases?: readonly string[];
  onSpeech?(isSpeaking: boolean): void;
  /** Called before a restart after a failure or a silence. */
  onRestart?(): void;
  /** Called once. The recogniser does not start again. */
  onLost(loss: RecogniserLoss): void;
}

/** refused: by the visitor or the browser · no-sound: no microphone · unreachable: no answer in this browser. */
export type RecogniserLoss = 'refused' | 'no-sound' | 'unreachable';

/** Pause after final words that ends a turn while the microphone is open. */
export const turnPauseMs = 1_200;
export const retryMs = 500;
/** The recogniser is lost after this number of consecutive failures. */
const mostFailures = 2;
/** From 0 to 10. */
const phraseBoost = 3;
/** In a check with silence, a failure comes at once or not at all. */
const checkMs = 2_000;

/** Other errors, for example after silence, are not failures. */
const losses: Readonly<Record<string, RecogniserLoss>> = {
  'not-allowed': 'refused',
  'service-not-allowed': 'unreachable',
  'language-not-supported': 'unreachable',
  network: 'unreachable',
  'audio-capture': 'no-sound',
};

/** Limit for the browser's answer about recognition on the device. */
const localMs = 500;

/** Uses recognition on the device if installed, so that no sound leaves the device. Downloads nothing. */
function watchLocal({ page, language, clock, onSpeech, phrases = [] }: RecogniserOptions) {
  const Constructor = page.window.SpeechRecognition ?? page.window.webkitSpeechRecognition;
  const local = getLocalRecognition(language, page.window);
  const lacks = { recognition: false, phrases: phrases.length === 0 };
  const isLocal = () => local.getState() && !lacks.recognition;
  const onKnown = () => {
    asking = undefined;
  };
  const answer = local.check();
  let asking = answer && withDeadline(answer, { clock, limitMs: localMs }).then(onKnown, onKnown);
  return {
    whenKnown(call: () => void) {
      if (asking === undefined) call();
      else void asking.then(call);
    },
    /** Undefined if the browser has no recogniser. */
    create(): Recognition | undefined {
      const recognition = Constructor && new Constructor();
      if (!recognition) return undefined;
      Object.assign(recognition, { lang: recognitionLocales[language], continuous: true, interimResults: true });
      recognition.onspeechstart = () => onSpeech?.(true);
      recognition.onspeechend = () => onSpeech?.(false);
      if (!isLocal()) return recognition;
      recognition.processLocally = true;
      const Phrase = page.window.SpeechRecognitionPhrase;
      if (Phrase && !lacks.phrases) recognition.phrases = phrases.map((phrase) => new Phrase(phrase, phraseBoost));
      return recognition;
    },
    /** Browsers without `available` ignore the track and open the microphone. */
    takesTracks: Constructor !== undefined && 'available' in Constructor,
    /** True if the device lacks a feature, which is then switched off. */
    doWithout(error: string): boolean {
      const isPhrases = error === 'phrases-not-supported';
      if (!isLocal() || !(isPhrases || losses[error] === 'unreachable')) return false;
      lacks[isPhrases ? 'phrases' : 'recognition'] = true;
      return true;
    },
  };
}

export function createBrowserRecogniser(options: RecogniserOptions) {
  const { page, clock, onWords, onRestart, onLost } = options;
  const local = watchLocal(options);
  let running: Recognition | undefined;
  let isOpen = false;
  let isLost = false;
  let checked: Recognition | undefined;
  let failures = 0;
  let words = '';
  /** Results of earlier turns. */
  let finishedCount = 0;
  let stopClock = () => {};
  let stopRetry = () => {};

  const finish = () => {
    stopClock();
    if (words) onWords(words, true);
    words = '';
  };

  const onResult = ({ results }: RecognitionResultEvent) => {
    stopClock();
    failures = 0;
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

  const drop = () => {
    stopClock();
    stopRetry();
    const last = running;
    running = undefined;
    last?.abort();
  };

  const restart = (hasFailed: boolean, silence?: MediaStreamTrack) => {
    if (isLost) return;
    onRestart?.();
    if (hasFailed) stopRetry = clock.after(retryMs, () => begin(silence));
    else begin(silence);
  };

  const begin = (silence?: MediaStreamTrack) => {
    stopRetry();
    const recognition = running || isLost ? undefined : local.create();
    if (!recognition) return;
    running = recognition;
    recognition.onresult = onResult;
    finishedCount = 0;
    let hasFailed = false;
    recognition.onerror = ({ error }) => {
      const loss = losses[error];
      if (running !== recognition || local.doWithout(error) || !loss) return;
      hasFailed = true;
      // Offline, the call reports the lost network and restores the connection.
      if (page.navigator.onLine !== false) failures += 1;
      isLost = loss === 'refused' || failures >= mostFailures;
      if (isLost) onLost(loss);
    };
    recognition.onend = () => {
      if (running !== recognition) return;
      stopRetry();
      running = undefined;
      finish();
      // Browsers end recognition after some silence.
      if (isOpen || (silence && hasFailed)) restart(hasFailed, isOpen ? undefined : silence);
    };
    try {
      recognition.start(...(silence ? [silence] : []));
    } catch {
      recognition.onerror({ error: 'service-not-allowed' });
      recognition.onend();
    }
    checked = silence && running;
    if (checked) stopRetry = clock.after(checkMs, drop);
  };

  return {
    /** Checks whether the recogniser answers, if it does not need the microphone. @param silence a track without sound */
    check(silence: MediaStreamTrack) {
      if (local.takesTracks) local.whenKnown(() => isOpen || begin(silence));
    },
    setOpen(wanted: boolean) {
      if (wanted === isOpen) return;
      isOpen = wanted;
      if (running === checked) drop();
      if (wanted) return local.whenKnown(() => isOpen && begin());
      stopRetry();
      // The last words arrive between `stop` and `onend`.
      running?.stop();
    },
    end() {
      [isOpen, isLost] = [false, true];
      drop();
    },
  };
}

const joinWords = (parts: readonly string[]) =>
  parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
