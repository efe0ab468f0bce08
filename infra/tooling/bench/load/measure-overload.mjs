import { figure, quantile } from '../figure.mjs';
import { bundleServers } from './bundle.mjs';
import { startChild } from './start-child.mjs';

const seconds = 4;
const [longestMs, leastShare, recoveryMs] = [500, 0.6, 5_000];
/** Enough for whoever waits to be refused. */
const connections = 4_000;

/** What a site still does whose every answer takes a millisecond of work, when it is asked for much more than it can do. */
export async function measureOverload() {
  await bundleServers();
  const server = await startChild('busy-server.mjs');
  const load = await startChild('load-maker.mjs', { port: server.port, address: '/work' });
  await load.ask({ times: 500, connections: 16 });
  const peaks = [];
  for (let run = 0; run < 3; run += 1) {
    const { served, seconds: taken } = await load.ask({ times: 1_500, connections: 16 });
    peaks.push(served / taken);
  }
  const peak = quantile(peaks, 0.5);
  await load.ask({ open: connections });
  for (const times of [3, 10]) {
    const phases = [
      { rate: peak * times, seconds },
      { rate: peak / 2, seconds: (recoveryMs / 1_000) * 1.5 },
    ];
    const [overload, after] = await load.ask({ phases });
    const { p50, p99, served, refused, wrong, asked } = overload;
    const name = `${times} times what it can do (${peak.toFixed(0)} answers a second)`;
    figure(`${name}, time to an answer`, `p99 ${p99.toFixed(0)} ms, p50 ${p50.toFixed(0)} ms`, `${longestMs} ms`, p99 <= longestMs);
    const share = served / seconds / peak;
    figure(`${name}, answers lost`, `${((1 - share) * 100).toFixed(0)} % of the peak`, `${(1 - leastShare) * 100} %`, share >= leastShare);
    figure(`${name}, neither served nor refused with Retry-After`, `${wrong} of ${asked}, ${refused} refused`, '0', wrong === 0);
    figure(`${name}, recovery`, `${(after.troubledMs / 1_000).toFixed(1)} s`, `${recoveryMs / 1_000} s`, after.troubledMs <= recoveryMs);
  }
  const visitors = await startChild('load-maker.mjs', { port: server.port, address: '/work' });
  await visitors.ask({ open: 50 });
  const leaving = visitors.ask({ phases: [{ rate: peak / 2, seconds: 2 }] });
  setTimeout(() => server.process.kill('SIGTERM'), 1_000);
  const [{ broken, served }] = await leaving;
  figure('a site that is closed under load, connections broken under a request', `${broken}, ${served} served before`, '0', broken === 0);
  for (const child of [visitors, load, server]) await child.stop();
}
