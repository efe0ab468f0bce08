import type { ConversationFailure, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { SpeechRecognitionSource, VoiceReadiness, VoiceState } from '@enfilade/shared-contracts/voice/voice-state';

/** Browsers of a family have the microphone's permission in the same place of their settings. */
export type BrowserFamily = 'safari-ios' | 'ios-app' | 'safari' | 'edge' | 'firefox' | 'chrome-android' | 'chrome' | 'other';

/** The first match wins, because nearly every browser also names the browsers listed after it. */
const families: readonly [BrowserFamily, RegExp][] = [
  // On iOS only Safari keeps the permission with the page; every other browser is an app with a switch of its own.
  ['ios-app', /\b(?:iPhone|iPad|iPod)\b.*\b(?:CriOS|FxiOS|EdgiOS|OPT|DuckDuckGo)\//],
  ['safari-ios', /\b(?:iPhone|iPad|iPod)\b.*\bVersion\/.*\bSafari\//],
  ['ios-app', /\b(?:iPhone|iPad|iPod)\b/],
  ['edge', /\bEdgA?\//],
  ['other', /\b(?:OPR|SamsungBrowser|Vivaldi|YaBrowser)\//],
  ['firefox', /\bFirefox\//],
  ['chrome-android', /\bAndroid\b.*\bChrome\//],
  ['chrome', /\bChrom(?:e|ium)\//],
  ['safari', /\bVersion\/.*\bSafari\//],
];

export function pickBrowserFamily(userAgent: string): BrowserFamily {
  return families.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
}

export type ConnectState =
  | { kind: 'checking' }
  /** `asks`: the browser will ask for the microphone after the button. */
  | { kind: 'permission'; hearing: SpeechRecognitionSource; asks: boolean; talkingMode: VisitConfig['talkingMode'] }
  /** `isStill`: the visitor saw this view before, and tried again. */
  | { kind: 'denied'; browser: BrowserFamily; isStill: boolean }
  /** 1: the microphone, 2: the call, 3: ready. `needsMicrophone` is false without a recogniser. */
  | { kind: 'stages'; stage: 1 | 2 | 3; isSlow: boolean; needsMicrophone: boolean }
  | { kind: 'queued'; ahead: number }
  | { kind: 'error'; retryAfterSeconds: number | undefined }
  | { kind: 'dismissed' | 'missing' | 'busy' | 'insecure' | 'unsupported' | 'timeout' | 'other-tab' | 'ended' };

interface ConnectOptions {
  readiness: VoiceReadiness | undefined;
  state: Pick<ConversationState, 'phase' | 'transport' | 'failure' | 'voice'>;
  browser: BrowserFamily;
  talkingMode: VisitConfig['talkingMode'];
  /** The call is connected, and the guide's first word is due. */
  isOpening?: boolean;
}

export function pickConnectState(options: ConnectOptions): ConnectState | undefined {
  const { phase, transport, failure, voice } = options.state;
  if (voice && phase === 'failed') return failure && isCallFailure(failure) ? describeFailure(failure, options) : undefined;
  if (transport !== 'voice' || phase === 'off') return describeStart(options);
  // The call is connected. If the browser plays nothing before a tap, the visit requests the tap.
  if (!options.isOpening && (phase !== 'connecting' || voice?.isPlaybackBlocked)) return undefined;
  return describeConnecting(voice, options.readiness);
}

/** A message without an answer does not end the call. */
const isCallFailure = (failure: ConversationFailure) => failure.clientMessageId === undefined;

function describeStart({ readiness, browser, talkingMode }: ConnectOptions): ConnectState {
  if (!readiness) return { kind: 'checking' };
  const { support, hearing, microphone } = readiness;
  if (support !== 'supported') return { kind: support };
  if (hearing === 'none') return { kind: 'permission', hearing, asks: false, talkingMode };
  if (microphone === 'denied') return { kind: 'denied', browser, isStill: false };
  if (microphone === 'missing') return { kind: 'missing' };
  return { kind: 'permission', hearing, asks: microphone === 'prompt', talkingMode };
}

const stages: Partial<Record<VoiceState['step'], 1 | 3>> = {
  'obtain-microphone-permission': 1,
  'guide-connection-success': 3,
  'llm-speaking': 3,
};

function describeConnecting(voice: VoiceState | undefined, readiness: VoiceReadiness | undefined): ConnectState {
  if (voice?.ahead !== undefined) return { kind: 'queued', ahead: voice.ahead };
  const needsMicrophone = (voice?.hearing ?? readiness?.hearing) !== 'none';
  return { kind: 'stages', stage: voice ? (stages[voice.step] ?? 2) : 1, isSlow: voice?.isSlow ?? false, needsMicrophone };
}

const kinds = {
  timeout: 'timeout',
  'microphone-dismissed': 'dismissed',
  'microphone-missing': 'missing',
  'microphone-busy': 'busy',
  insecure: 'insecure',
  unsupported: 'unsupported',
  'other-tab': 'other-tab',
  ended: 'ended',
} as const satisfies Partial<Record<ConversationFailure['category'], ConnectState['kind']>>;

function describeFailure({ category, retryAfterSeconds }: ConversationFailure, { browser, readiness }: ConnectOptions): ConnectState {
  if (category === 'microphone-denied') return { kind: 'denied', browser, isStill: readiness?.microphone === 'denied' };
  if (category in kinds) return { kind: kinds[category as keyof typeof kinds] };
  return { kind: 'error', retryAfterSeconds };
}
