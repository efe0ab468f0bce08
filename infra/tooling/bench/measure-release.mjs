import { figure, quantile } from './figure.mjs';
import { runBrowser } from './run-browser.mjs';

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
