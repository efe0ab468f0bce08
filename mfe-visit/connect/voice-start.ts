import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { VoiceReadiness } from '@enfilade/shared-contracts/voice/voice-state';
import type { ConnectState } from './connect-state.ts';

interface Consent {
  /** The visitor was told that the guide is an AI and who listens, and chose to speak. */
  isAgreed: boolean;
  /** There was a call since the screen was opened. */
  wasLive: boolean;
}

/** Whether a call may start without a tap; a browser's prompt for the microphone is explained first. */
export function mayStartAtOnce({ support, microphone, hearing }: VoiceReadiness, { isAgreed, wasLive }: Consent): boolean {
  if (support !== 'supported') return false;
  if (hearing === 'none') return isAgreed;
  if (microphone === 'prompt') return wasLive;
  // The browser's recogniser sends the sound to its maker: never before the visitor was told.
  return microphone === 'granted' && (hearing === 'site' || isAgreed);
}

type State = Pick<ConversationState, 'phase' | 'transport' | 'voice'>;

/** The call is connected: the visitor or the guide may speak. */
export function isCallLive({ phase, transport }: State): boolean {
  return transport === 'voice' && (phase === 'ready' || phase === 'listening' || phase === 'thinking' || phase === 'speaking');
}

/** The call is connected, and the guide has not spoken its first words yet. */
export function isOpening({ phase, transport, voice }: State): boolean {
  return transport === 'voice' && phase === 'ready' && voice?.step === 'guide-connection-success';
}

/** A turn without an answer does not end the call; a spoken turn has no message id to tell by. */
const isOfTurn = (connectState: ConnectState, voice: State['voice']) =>
  (connectState.kind === 'timeout' || connectState.kind === 'error') &&
  (voice?.step === 'llm-speaking' || voice?.step === 'guide-connection-success');

/**
 * After a call the visit stays while another one connects (another mode, another language, back from typing, after a
 * pause): the view to connect would come and go in a moment.
 */
export function isTalkShown({ phase, voice }: State, connectState: ConnectState | undefined, wasLive: boolean): boolean {
  if (!connectState || isOfTurn(connectState, voice)) return true;
  if (!wasLive) return false;
  if (connectState.kind === 'stages') return phase === 'connecting' && voice?.isSlow !== true;
  return connectState.kind === 'checking' || (connectState.kind === 'permission' && phase !== 'failed');
}
