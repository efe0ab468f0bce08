import type { StartOptions } from '@enfilade/shared-contracts/conversation/conversation';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { getLocalRecognition } from '@enfilade/shared-contracts/voice/local-recognition';
import type { VoiceReadiness } from '@enfilade/shared-contracts/voice/voice-state';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChangeUiState } from '../ui-state/use-visit-ui-state.ts';
import type { VisitUiState } from '../ui-state/visit-ui-state.ts';
import { pickBrowserFamily } from './browser-family.ts';
import { type ConnectState, pickConnectState } from './connect-state.ts';
import { isCallLive, isOpening, isTalkShown, mayStartAtOnce } from './voice-start.ts';

/** For a visitor who chose to keep waiting. */
const longLimitMs = 60_000;

interface VoiceOptions {
  language: Language;
  uiState: VisitUiState;
  changeUiState: ChangeUiState;
  /** The visitor chose to speak, and the introduction is not shown. */
  isWanted: boolean;
}

/** The call: when it may start, what is shown until then, and how it is started again. */
export function useVoice(
  props: Pick<ScreenProps, 'conversation' | 'session' | 'clock'>,
  { language, uiState, changeUiState, isWanted }: VoiceOptions,
) {
  const { conversation, session, clock } = props;
  const state = useStore(conversation.store, (all) => all);
  const { talkingMode } = useStore(session.store, (all) => all.visitConfig);
  const [readiness, setReadiness] = useState<VoiceReadiness | undefined>();
  const local = getLocalRecognition(language);
  const isLocal = useStore(local, (all) => all);
  const [wasLive, setLive] = useState(false);
  const [isListener, setListener] = useState(false);
  const isAwaited = useAwaitedOpening(isOpening(state), clock);
  if (!wasLive && isCallLive(state) && !isAwaited) setLive(true);

  const start = (options?: StartOptions) => {
    changeUiState(() => ({ isVoiceAgreed: true }));
    conversation.start('voice', options);
  };
  const restart = (options?: StartOptions) => {
    conversation.stop('retry');
    start(options);
  };
  /** Also of a visitor who listened until now. */
  const ask = () => {
    setListener(false);
    start({ withoutMicrophone: false });
  };
  const listen = () => {
    setListener(true);
    restart({ withoutMicrophone: true });
  };
  const onReadiness = useEffectEvent((checked: VoiceReadiness) => {
    setReadiness(checked);
    if (checked.support === 'supported' && checked.hearing === 'browser') local.check();
    if (mayStartAtOnce(checked, { isAgreed: uiState.isVoiceAgreed, wasLive })) ask();
    else if (isListener && (checked.microphone === 'missing' || checked.microphone === 'denied')) start();
  });
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    void conversation.checkVoice().then((checked) => {
      if (isCurrent) onReadiness(checked);
    });
    return () => {
      isCurrent = false;
      setReadiness(undefined);
    };
  }, [conversation, isWanted]);

  const browser = pickBrowserFamily(navigator.userAgent);
  const connectState =
    isAwaited && !wasLive ? connected(state.voice?.hearing) : pickConnectState({ readiness, state, browser, talkingMode });
  return {
    /** The visitor chose to listen without a microphone. */
    isListener,
    recogniser: state.voice?.hearing ?? readiness?.hearing ?? ('site' as const),
    /** Without it the call goes on, and asks for it again when the visitor wants that: some browsers never give it back. */
    microphone: state.voice?.microphone ?? ('available' as const),
    /** The device itself recognises speech. */
    isLocal,
    /** Undefined when the visit itself is shown. */
    connectState: isTalkShown(state, connectState, wasLive) ? undefined : connectState,
    start,
    ask,
    listen,
    restart,
    keepWaiting: () => restart({ limitMs: longLimitMs }),
    takeOver: () => restart({ takesOver: true }),
  };
}

/** A guide that waits for the visitor's first word is not awaited any longer. */
const openingMs = 1_500;

/** Whether the guide's first word is still awaited. */
function useAwaitedOpening(isOpen: boolean, clock: ScreenProps['clock']): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (!isOpen) return;
    return clock.after(openingMs, () => setOver(true));
  }, [isOpen, clock]);
  return isOpen && !isOver;
}

const connected = (recogniser: VoiceReadiness['hearing'] | undefined): ConnectState => ({
  kind: 'stages',
  stage: 3,
  isSlow: false,
  needsMicrophone: recogniser !== 'none',
});
