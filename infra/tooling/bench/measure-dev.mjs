import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../workspace.mjs';
import { figure, quantile } from './figure.mjs';
import { runBrowser, samplesOf } from './measure-browser.mjs';
import { siteAddress, startProcess } from './start-process.mjs';

const limitMs = { view: 1_000, everything: 3_000 };
const left = /\/(?:\.git|\.cache|\.ci|\.data|dist|test-results|\.pnpm)(?:\/|$)/;

/** From an edit in a copy of the checkout to the screen that a browser shows of it. @param {string} dataDir @param {string[]} args */
export async function measureDev(dataDir, args) {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: '10' } } });
  const checkout = copyCheckout(path.join(dataDir, 'checkout'));
  const env = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: '' };
  const startDev = (/** @type {RegExp} */ ready, /** @type {string[]} */ ...given) =>
    startProcess(process.execPath, [path.join(checkout, 'infra/tooling/scripts/dev.mjs'), ...given, '--port', '0'], env, ready);
  const site = await startProcess(
    process.execPath,
    ['infra/server/dist/site.mjs'],
    { ...env, DATA_DIR: path.join(dataDir, 'site') },
    siteAddress,
  );
  try {
    const inside = /(?<=inside \S+: )http:\/\/127\.0\.0\.1:\d+/;
    await measure('npm run dev -- visit --against SITE', await startDev(inside, 'visit', '--against', site.origin));
    await measure('npm run dev', await startDev(siteAddress));
  } finally {
    await site.stop();
  }

  /** @param {string} command @param {import('./start-process.mjs').Started} dev */
  async function measure(command, dev) {
    try {
      const own = {
        DEV_CHECKOUT: checkout,
        DEV_ORIGIN: dev.origin,
        DEV_RUNS: values.runs,
        DEV_HOST: command === 'npm run dev' ? 'here' : 'of the site',
      };
      const { annotations, errors } = runBrowser(['--config', 'figures.config.ts', 'figures/dev.spec.ts'], own, dataDir);
      console.log(`${command}, ready after ${(dev.readyAfterMs / 1_000).toFixed(1)} s`);
      report(samplesOf(annotations));
      for (const error of errors) figure(command, error, 'no fault', false);
    } finally {
      await dev.stop();
    }
  }
}

/** @param {Map<string, number[]>} samples */
function report(samples) {
  const sum = (/** @type {string} */ name) => (samples.get(name) ?? []).reduce((total, each) => total + each, 0);
  for (const [name, times] of samples) {
    if (/, (?:loads|drafts)$/.test(name)) continue;
    const limit = name.startsWith('a file of host') ? limitMs.everything : limitMs.view;
    const [middle, late] = [quantile(times, 0.5), quantile(times, 0.95)];
    const kept = `${sum(`${name}, loads`)} loads of the page, typed words kept ${sum(`${name}, drafts`)} times`;
    figure(
      `from saving ${name} to seeing it`,
      `p50 ${middle.toFixed(0)} ms, p95 ${late.toFixed(0)} ms, n ${times.length}, ${kept}`,
      `${limit} ms`,
      late <= limit,
    );
  }
}

/** The sources, and links to the packages that are installed here. @param {string} to @returns {string} */
function copyCheckout(to) {
  mkdirSync(to);
  cpSync(root, to, { recursive: true, verbatimSymlinks: true, filter: (file) => !left.test(`/${path.relative(root, file)}`) });
  symlinkSync(path.join(root, 'node_modules/.pnpm'), path.join(to, 'node_modules/.pnpm'));
  return to;
}
