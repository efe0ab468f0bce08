import type { Language } from '../i18n/language.ts';
import type { Clock } from '../kit/clock.ts';
import { withDeadline } from '../kit/deadline.ts';
import { createStore, type ReadableStore } from '../kit/store.ts';
import type { RecognitionConstructor, VoiceWindow } from './voice-page.ts';

export const recognitionLocales: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', fr: 'fr-FR' };

/**
 * Recognition on the device itself. none: not here, or not known yet · available: found installed · downloadable: it can
 * be had · installed: it was, by the visitor.
 */
export type LocalState = 'none' | 'available' | 'downloadable' | 'installing' | 'installed' | 'failed';

export interface LocalRecognition extends ReadableStore<LocalState> {
  /** Asks the browser, once, and only where it could be used: headless Chromium ends a page that asks. */
  check(): void;
  /** Browsers let it begin only by the visitor's own tap or key. */
  install(): void;
}

/** Downloads tell no progress: after this one counts as failed; a further try finds what has come meanwhile. */
export const installMs = 300_000;

/** Whether recognition hears without the browser's maker. */
export const isLocal = (state: LocalState): boolean => state === 'available' || state === 'installed';

const none: LocalRecognition = {
  getState: () => 'none',
  subscribe: () => () => undefined,
  check: () => undefined,
  install: () => undefined,
};
const known = new WeakMap<RecognitionConstructor, Map<Language, LocalRecognition>>();

type RecognitionWindow = Pick<VoiceWindow, 'SpeechRecognition' | 'webkitSpeechRecognition'>;

/** One for a page and language. */
export function getLocalRecognition(
  { language, clock }: { language: Language; clock: Clock },
  page = window as unknown as RecognitionWindow,
): LocalRecognition {
  const Constructor = page.SpeechRecognition ?? page.webkitSpeechRecognition;
  if (!Constructor || !('processLocally' in Constructor.prototype)) return none;
  const ofLanguages = known.get(Constructor) ?? new Map<Language, LocalRecognition>();
  known.set(Constructor, ofLanguages);
  const local = ofLanguages.get(language) ?? createLocalRecognition(Constructor, recognitionLocales[language], clock);
  ofLanguages.set(language, local);
  return local;
}

function createLocalRecognition(Constructor: RecognitionConstructor, locale: string, clock: Clock): LocalRecognition {
  const options = { langs: [locale], processLocally: true } as const;
  const { set, ...store } = createStore<LocalState>('none');
  // One that another page is downloading is had by the same call.
  const states = { available: 'available', downloadable: 'downloadable', downloading: 'downloadable', unavailable: 'none' } as const;
  let isAsked = false;
  return {
    ...store,
    check() {
      if (isAsked) return;
      isAsked = true;
      Constructor.available?.(options).then(
        (status) => set(states[status]),
        () => undefined,
      );
    },
    install() {
      const installed = Constructor.install?.(options) ?? Promise.resolve(false);
      set('installing');
      withDeadline(installed, { clock, limitMs: installMs }).then(
        (isInstalled) => set(isInstalled ? 'installed' : 'failed'),
        () => set('failed'),
      );
    },
  };
}
