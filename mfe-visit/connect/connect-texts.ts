import type { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import type { ComponentProps } from 'react';
import type { TextKey, Translate } from '../texts/texts.ts';
import type { ConnectState } from './connect-state.ts';

type Kind = ConnectState['kind'];
type Avatar = ComponentProps<typeof GuideAvatar>['state'];

/** For any other kind the avatar is muted, because no call is possible. */
const avatars: Partial<Record<Kind, Avatar>> = {
  checking: 'thinking',
  permission: 'idle',
  stages: 'thinking',
  queued: 'idle',
  timeout: 'thinking',
  error: 'reconnecting',
};
export const avatarOf = ({ kind }: ConnectState): Avatar => avatars[kind] ?? 'muted';

const explainedErrors = ['missing', 'busy', 'insecure', 'unsupported', 'timeout', 'error'] as const;
/** Announced at once. The focus on the heading announces every other kind. */
const errors: ReadonlySet<Kind> = new Set<Kind>(['denied', ...explainedErrors]);
export const isError = ({ kind }: ConnectState): boolean => errors.has(kind);

export function titleOf(state: ConnectState, guide: string, t: Translate): string {
  if (state.kind === 'queued') return t('connect.queued.title', { count: state.ahead });
  if (state.kind === 'denied' && state.isStill) return t('connect.denied.still');
  const hasNoRecogniser = state.kind === 'permission' && state.hearing === 'none';
  return t(hasNoRecogniser ? 'connect.permission.deaf' : `connect.${state.kind}.title`, { guide });
}

const explained = [...explainedErrors, 'queued', 'other-tab', 'ended'] as const;

export function explanationOf(state: ConnectState, guide: string, t: Translate): string | undefined {
  if (state.kind === 'error' && state.retryAfterSeconds !== undefined) return t('connect.error.wait', { count: state.retryAfterSeconds });
  const kind = explained.find((each) => each === state.kind);
  return kind && t(`connect.${kind}.text`, { guide });
}

/** Facts before the microphone opens. The first fact is that the guide is an AI. */
export function pointsOf(state: ConnectState, isLocal: boolean, guide: string, t: Translate): string[] {
  if (state.kind === 'dismissed') return [t('connect.dismissed.text'), t('connect.permission.asks')];
  return state.kind === 'permission' ? permissionPoints(state, isLocal).map((point) => t(point, { guide })) : [];
}

function permissionPoints({ hearing, asks, talkingMode }: ConnectState & { kind: 'permission' }, isLocal: boolean): TextKey[] {
  if (hearing === 'none') return ['connect.permission.disclosure', 'connect.permission.noHearing', 'connect.permission.typing'];
  const listens = talkingMode === 'continuous' ? 'connect.permission.continuous' : 'connect.permission.pushToTalk';
  const points: TextKey[] = ['connect.permission.disclosure', listens];
  if (hearing === 'browser') points.push(isLocal ? 'local.hears' : 'connect.permission.browserHears');
  if (asks) points.push('connect.permission.asks');
  return points;
}
