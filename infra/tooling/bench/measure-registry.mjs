import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../workspace.mjs';
import { bundleModules, modulesFolder } from './bundle-modules.mjs';
import { figure, quantile } from './figure.mjs';
import { runBrowser, samplesOf } from './measure-browser.mjs';

/** @type {[name: string, title: string, limitMs: number][]} */
const releaseMeasures = [
  ['shipped', 'from `remotes publish` to the next page that shows the version', 2000],
  ['exchanged', 'exchange of a screen in an open page', 200],
  ['screen shown', 'from its pin until a new screen is seen in an open page', 30_000],
  ['screen gone', 'from its unpin until it is gone', 30_000],
];

/** How soon a published version is seen. @param {string} dataDir */
export function measureRelease(dataDir) {
  const { annotations, errors } = runBrowser(['--config', 'figures.config.ts', 'release.spec.ts'], {}, dataDir);
  const all = samplesOf(annotations);
  for (const [name, title, limitMs] of releaseMeasures) {
    const samples = all.get(name) ?? [];
    const [middle, most] = [quantile(samples, 0.5), quantile(samples, 1)];
    const measured = `p50 ${middle.toFixed(0)} ms, at most ${most.toFixed(0)} ms, n ${samples.length}`;
    figure(title, measured, `${limitMs} ms`, samples.length > 0 && most <= limitMs);
  }
  for (const error of errors) figure('a release in a browser', error, 'no fault', false);
}

/** What a visitor's set costs where many museums run many versions. */
export async function measureResolve() {
  await bundleModules('resolve', {
    state: 'infra/server/registry/state/apply.ts',
    chooser: 'infra/server/registry/choosing/set-chooser.ts',
  });
  const args = ['--expose-gc', path.join(root, 'infra/tooling/bench/resolve-run.mjs'), modulesFolder('resolve')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
  const { museums, versions, visitors, p50, p99, longest, megabytes } = JSON.parse(stdout);
  const times = `p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(3)} ms, longest ${longest.toFixed(1)} ms, ${visitors} visitors`;
  figure(`set for a visitor, ${museums} museums, ${versions} versions of each remote`, times, '2 ms at p99', p99 <= 2);
  figure('the process that holds them', `${megabytes.toFixed(0)} MB RSS`, '250 MB', megabytes <= 250);
}
