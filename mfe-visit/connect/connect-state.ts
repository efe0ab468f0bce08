import type { ConversationFailure, ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import type { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { SpeechRecognitionSource, VoiceReadiness, VoiceState } from '@enfilade/shared-contracts/voice/voice-state';
import type { ComponentProps } from 'react';
import type { TextKey, Translate } from '../texts/texts.ts';

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

/** A failure of the same name, or of the same name after `microphone-`, shows the view. */
const plainViews = ['dismissed', 'missing', 'busy', 'insecure', 'unsupported', 'timeout', 'other-tab', 'ended'] as const;

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
  | { kind: (typeof plainViews)[number] };

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

function describeFailure({ category, retryAfterSeconds }: ConversationFailure, { browser, readiness }: ConnectOptions): ConnectState {
  if (category === 'microphone-denied') return { kind: 'denied', browser, isStill: readiness?.microphone === 'denied' };
  const kind = plainViews.find((view) => category === view || category === `microphone-${view}`);
  return kind ? { kind } : { kind: 'error', retryAfterSeconds };
}

interface Action {
  label: TextKey;
  act: 'ask' | 'restart' | 'takeOver';
  icon?: IconName;
}

interface Look {
  avatar: ComponentProps<typeof GuideAvatar>['state'];
  /** Announced at once. The focus on the heading announces every other view. */
  role?: 'alert' | 'status';
  text?: TextKey;
  action?: Action;
}

export const again: Action = { label: 'connect.again', act: 'ask' };
const retry: Action = { label: 'connect.retry', act: 'restart', icon: 'retry' };
/** The avatar is muted if no call is possible. */
const muted = { avatar: 'muted' } as const;
const fault = { ...muted, role: 'alert' } as const;

export const looks: Record<ConnectState['kind'], Look> = {
  checking: { avatar: 'thinking' },
  permission: { avatar: 'idle' },
  stages: { avatar: 'thinking' },
  queued: { avatar: 'idle', role: 'status', text: 'connect.queued.text' },
  denied: { ...fault, action: again },
  dismissed: { ...muted, action: again },
  missing: { ...fault, text: 'connect.missing.text', action: again },
  busy: { ...fault, text: 'connect.busy.text', action: again },
  insecure: { ...fault, text: 'connect.insecure.text' },
  unsupported: { ...fault, text: 'connect.unsupported.text' },
  timeout: { avatar: 'thinking', role: 'alert', text: 'connect.timeout.text', action: retry },
  error: { avatar: 'reconnecting', role: 'alert', text: 'connect.error.text', action: retry },
  'other-tab': { ...muted, text: 'connect.other-tab.text', action: { label: 'connect.takeOver', act: 'takeOver' } },
  ended: { ...muted, text: 'connect.ended.text', action: { label: 'connect.callAgain', act: 'restart' } },
};

export function actionOf(state: ConnectState): Action | undefined {
  if (state.kind !== 'permission') return looks[state.kind].action;
  if (state.hearing === 'none') return { label: 'connect.listen', act: 'ask' };
  return { label: state.asks ? 'connect.allow' : 'connect.talk', act: 'ask' };
}

export function titleOf(state: ConnectState, t: Translate): string {
  if (state.kind === 'queued') return t('connect.queued.title', { count: state.ahead });
  if (state.kind === 'denied' && state.isStill) return t('connect.denied.still');
  const hasNoRecogniser = state.kind === 'permission' && state.hearing === 'none';
  return t(hasNoRecogniser ? 'connect.permission.deaf' : `connect.${state.kind}.title`);
}

export function explanationOf(state: ConnectState, t: Translate): string | undefined {
  if (state.kind === 'error' && state.retryAfterSeconds !== undefined) return t('connect.error.wait', { count: state.retryAfterSeconds });
  const { text } = looks[state.kind];
  return text && t(text);
}

/** Facts before the microphone opens. The first fact is that the guide is an AI. */
export function listPoints(state: ConnectState, isLocal: boolean): TextKey[] {
  if (state.kind === 'dismissed') return ['connect.dismissed.text', 'connect.permission.asks'];
  if (state.kind !== 'permission') return [];
  if (state.hearing === 'none') return ['connect.permission.disclosure', 'connect.permission.noHearing', 'connect.permission.typing'];
  const listens = state.talkingMode === 'continuous' ? 'connect.permission.continuous' : 'connect.permission.pushToTalk';
  const points: TextKey[] = ['connect.permission.disclosure', listens];
  if (state.hearing === 'browser') points.push(isLocal ? 'local.hears' : 'connect.permission.browserHears');
  if (state.asks) points.push('connect.permission.asks');
  return points;
}
