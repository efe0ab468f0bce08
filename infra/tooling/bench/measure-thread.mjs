import { figure, quantile } from './figure.mjs';
import { runBrowser } from './measure-browser.mjs';

const limit = 1.5;
const [few, many] = [10, 500];
const leastSamples = 60;

/** What a long thread costs against a short one, on a processor slowed down four times. @param {string} dataDir */
export function measureThread(dataDir) {
  const { annotations, errors } = runBrowser(['--config', 'figures.config.ts', 'thread.spec.ts'], {}, dataDir);
  /** @type {Map<string, number[]>} */ const all = new Map();
  for (const { type, description } of annotations) {
    if (type !== 'samples' || description === undefined) continue;
    const { name, samples } = JSON.parse(description);
    all.set(name, [...(all.get(name) ?? []), ...samples]);
  }
  for (const act of ['typing', 'scrolling']) {
    for (const [kind, what] of [
      ['work', 'work of the page for one frame'],
      ['frame', 'time from frame to frame'],
    ]) {
      const short = all.get(`${act}, ${few} messages, ${kind}`) ?? [];
      const long = all.get(`${act}, ${many} messages, ${kind}`) ?? [];
      print(`${act} in a thread of ${many} against ${few}, ${what}`, short, long);
    }
  }
  for (const error of errors) figure('threads in a browser', error, 'no fault', false);
}

/** @param {string} name @param {number[]} short @param {number[]} long */
function print(name, short, long) {
  const [before, after] = [quantile(short, 0.5), quantile(long, 0.5)];
  const ratio = after / before;
  const measured = `${ratio.toFixed(2)} times, p50 ${after.toFixed(1)} ms against ${before.toFixed(1)} ms, p95 ${quantile(long, 0.95).toFixed(1)} ms against ${quantile(short, 0.95).toFixed(1)} ms, n ${long.length} and ${short.length}`;
  figure(name, measured, `${limit} times`, Math.min(short.length, long.length) >= leastSamples && ratio <= limit);
}
