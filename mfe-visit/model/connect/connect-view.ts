import type { ConversationFailure, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { SpeechRecognitionSource, VoiceReadiness, VoiceState } from '@enfilade/shared-contracts/voice/voice-state';
import type { BrowserFamily } from './browser-family.ts';

/** What stands in the place of the voice visit while there is no call. */
export type ConnectView =
  /** Not known yet what the site and the browser can. */
  | { kind: 'checking' }
  /** `asks`: the browser will ask for the microphone after the button. */
  | { kind: 'permission'; hearing: SpeechRecognitionSource; asks: boolean; talkingMode: VisitConfig['talkingMode'] }
  | { kind: 'denied'; browser: BrowserFamily }
  /** 1: the microphone, 2: the call, 3: ready. `needsMicrophone` is false where nobody could hear it. */
  | { kind: 'stages'; stage: 1 | 2 | 3; isSlow: boolean; needsMicrophone: boolean }
  | { kind: 'queued'; ahead: number }
  | { kind: 'error'; retryAfterSeconds: number | undefined }
  | { kind: 'dismissed' | 'missing' | 'busy' | 'lost' | 'insecure' | 'unsupported' | 'timeout' | 'other-tab' | 'ended' };

interface ConnectFacts {
  /** Undefined while it is being found out. */
  readiness: VoiceReadiness | undefined;
  state: Pick<ConversationState, 'phase' | 'transport' | 'failure' | 'voice'>;
  browser: BrowserFamily;
  talkingMode: VisitConfig['talkingMode'];
}

/** Undefined: the call is there, the visit itself is shown. */
export function pickConnectView(facts: ConnectFacts): ConnectView | undefined {
  const { phase, transport, failure, voice } = facts.state;
  if (voice && phase === 'failed') return failure && isOfTheCall(failure) ? describeFailure(failure, facts.browser) : undefined;
  if (transport !== 'voice' || phase === 'off') return describeStart(facts);
  // The call is there, and its guide cannot be heard before a tap: the visit itself asks for it.
  if (phase !== 'connecting' || voice?.isPlaybackBlocked) return undefined;
  return describeConnecting(voice, facts.readiness);
}

/** A message that found no answer ends no call. */
const isOfTheCall = (failure: ConversationFailure) => failure.clientMessageId === undefined;

function describeStart({ readiness, browser, talkingMode }: ConnectFacts): ConnectView {
  if (!readiness) return { kind: 'checking' };
  const { support, hearing, microphone } = readiness;
  if (support !== 'supported') return { kind: support };
  if (hearing === 'none') return { kind: 'permission', hearing, asks: false, talkingMode };
  if (microphone === 'denied') return { kind: 'denied', browser };
  return { kind: 'permission', hearing, asks: microphone === 'prompt', talkingMode };
}

const stages: Partial<Record<VoiceState['step'], 1 | 3>> = {
  'obtain-microphone-permission': 1,
  'guide-connection-success': 3,
  'llm-speaking': 3,
};

function describeConnecting(voice: VoiceState | undefined, readiness: VoiceReadiness | undefined): ConnectView {
  if (voice?.ahead !== undefined) return { kind: 'queued', ahead: voice.ahead };
  const needsMicrophone = (voice?.hearing ?? readiness?.hearing) !== 'none';
  return { kind: 'stages', stage: voice ? (stages[voice.step] ?? 2) : 1, isSlow: voice?.isSlow ?? false, needsMicrophone };
}

const kinds = {
  timeout: 'timeout',
  'microphone-dismissed': 'dismissed',
  'microphone-missing': 'missing',
  'microphone-busy': 'busy',
  'microphone-lost': 'lost',
  insecure: 'insecure',
  unsupported: 'unsupported',
  'other-tab': 'other-tab',
  ended: 'ended',
} as const satisfies Partial<Record<ConversationFailure['category'], ConnectView['kind']>>;

function describeFailure({ category, retryAfterSeconds }: ConversationFailure, browser: BrowserFamily): ConnectView {
  if (category === 'microphone-denied') return { kind: 'denied', browser };
  if (category in kinds) return { kind: kinds[category as keyof typeof kinds] };
  return { kind: 'error', retryAfterSeconds };
}
