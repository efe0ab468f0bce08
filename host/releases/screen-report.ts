/** What the gateway is told: that a screen loaded, how it failed, or that the host ignored a release set. */
export interface ScreenReport {
  remote: string;
  version: string;
  kind: 'loaded' | 'failed' | 'render-error' | 'violation';
  milliseconds?: number;
  code?: string;
}
