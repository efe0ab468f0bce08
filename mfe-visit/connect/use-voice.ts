import type { ConversationState, StartOptions } from '@enfilade/shared-contracts/conversation/conversation';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { getLocalRecognition } from '@enfilade/shared-contracts/voice/local-recognition';
import type { VoiceReadiness } from '@enfilade/shared-contracts/voice/voice-state';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChangeUiState, VisitUiState } from '../ui-state/use-visit-ui-state.ts';
import { type ConnectState, pickBrowserFamily, pickConnectState } from './connect-state.ts';

interface Consent {
  /** In this visit the visitor has read that the guide is an AI and who listens, and chose to speak. */
  isAgreed: boolean;
  wasLive: boolean;
}

/** The view explains the microphone before the browser asks for the permission. */
export function mayStartAtOnce({ support, microphone, hearing }: VoiceReadiness, { isAgreed, wasLive }: Consent): boolean {
  if (support !== 'supported') return false;
  if (hearing === 'none') return isAgreed;
  if (microphone === 'prompt') return wasLive;
  // The browser's recogniser sends the sound to the browser's maker, which the visitor must read first.
  return microphone === 'granted' && (hearing === 'site' || isAgreed);
}

type State = Pick<ConversationState, 'phase' | 'transport' | 'voice'>;

export function isCallLive({ phase, transport }: State): boolean {
  return transport === 'voice' && (phase === 'ready' || phase === 'listening' || phase === 'thinking' || phase === 'speaking');
}

/** The call is connected, and the guide has not spoken yet. */
export function isOpening({ phase, transport, voice }: State): boolean {
  return transport === 'voice' && phase === 'ready' && voice?.step === 'guide-connection-success';
}

/** A turn without an answer does not end the call; a spoken turn has no message id to compare. */
const isOfTurn = (connectState: ConnectState, voice: State['voice']) =>
  (connectState.kind === 'timeout' || connectState.kind === 'error') &&
  (voice?.step === 'llm-speaking' || voice?.step === 'guide-connection-success');

/** After a call the visit stays while another call connects, because the view to connect would only flash. */
export function isTalkShown({ phase, voice }: State, connectState: ConnectState | undefined, wasLive: boolean): boolean {
  if (!connectState || isOfTurn(connectState, voice)) return true;
  if (!wasLive) return false;
  if (connectState.kind === 'stages') return phase === 'connecting' && voice?.isSlow !== true;
  return connectState.kind === 'checking' || (connectState.kind === 'permission' && phase !== 'failed');
}

const longLimitMs = 60_000;

interface VoiceOptions {
  language: Language;
  uiState: VisitUiState;
  changeUiState: ChangeUiState;
  isWanted: boolean;
}

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
  const ask = () => {
    setListener(false);
    start({ withoutMicrophone: false });
  };
  /** The guide speaks, the visitor types. */
  const listen = () => {
    setListener(true);
    restart({ withoutMicrophone: true });
  };
  const onReadiness = useEffectEvent((checked: VoiceReadiness) => {
    setReadiness(checked);
    if (checked.support === 'supported' && checked.hearing === 'browser') void local.check();
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
  const connectState = pickConnectState({ readiness, state, browser, talkingMode, isOpening: isAwaited && !wasLive });
  return {
    isListener,
    recogniser: state.voice?.hearing ?? readiness?.hearing ?? ('site' as const),
    /**
     * If the microphone is lost, the call continues, and the visitor can request the microphone again. Some browsers never return a lost
     * microphone.
     */
    microphone: state.voice?.microphone ?? ('available' as const),
    isLocal,
    connectState: isTalkShown(state, connectState, wasLive) ? undefined : connectState,
    start,
    ask,
    listen,
    restart,
    keepWaiting: () => restart({ limitMs: longLimitMs }),
    takeOver: () => restart({ takesOver: true }),
  };
}

/** After this time the guide counts as waiting for the visitor's first word. */
const openingMs = 1_500;

function useAwaitedOpening(isOpen: boolean, clock: ScreenProps['clock']): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (!isOpen) return;
    return clock.after(openingMs, () => setOver(true));
  }, [isOpen, clock]);
  return isOpen && !isOver;
}
