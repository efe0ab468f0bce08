import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { GuideApi } from '../../../api/guide-api.ts';
import type { Conversation } from '../../../conversation/conversation.ts';
import type { Language } from '../../../i18n/language.ts';
import type { Clock } from '../../../kit/clock.ts';
import { createLazy } from '../../../kit/create-lazy.ts';
import type { ReadableStore } from '../../../kit/store.ts';
import { useRequest } from '../../../kit/use-request.ts';
import { useStore } from '../../../kit/use-store.ts';
import { getLocalRecognition } from '../../../voice/local-recognition.ts';
import { type DictationView, idleView, type Phase } from './dictation-state.ts';
import type { DictationPage } from './open-capture.ts';

interface DictationOptions {
  api: Pick<GuideApi, 'transcribe'>;
  conversation: Pick<Conversation, 'checkVoice'>;
  language: Language;
  phrases?: readonly string[];
  clock: Clock;
  /** False ends a recording and checks for no recogniser. */
  isShown: boolean;
  /** Called once for each recording with words, which are trimmed. */
  onWords(text: string): void;
  page?: DictationPage;
  code?: typeof dictationCode;
}

/** The visitor of these conversations agreed that the browser's vendor receives the sound. */
const agreed = new WeakSet<DictationOptions['conversation']>();

/** Loaded when the visitor may start to speak. */
const dictationCode = createLazy(async () => {
  const [{ createDictation }, { DictationPanel }] = await Promise.all([
    import(/* webpackChunkName: "speech" */ './create-dictation.ts'),
    import(/* webpackChunkName: "speech" */ './dictation-panel.tsx'),
  ]);
  return { createDictation, DictationPanel };
});

const idle: ReadableStore<DictationView> = { getState: () => idleView, subscribe: () => () => undefined };

/** Unmounting ends everything. */
export function useDictation(options: DictationOptions) {
  const { conversation, isShown, language, page, code = dictationCode } = options;
  const recogniser = useRequest(isShown ? 'dictation' : undefined, () => conversation.checkVoice()).value?.dictation;
  const loaded = useStore(code, (state) => state);
  const dictation = useCreatedDictation(loaded, options);
  const view = useStore<DictationView, DictationView>(dictation ?? idle, (state) => state);
  const local = getLocalRecognition(language, page?.window);
  const isInstalled = useStore(local, (state) => state);
  // loading: pressed before the code was loaded · failed: the code did not load.
  const [opening, setOpening] = useState<'loading' | 'failed'>();
  const prepare = () => {
    code.load().catch(() => undefined);
    if (recogniser === 'browser') void local.check();
  };
  const start = () => {
    if (recogniser === 'browser') void local.check();
    if (recogniser === undefined || recogniser === 'none' || !isShown) return setOpening(undefined);
    setOpening(dictation ? undefined : 'loading');
    if (dictation) dictation.start(recogniser, recogniser === 'browser' && !agreed.has(conversation));
    else code.load().catch(() => setOpening('failed'));
  };
  const startWhenLoaded = useEffectEvent(start);
  useEffect(() => {
    if (dictation && opening === 'loading') startWhenLoaded();
  }, [dictation, opening]);
  return {
    /** Undefined until the recogniser is known. */
    isOffered: recogniser === undefined ? undefined : recogniser !== 'none',
    opening,
    view,
    Panel: loaded?.DictationPanel,
    meter: dictation?.meter,
    isLocal: recogniser === 'browser' && isInstalled,
    prepare,
    start,
    stop: () => dictation?.stop(),
    discard: () => dictation?.discard(),
    retry: () => (view.phase === 'failed' ? dictation?.retry() : start()),
    agree() {
      agreed.add(conversation);
      dictation?.agree();
    },
  };
}

/** These phases have a recording that would be lost with the screen. */
const recordingPhases: ReadonlySet<Phase> = new Set<Phase>(['asking', 'recording', 'transcribing', 'failed']);
export const hasRecording = (phase: Phase): boolean => recordingPhases.has(phase);

function useCreatedDictation(code: ReturnType<typeof dictationCode.getState>, options: DictationOptions) {
  const { clock, page, isShown } = options;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const dictation = useMemo(
    () =>
      code?.createDictation({
        page: page ?? readPage(),
        clock,
        language: () => latest.current.language,
        phrases: () => latest.current.phrases ?? [],
        transcribe: (...recording) => latest.current.api.transcribe(...recording),
        onWords: (text) => latest.current.onWords(text),
      }),
    [code, clock, page],
  );
  useEffect(() => (isShown ? () => void dictation?.discard() : undefined), [dictation, isShown]);
  return dictation;
}

const readPage = () => ({ window, navigator }) as unknown as DictationPage;
