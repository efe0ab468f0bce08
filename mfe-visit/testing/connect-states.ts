import type { ConnectState } from '../connect/connect-state.ts';

export const connectStates: Record<string, ConnectState> = {
  checking: { kind: 'checking' },
  permission: { kind: 'permission', hearing: 'site', asks: true, talkingMode: 'push-to-talk' },
  'permission-browser': { kind: 'permission', hearing: 'browser', asks: true, talkingMode: 'continuous' },
  'permission-deaf': { kind: 'permission', hearing: 'none', asks: false, talkingMode: 'push-to-talk' },
  denied: { kind: 'denied', browser: 'safari-ios', isStill: false },
  'denied-still': { kind: 'denied', browser: 'safari-ios', isStill: true },
  connecting: { kind: 'stages', stage: 2, isSlow: false, needsMicrophone: true },
  queued: { kind: 'queued', ahead: 3 },
  error: { kind: 'error', retryAfterSeconds: undefined },
  'error-wait': { kind: 'error', retryAfterSeconds: 5 },
  dismissed: { kind: 'dismissed' },
  missing: { kind: 'missing' },
  busy: { kind: 'busy' },
  insecure: { kind: 'insecure' },
  unsupported: { kind: 'unsupported' },
  timeout: { kind: 'timeout' },
  'other-tab': { kind: 'other-tab' },
  ended: { kind: 'ended' },
};
