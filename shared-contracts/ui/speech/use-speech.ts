import { useEffect, useState } from 'react';
import type { Language } from '../../i18n/language.ts';
import { isUnderWay } from '../../kit/audio-player.ts';
import { useStore } from '../../kit/use-store.ts';
import type { ScreenProps } from '../../remote/screen-props.ts';
import { pickVoiceId } from '../../visit/pick-voice-id.ts';
import { hasRecording, useDictation } from './dictation/use-dictation.ts';
import { useReader } from './reading/use-reader.ts';
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
