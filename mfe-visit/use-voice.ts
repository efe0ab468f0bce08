import type { StartOptions } from '@enfilade/shared-contracts/conversation/conversation';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { VoiceReadiness } from '@enfilade/shared-contracts/voice/voice-state';
import { useEffect, useEffectEvent, useState } from 'react';
import { pickBrowserFamily } from './model/connect/browser-family.ts';
import { type ConnectView, pickConnectView } from './model/connect/connect-view.ts';
import { isCallLive, isOpening, isTalkShown, mayStartAtOnce } from './model/talk/voice-start.ts';
import type { VisitNotes } from './model/visit-notes.ts';
import type { ChangeNotes } from './use-notes.ts';

/** A visitor who keeps waiting has been told that it takes long. */
const patienceMs = 60_000;

interface VoiceOptions {
  notes: VisitNotes;
  changeNotes: ChangeNotes;
  /** The visitor chose to speak, and nothing else stands in the connection's place. */
  isWanted: boolean;
}

/** The call behind the audio side: when it may begin, what stands in its place until then, how it begins again. */
export function useVoice(props: Pick<ScreenProps, 'conversation' | 'session' | 'clock'>, { notes, changeNotes, isWanted }: VoiceOptions) {
  const { conversation, session, clock } = props;
  const state = useStore(conversation.store, (all) => all);
  const { talkingMode } = useStore(session.store, (all) => all.visitConfig);
  const [readiness, setReadiness] = useState<VoiceReadiness | undefined>();
  const [wasLive, setLive] = useState(false);
  const isAwaited = useOpening(isOpening(state), clock);
  if (!wasLive && isCallLive(state) && !isAwaited) setLive(true);

  const begin = (options?: StartOptions) => {
    changeNotes(() => ({ isVoiceAgreed: true }));
    conversation.start('voice', options);
  };
  const beginAgain = (options?: StartOptions) => {
    conversation.stop('retry');
    begin(options);
  };
  const takeReadiness = useEffectEvent((found: VoiceReadiness) => {
    setReadiness(found);
    if (mayStartAtOnce(found, { isAgreed: notes.isVoiceAgreed, wasLive })) begin();
  });
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    void conversation.checkVoice().then((found) => {
      if (isCurrent) takeReadiness(found);
    });
    return () => {
      isCurrent = false;
      setReadiness(undefined);
    };
  }, [conversation, isWanted]);

  const browser = pickBrowserFamily(navigator.userAgent);
  const found = pickConnectView({ readiness, state, browser, talkingMode });
  const view = isAwaited && !wasLive ? joined(state.voice?.hearing) : found;
  return {
    hearing: state.voice?.hearing ?? readiness?.hearing ?? ('site' as const),
    /** What stands in the place of the visit; undefined when the visit itself is shown. */
    connectView: isTalkShown(state, view, wasLive) ? undefined : view,
    begin,
    beginAgain,
    keepWaiting: () => beginAgain({ limitMs: patienceMs }),
    takeOver: () => beginAgain({ takesOver: true }),
  };
}

/** A guide who waits for the visitor's first word is waited for no longer than this. */
const openingMs = 1_500;

/** Whether the guide's first word is still waited for. */
function useOpening(isAtHand: boolean, clock: ScreenProps['clock']): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!isAtHand) return;
    return clock.after(openingMs, () => setLong(true));
  }, [isAtHand, clock]);
  return isAtHand && !isLong;
}

const joined = (hearing: VoiceReadiness['hearing'] | undefined): ConnectView => ({
  kind: 'stages',
  stage: 3,
  isSlow: false,
  needsMicrophone: hearing !== 'none',
});
