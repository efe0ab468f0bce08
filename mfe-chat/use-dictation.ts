import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { Conversation } from '@enfilade/shared-contracts/conversation/conversation';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { SpeechRecognitionSource } from '@enfilade/shared-contracts/voice/voice-state';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createDictation } from './dictation/create-dictation.ts';
import { type DictationPage, readDictationPage } from './effects/dictation/dictation-page.ts';

export interface DictationOptions {
  api: Pick<GuideApi, 'transcribe'>;
  conversation: Pick<Conversation, 'checkVoice'>;
  language: Language;
  clock: Clock;
  /** Called once for each recording that held words; they are trimmed and never empty. */
  onWords(text: string): void;
  /** The browser's, unless a test brings its own. */
  page?: DictationPage;
}

/** Whose visitor knows where the browser sends the sound; there is one conversation a page. */
const agreed = new WeakSet<DictationOptions['conversation']>();

/** Speaking instead of writing. Leaving the screen ends everything that was begun. */
export function useDictation(options: DictationOptions) {
  const { conversation } = options;
  const means = useMeans(conversation);
  const dictation = useMadeDictation(options);
  const view = useStore(dictation, (now) => now);
  const begin = () => {
    if (means !== 'none') dictation.begin(means, means === 'browser' && !agreed.has(conversation));
  };
  return {
    /** False until it is known that somebody writes down what is said. */
    isOffered: means !== 'none',
    view,
    /** Loudness, time and words while recording: for the panel alone. */
    live: dictation.live,
    begin,
    stop: () => dictation.tell({ type: 'stopped' }),
    discard: () => dictation.tell({ type: 'discarded' }),
    /** Sends what is kept once more; where nothing is kept it begins anew. */
    retry: () => (view.phase === 'failed' ? dictation.tell({ type: 'retried' }) : begin()),
    agree() {
      agreed.add(conversation);
      dictation.tell({ type: 'agreed' });
    },
  };
}

function useMadeDictation(options: DictationOptions) {
  const { clock, page } = options;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const dictation = useMemo(
    () =>
      createDictation({
        page: page ?? readDictationPage(),
        clock,
        language: () => latest.current.language,
        transcribe: (...recording) => latest.current.api.transcribe(...recording),
        onWords: (text) => latest.current.onWords(text),
      }),
    [clock, page],
  );
  useEffect(() => () => dictation.tell({ type: 'discarded' }), [dictation]);
  return dictation;
}

function useMeans(conversation: DictationOptions['conversation']): SpeechRecognitionSource {
  const [means, setMeans] = useState<SpeechRecognitionSource>('none');
  useEffect(() => {
    let isHere = true;
    conversation.checkVoice().then(
      ({ dictation }) => isHere && setMeans(dictation),
      // It never rejects; without an answer nobody can be dictated to.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [conversation]);
  return means;
}
