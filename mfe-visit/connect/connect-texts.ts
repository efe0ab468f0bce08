import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import type { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import type { ComponentProps } from 'react';
import type { TextKey, Translate } from '../texts/texts.ts';
import type { ConnectState } from './connect-state.ts';

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
