import type { Language } from '../i18n/language.ts';
import type { Clock } from '../kit/clock.ts';
import { withDeadline } from '../kit/deadline.ts';
import { recognitionLocales } from './local-recognition.ts';
import type { Recognition, RecognitionResultEvent, VoicePage } from './voice-page.ts';

export interface RecogniserOptions {
  page: Pick<VoicePage, 'window' | 'navigator'>;
  language: Language;
  clock: Clock;
  /** All of the turn so far, and at its end all of it once more with `isFinal`. Never empty. */
  onWords(words: string, isFinal: boolean): void;
  /** Names that may be said, for recognisers that take some. */
  phrases?: readonly string[];
  /** A voice began, or ended. */
  onSpeech?(isSpeaking: boolean): void;
  /** It failed, or ended after some silence, and is about to be started again. */
  onRestart?(): void;
  /** The recogniser has stopped for good. Called once. */
  onLost(loss: RecogniserLoss): void;
}

/** refused: by the visitor or the browser · no-sound: it gets no microphone · unreachable: it does not answer here. */
export type RecogniserLoss = 'refused' | 'no-sound' | 'unreachable';

/** A pause of this length after final words ends a turn, if the microphone stays open. */
export const turnPauseMs = 1_200;
/** After a failure, before it is tried again. */
export const retryMs = 500;
/** It fails so often, one after the other, before it counts as lost. */
const mostFailures = 2;
/** How much likelier a name of the exhibition is, from 0 to 10. */
const phraseBoost = 3;
/** Silence gets an immediate failure, or none. */
const checkMs = 2_000;

/** By the name of the error; others, as after silence, are no failure. */
const losses: Readonly<Record<string, RecogniserLoss>> = {
  'not-allowed': 'refused',
  'service-not-allowed': 'unreachable',
  'language-not-supported': 'unreachable',
  network: 'unreachable',
  'audio-capture': 'no-sound',
};

/** How long a browser may take to say whether it recognises on the device. */
const localMs = 500;

/**
 * Whether this browser recognises the language on the device itself, so that no sound leaves it. What is not installed is not downloaded.
 */
function watchLocal({ page, language, clock, onSpeech, phrases = [] }: RecogniserOptions) {
  const Constructor = page.window.SpeechRecognition ?? page.window.webkitSpeechRecognition;
  const lang = recognitionLocales[language];
  const state: { isLocal: boolean; takesPhrases: boolean; asking: Promise<void> | undefined } = {
    ...{ isLocal: false, takesPhrases: phrases.length > 0, asking: undefined },
  };
  const ask = async () => {
    state.isLocal = (await Constructor?.available?.({ langs: [lang], processLocally: true })) === 'available';
  };
  const onKnown = () => {
    state.asking = undefined;
  };
  if (Constructor?.available && 'processLocally' in Constructor.prototype)
    state.asking = withDeadline(ask(), { clock, limitMs: localMs }).then(onKnown, onKnown);
  return {
    /** Calls once it is known, at once if it is known already. */
    whenKnown(call: () => void) {
      if (state.asking === undefined) call();
      else void state.asking.then(call);
    },
    /** Undefined if the browser has none. */
    create(): Recognition | undefined {
      const recognition = Constructor && new Constructor();
      if (!recognition) return undefined;
      Object.assign(recognition, { lang, continuous: true, interimResults: true });
      recognition.onspeechstart = () => onSpeech?.(true);
      recognition.onspeechend = () => onSpeech?.(false);
      if (!state.isLocal) return recognition;
      recognition.processLocally = true;
      const Phrase = page.window.SpeechRecognitionPhrase;
      if (Phrase && state.takesPhrases) recognition.phrases = phrases.map((phrase) => new Phrase(phrase, phraseBoost));
      return recognition;
    },
    /** Other browsers would open the microphone for a track. */
    takesTracks: Constructor !== undefined && 'available' in Constructor,
    /** What the device alone cannot do is no failure: it is tried without. */
    doWithout(error: string): boolean {
      const isPhrases = error === 'phrases-not-supported';
      if (!state.isLocal || !(isPhrases || losses[error] === 'unreachable')) return false;
      if (isPhrases) state.takesPhrases = false;
      else state.isLocal = false;
      return true;
    },
  };
}

/** Turns speech into words by the browser's own recogniser, while the microphone is open. */
export function createBrowserRecogniser(options: RecogniserOptions) {
  const { page, clock, onWords, onRestart, onLost } = options;
  const local = watchLocal(options);
  let running: Recognition | undefined;
  let isOpen = false;
  let isLost = false;
  /** The one that was given silence. */
  let checked: Recognition | undefined;
  let failures = 0;
  let words = '';
  /** Results that belong to turns before. */
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

  /** False when it makes no difference. */
  const countFailure = (error: string): boolean => {
    const loss = losses[error];
    if (!loss) return false;
    // Without a network the call reports it, and returns with the network.
    if (page.navigator.onLine !== false) failures += 1;
    isLost = loss === 'refused' || failures >= mostFailures;
    if (isLost) onLost(loss);
    return true;
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
      if (running === recognition && !local.doWithout(error)) hasFailed = countFailure(error);
    };
    recognition.onend = () => {
      if (running !== recognition) return;
      stopRetry();
      running = undefined;
      finish();
      // It ends by itself after some silence.
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
    /** Checks whether it answers, if a browser can do that without the microphone. @param silence a track without sound */
    check(silence: MediaStreamTrack) {
      if (local.takesTracks) local.whenKnown(() => isOpen || begin(silence));
    },
    setOpen(wanted: boolean) {
      if (wanted === isOpen) return;
      isOpen = wanted;
      if (running === checked) drop();
      if (wanted) return local.whenKnown(() => isOpen && begin());
      stopRetry();
      // The last words come between this and its end.
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
