import type { Language } from '../i18n/language.ts';
import { createStore, type ReadableStore } from '../kit/store.ts';
import type { RecognitionConstructor, VoiceWindow } from './voice-page.ts';

export const recognitionLocales: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', fr: 'fr-FR' };

/** Recognition on the device sends nothing to the browser's vendor. False until known. */
interface LocalRecognition extends ReadableStore<boolean> {
  /** Queries the browser once, and only if the result is needed: the query crashes the page in headless Chromium. Never rejects. */
  check(): Promise<void> | undefined;
}

const none: LocalRecognition = { getState: () => false, subscribe: () => () => undefined, check: () => undefined };
const known = new WeakMap<RecognitionConstructor, Map<Language, LocalRecognition>>();

type RecognitionWindow = Pick<VoiceWindow, 'SpeechRecognition' | 'webkitSpeechRecognition'>;

/** Returns the same object for the same page and language. */
export function getLocalRecognition(language: Language, page = window as unknown as RecognitionWindow): LocalRecognition {
  const Constructor = page.SpeechRecognition ?? page.webkitSpeechRecognition;
  if (!Constructor || !('processLocally' in Constructor.prototype)) return none;
  const ofLanguages = known.get(Constructor) ?? new Map<Language, LocalRecognition>();
  known.set(Constructor, ofLanguages);
  const local = ofLanguages.get(language) ?? createLocalRecognition(Constructor, recognitionLocales[language]);
  ofLanguages.set(language, local);
  return local;
}

function createLocalRecognition(Constructor: RecognitionConstructor, locale: string): LocalRecognition {
  const { set, ...store } = createStore(false);
  const ask = () =>
    Constructor.available?.({ langs: [locale], processLocally: true }).then(
      (status) => set(status === 'available'),
      () => undefined,
    );
  let asked: ReturnType<typeof ask>;
  return { ...store, check: () => (asked ??= ask()) };
}
