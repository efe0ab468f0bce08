import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { root } from '../workspace.mjs';
import { figure, quantile } from './figure.mjs';
import { runBrowser } from './measure-browser.mjs';

const limits = { shipped: 2000, exchanged: 200 };
const names = {
  shipped: 'from `remotes publish` to the next page that shows the version',
  exchanged: 'exchange of a screen in an open page',
};

/** How soon a published version is seen. @param {string} dataDir */
export function measureRelease(dataDir) {
  const { annotations, errors } = runBrowser(['--config', 'figures.config.ts', 'release.spec.ts'], {}, dataDir);
  for (const { type, description } of annotations) {
    if (type !== 'samples' || description === undefined) continue;
    /** @type {{ name: keyof typeof limits, samples: number[] }} */
    const { name, samples } = JSON.parse(description);
    const [middle, most] = [quantile(samples, 0.5), quantile(samples, 1)];
    const measured = `p50 ${middle.toFixed(0)} ms, at most ${most.toFixed(0)} ms, n ${samples.length}`;
    figure(names[name], measured, `${limits[name]} ms`, samples.length > 0 && most <= limits[name]);
  }
  for (const error of errors) figure('a release in a browser', error, 'no fault', false);
}

/** What a visitor's set costs where many museums run many versions. @param {string} dataDir */
export async function measureResolve(dataDir) {
  const folder = path.join(dataDir, 'resolve');
  await bundle(folder);
  const args = ['--expose-gc', path.join(root, 'infra/tooling/bench/resolve-run.mjs'), folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
  const { museums, versions, visitors, p50, p99, longest, megabytes } = JSON.parse(stdout);
  const times = `p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(3)} ms, longest ${longest.toFixed(1)} ms, ${visitors} visitors`;
  figure(`set for a visitor, ${museums} museums, ${versions} versions of each remote`, times, '2 ms at p99', p99 <= 2);
  figure('the process that holds them', `${megabytes.toFixed(0)} MB RSS`, '250 MB', megabytes <= 250);
}

/** Modules of the registry that plain Node can load. @param {string} folder */
async function bundle(folder) {
  const registry = path.join(root, 'infra/server/registry');
  const rsbuild = await createRsbuild({
    cwd: path.join(root, 'infra'),
    rsbuildConfig: {
      mode: 'production',
      logLevel: 'error',
      source: { entry: { state: path.join(registry, 'journal/state.ts'), chooser: path.join(registry, 'choosing/set-chooser.ts') } },
      output: { target: 'node', module: true, minify: false, distPath: { root: folder }, filename: { js: '[name].mjs' } },
      tools: { rspack: { output: { library: { type: 'module' } } } },
    },
  });
  await rsbuild.build();
}
