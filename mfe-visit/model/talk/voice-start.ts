import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { VoiceReadiness } from '@enfilade/shared-contracts/voice/voice-state';
import type { ConnectView } from '../connect/connect-view.ts';

interface Visitor {
  /** Was told that the guide is an AI and who listens, and went on. */
  isAgreed: boolean;
  /** Spoke with the guide since the page was opened. */
  wasLive: boolean;
}

/** Whether a call may begin without asking; a browser that will ask for the microphone is explained first. */
export function mayStartAtOnce({ support, microphone, hearing }: VoiceReadiness, { isAgreed, wasLive }: Visitor): boolean {
  if (support !== 'supported') return false;
  if (hearing === 'none') return isAgreed;
  if (microphone === 'prompt') return wasLive;
  // The browser's own recogniser sends the sound elsewhere: never before that was said.
  return microphone === 'granted' && (hearing === 'site' || isAgreed);
}

type State = Pick<ConversationState, 'phase' | 'transport' | 'voice'>;

/** The call stands and somebody may speak. */
export function isCallLive({ phase, transport }: State): boolean {
  return transport === 'voice' && (phase === 'ready' || phase === 'listening' || phase === 'thinking' || phase === 'speaking');
}

/** The call stands, and the guide has not spoken yet: who opens the talk is the guide. */
export function isOpening({ phase, transport, voice }: State): boolean {
  return transport === 'voice' && phase === 'ready' && voice?.step === 'guide-connection-success';
}

/** A turn that found no answer ends no call, and a spoken one has no message to know it by. */
const isOfTurn = (view: ConnectView, voice: State['voice']) =>
  (view.kind === 'timeout' || view.kind === 'error') && (voice?.step === 'llm-speaking' || voice?.step === 'guide-connection-success');

/**
 * Whoever has spoken with the guide stays in the visit while a call is made anew (another mode, another
 * language, back from typing, after a pause): what stands in its place would come and go in a moment.
 */
export function isTalkShown({ phase, voice }: State, view: ConnectView | undefined, wasLive: boolean): boolean {
  if (!view || isOfTurn(view, voice)) return true;
  if (!wasLive) return false;
  if (view.kind === 'stages') return phase === 'connecting' && voice?.isSlow !== true;
  return view.kind === 'checking' || (view.kind === 'permission' && phase !== 'failed');
}
