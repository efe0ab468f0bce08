import { useEffect, useMemo, useState } from 'react';
import { pickVisit } from '../../conversation/pick-visit.ts';
import type { Language } from '../../i18n/language.ts';
import { isUnderWay } from '../../kit/audio-player.ts';
import { useStore } from '../../kit/use-store.ts';
import type { ScreenProps } from '../../remote/screen-props.ts';
import { pickVoiceId } from '../../visit/pick-voice-id.ts';
import { hasRecording, useDictation } from './dictation/use-dictation.ts';
import { createReader, type Reader } from './reading/create-reader.ts';
import { useSayAgain } from './use-say-again.tsx';

interface SpeechOptions {
  language: Language;
  /** False ends reading aloud and recording. */
  isShown: boolean;
  onWords(words: string): void;
}

export type Speech = ReturnType<typeof useSpeech>;

export function useSpeech(props: ScreenProps, { language, isShown, onWords }: SpeechOptions) {
  const { api, conversation, clock, profile, session, exhibition } = props;
  const reader = useReader(props);
  const isReading = useStore(reader, ({ state }) => isUnderWay(state));
  const canListen = pickVoiceId({ profile, language, answers: session.store.getState().answers }) !== undefined;
  const sayAgain = useSayAgain({ conversation, session, reader }, canListen);
  const [wasDictated, setWasDictated] = useState(false);
  const dictation = useDictation({
    api,
    conversation,
    language,
    phrases: exhibition?.pronunciations.map(({ key }) => key) ?? [],
    clock,
    isShown,
    onWords(words) {
      onWords(words);
      setWasDictated(true);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: reading ends when the conversation is hidden
  useEffect(() => reader.stop, [reader, isShown]);
  const isRecording = hasRecording(dictation.view.phase);
  return {
    reader,
    canListen,
    sayAgain,
    dictation: {
      ...dictation,
      start() {
        // The microphone would record the reading.
        reader.stop();
        setWasDictated(false);
        dictation.start();
      },
    },
    wasDictated,
    /** A recording or reading would be lost with the screen; see `ScreenProps.setBusy`. */
    isBusy: isReading || isRecording,
    isRecording,
  };
}

export function appendWords(draft: string, words: string): string {
  const typed = draft.trimEnd();
  return typed === '' ? words : `${typed} ${words}`;
}

/** Stops when the visitor leaves the screen or the page, or changes the language. */
export function useReader(
  { api, session, profile, clock }: Pick<ScreenProps, 'api' | 'session' | 'profile' | 'clock'>,
  createAudio?: () => HTMLAudioElement,
): Reader {
  const reader = useMemo(() => {
    const pickSpeaker = () => {
      const visit = pickVisit(session);
      const voiceId = pickVoiceId({ profile, language: visit.language, answers: visit.answers });
      return voiceId === undefined ? undefined : { visit, voiceId };
    };
    return createReader({ api, clock, session, pickSpeaker, createAudio });
  }, [api, session, profile, clock, createAudio]);

  useEffect(() => {
    const { stop } = reader;
    const unsubscribe = session.store.subscribe((now, before) => {
      if (now.language !== before.language) stop();
    });
    // A page in the back-forward cache would continue to play.
    window.addEventListener('pagehide', stop);
    return () => {
      window.removeEventListener('pagehide', stop);
      unsubscribe();
      stop();
    };
  }, [reader, session]);

  return reader;
}
