import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import type { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import type { ComponentProps } from 'react';
import type { ConnectState } from './connect-state.ts';

type Kind = ConnectState['kind'];
type Sign = ComponentProps<typeof GuideAvatar>['state'];

const signs: Record<Kind, Sign> = {
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
export const signOf = ({ kind }: ConnectState): Sign => signs[kind];

/** Said at once, whatever else is being said. Everything else is told by the focus on the heading. */
const errors: ReadonlySet<Kind> = new Set<Kind>(['denied', 'missing', 'busy', 'lost', 'insecure', 'unsupported', 'timeout', 'error']);
export const isError = ({ kind }: ConnectState): boolean => errors.has(kind);

export function titleOf(view: ConnectState, guide: string, t: Translate): string {
  if (view.kind === 'queued') return t('connect.queued.title', { count: view.ahead });
  const isDeaf = view.kind === 'permission' && view.hearing === 'none';
  return t(isDeaf ? 'connect.permission.deaf' : `connect.${view.kind}.title`, { guide });
}

/** Kinds whose words stand under the heading as sentences. */
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

/** One sentence, or none where a list takes its place. */
export function explanationOf(view: ConnectState, guide: string, t: Translate): string | undefined {
  if (view.kind === 'error' && view.retryAfterSeconds !== undefined) return t('connect.error.wait', { count: view.retryAfterSeconds });
  return explained.has(view.kind) ? t(`connect.${view.kind}.text`, { guide }) : undefined;
}

/** What the visitor is told before the microphone opens; that the guide is an AI comes first, always. */
export function pointsOf(view: ConnectState, guide: string, t: Translate): string[] {
  if (view.kind === 'dismissed') return [t('connect.dismissed.text'), t('connect.permission.asks')];
  if (view.kind !== 'permission') return [];
  return ['disclosure', ...permissionPoints(view)].map((point) => t(`connect.permission.${point}`, { guide }));
}

function permissionPoints({ hearing, asks, talkingMode }: ConnectState & { kind: 'permission' }): string[] {
  if (hearing === 'none') return ['noHearing', 'typing'];
  const listens = talkingMode === 'continuous' ? 'continuous' : 'pushToTalk';
  return [listens, ...(hearing === 'browser' ? ['browserHears'] : []), ...(asks ? ['asks'] : [])];
}
