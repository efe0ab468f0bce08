import type { ReportsRequest } from '@enfilade/shared-contracts/api/request-schemas';
import { type Beat, beatMs, createSilenceMonitor, type WatchedScreen } from './hang-watch.ts';

// Runs beside the page. What it reports is the page's last words; the answer sets the cookie by which the next page gets
// another version.
function report({ sequence, ...screen }: WatchedScreen): Promise<unknown> {
  const body: ReportsRequest = { sequence, reports: [{ ...screen, kind: 'failed', code: 'hung' }] };
  // biome-ignore lint/style/noRestrictedGlobals: the gateway client is the page's, and that one hangs
  return fetch('/api/reports', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-Enfilade': '1' },
    body: JSON.stringify(body),
    keepalive: true,
  });
}

const monitor = createSilenceMonitor((screen) => {
  // The first may only begin the visit, without which nothing counts.
  report(screen)
    .then(() => report(screen))
    .catch(() => undefined);
});
addEventListener('message', ({ data }: MessageEvent<Beat>) => monitor.onBeat(data));
setInterval(monitor.onTick, beatMs);
