import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { VoiceNavigator } from '@enfilade/shared-contracts/voice/voice-page';
import type { SpeechRecognitionSource } from '@enfilade/shared-contracts/voice/voice-state';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createDictation } from './create-dictation.ts';
import type { DictationPage, DictationWindow } from './dictation-page.ts';

interface DictationOptions {
  api: Pick<GuideApi, 'transcribe'>;
  conversation: Pick<Conversation, 'checkVoice'>;
  language: Language;
  clock: Clock;
  /** Called once for each recording that held words; they are trimmed and never empty. */
  onWords(text: string): void;
  /** The browser's, unless a test brings its own. */
  page?: DictationPage;
}

/** Conversations whose visitor has agreed to where the browser sends the sound; a page has one conversation. */
const agreed = new WeakSet<DictationOptions['conversation']>();

/** Speaking instead of writing. Leaving the screen ends everything that was started. */
export function useDictation(options: DictationOptions) {
  const { conversation } = options;
  const recogniser = useRecogniser(conversation);
  const dictation = useCreatedDictation(options);
  const view = useStore(dictation, (state) => state);
  const start = () => {
    if (recogniser !== 'none') dictation.start(recogniser, recogniser === 'browser' && !agreed.has(conversation));
  };
  return {
    /** False until a recogniser is known. */
    isOffered: recogniser !== 'none',
    view,
    meter: dictation.meter,
    start,
    stop: () => dictation.dispatch({ type: 'stopped' }),
    discard: () => dictation.dispatch({ type: 'discarded' }),
    /** Sends the recording once more; without one it starts again. */
    retry: () => (view.phase === 'failed' ? dictation.dispatch({ type: 'retried' }) : start()),
    agree() {
      agreed.add(conversation);
      dictation.dispatch({ type: 'agreed' });
    },
  };
}

function useCreatedDictation(options: DictationOptions) {
  const { clock, page } = options;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const dictation = useMemo(
    () =>
      createDictation({
        page: page ?? readPage(),
        clock,
        language: () => latest.current.language,
        transcribe: (...recording) => latest.current.api.transcribe(...recording),
        onWords: (text) => latest.current.onWords(text),
      }),
    [clock, page],
  );
  useEffect(() => () => dictation.dispatch({ type: 'discarded' }), [dictation]);
  return dictation;
}

const readPage = (): DictationPage => ({
  window: window as unknown as DictationWindow,
  navigator: navigator as unknown as VoiceNavigator,
});

function useRecogniser(conversation: DictationOptions['conversation']): SpeechRecognitionSource {
  const [recogniser, setRecogniser] = useState<SpeechRecognitionSource>('none');
  useEffect(() => {
    let isMounted = true;
    conversation.checkVoice().then(
      ({ dictation }) => isMounted && setRecogniser(dictation),
      // It never rejects; without an answer there is no recogniser.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [conversation]);
  return recogniser;
}
