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
  /** The written conversation is shown; without it nothing is read aloud or recorded. */
  isShown: boolean;
  /** Dictated words. */
  onWords(words: string): void;
}

/** What a conversation does with sound beside a call: it reads answers aloud, says them again, and writes down what is dictated. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read belongs to what is shown
  useEffect(() => reader.stop, [reader, isShown]);
  const isRecording = hasRecording(dictation.view.phase);
  return {
    reader,
    canListen,
    sayAgain,
    dictation: {
      ...dictation,
      start() {
        // The microphone would record what is read aloud.
        reader.stop();
        setWasDictated(false);
        dictation.start();
      },
    },
    wasDictated,
    /** A recording, or reading aloud, would end with this screen: the host replaces it later. */
    isBusy: isReading || isRecording,
    isRecording,
  };
}

/** Dictated words behind what was typed. */
export function appendWords(draft: string, words: string): string {
  const typed = draft.trimEnd();
  return typed === '' ? words : `${typed} ${words}`;
}
