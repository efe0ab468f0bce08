import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import type { ComponentProps } from 'react';
import type { ConnectState } from './connect-state.ts';

type Kind = ConnectState['kind'];
type Avatar = ComponentProps<typeof GuideAvatar>['state'];

const avatars: Record<Kind, Avatar> = {
  checking: 'thinking',
  permission: 'idle',
  denied: 'muted',
  dismissed: 'muted',
  missing: 'muted',
  busy: 'muted',
  lost: 'muted',
  insecure: 'muted',
  unsupported: 'muted',
  stages: 'thinking',
  queued: 'idle',
  timeout: 'thinking',
  error: 'reconnecting',
  'other-tab': 'muted',
  ended: 'muted',
};
export const avatarOf = ({ kind }: ConnectState): Avatar => avatars[kind];

/** Announced at once. Everything else is announced by the focus on the heading. */
const errors: ReadonlySet<Kind> = new Set<Kind>(['denied', 'missing', 'busy', 'lost', 'insecure', 'unsupported', 'timeout', 'error']);
export const isError = ({ kind }: ConnectState): boolean => errors.has(kind);

export function titleOf(state: ConnectState, guide: string, t: Translate): string {
  if (state.kind === 'queued') return t('connect.queued.title', { count: state.ahead });
  const hasNoRecogniser = state.kind === 'permission' && state.hearing === 'none';
  return t(hasNoRecogniser ? 'connect.permission.deaf' : `connect.${state.kind}.title`, { guide });
}

/** Kinds with a sentence under the heading. */
const explained: ReadonlySet<Kind> = new Set<Kind>([
  'missing',
  'busy',
  'lost',
  'insecure',
  'unsupported',
  'queued',
  'timeout',
  'error',
  'other-tab',
  'ended',
]);

/** One sentence, or none where there is a list instead. */
export function explanationOf(state: ConnectState, guide: string, t: Translate): string | undefined {
  if (state.kind === 'error' && state.retryAfterSeconds !== undefined) return t('connect.error.wait', { count: state.retryAfterSeconds });
  return explained.has(state.kind) ? t(`connect.${state.kind}.text`, { guide }) : undefined;
}

/** What the visitor has to know before the microphone opens; that the guide is an AI comes first, always. */
export function pointsOf(state: ConnectState, guide: string, t: Translate): string[] {
  if (state.kind === 'dismissed') return [t('connect.dismissed.text'), t('connect.permission.asks')];
  if (state.kind !== 'permission') return [];
  return ['disclosure', ...permissionPoints(state)].map((point) => t(`connect.permission.${point}`, { guide }));
}

function permissionPoints({ hearing, asks, talkingMode }: ConnectState & { kind: 'permission' }): string[] {
  if (hearing === 'none') return ['noHearing', 'typing'];
  const listens = talkingMode === 'continuous' ? 'continuous' : 'pushToTalk';
  return [listens, ...(hearing === 'browser' ? ['browserHears'] : []), ...(asks ? ['asks'] : [])];
}
