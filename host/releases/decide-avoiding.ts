import type { RemoteErrorCode } from './remote-error.ts';

/**
 * at-once: the version itself is at fault · if-answered: it may be the line, so only when the gateway answers ·
 * never: another version would not help, or it is too early to say.
 */
export type Avoiding = 'at-once' | 'if-answered' | 'never';

/** Whether a version that failed is given up for this visitor. A line that drops once is tried once more by the visitor first. */
export function decideAvoiding(code: RemoteErrorCode, isRetried: boolean): Avoiding {
  switch (code) {
    case 'broken':
    case 'render-error':
    case 'suspended':
    case 'incompatible':
      return 'at-once';
    case 'unreachable':
    case 'late':
      return isRetried ? 'if-answered' : 'never';
    case 'no-composition':
    case 'unknown-remote':
      return 'never';
  }
}
