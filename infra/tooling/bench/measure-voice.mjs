import { availableParallelism, loadavg } from 'node:os';
import { figure, quantile } from './figure.mjs';
import { runBrowser } from './run-browser.mjs';

/** What is promised of each, in ms; the others are told for whoever looks for the reason. @type {Record<string, { p50: number, p95?: number }>} */
const limits = {
  'start to call-start': { p50: 150 },
  'our own share of the start': { p50: 20 },
  'message to first audible sample': { p50: 80, p95: 350 },
  'our own share of the message': { p50: 20 },
  'push-to-talk press to open microphone': { p50: 50 },
  'our own share of the press': { p50: 20 },
  'interrupt to silence': { p50: 150 },
  'our own share of the interrupt': { p50: 20 },
};
const leastSamples = 12;

/** The conversation by voice, in a browser on the built site. @param {string} dataDir */
export function measureVoice(dataDir) {
  const [before = 0] = loadavg();
  const { annotations, errors } = runBrowser(['--config', 'figures.config.ts', 'voice.spec.ts'], {}, dataDir);
  const samples = collect(annotations);
  for (const name of new Set([...Object.keys(limits), ...samples.keys()])) print(name, samples.get(name) ?? []);
  // Who measures beside other work measures that, too.
  console.log(`        load of the machine: ${before.toFixed(1)} when it began, on ${availableParallelism()} cores`);
  for (const error of errors) figure('voice in a browser', error, 'no fault', false);
}

/** @param {{ type: string, description?: string }[]} annotations */
function collect(annotations) {
  /** @type {Map<string, number[]>} */ const all = new Map();
  for (const { type, description } of annotations) {
    if (type !== 'samples' || description === undefined) continue;
    const { name, samples } = JSON.parse(description);
    // What was waited for in vain is no number in JSON; it counts as the longest wait.
    const times = samples.map((/** @type {number | null} */ time) => time ?? Number.POSITIVE_INFINITY);
    all.set(name, [...(all.get(name) ?? []), ...times]);
  }
  return all;
}

/** @param {string} name @param {number[]} times */
function print(name, times) {
  if (name.startsWith('likeness')) {
    const middle = quantile(times, 0.5);
    console.log(`${middle > 0.8 ? 'holds' : 'MISSED'}  ${name}: median ${middle.toFixed(3)} of ${times.length} (more than 0.8)`);
    if (!(middle > 0.8)) process.exitCode = 1;
    return;
  }
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  const measured = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, n ${times.length}`;
  const limit = limits[name];
  if (!limit) return console.log(`        ${name}: ${measured}`);
  const holds = times.length >= leastSamples && p50 <= limit.p50 && (limit.p95 === undefined || p95 <= limit.p95);
  figure(name, measured, `${limit.p50} ms at p50${limit.p95 === undefined ? '' : `, ${limit.p95} ms at p95`}`, holds);
}
