import { rmSync } from 'node:fs';
import path from 'node:path';
import { createRsbuild, loadConfig, mergeRsbuildConfig } from '@rsbuild/core';
import { bundleModules, modulesFolder } from '../../bundle-modules.mjs';
import { findRemoteFolders } from '../../remote-folders.mjs';
import { compress, root } from '../../workspace.mjs';
import { figure, quantile } from '../figure.mjs';
import { runBrowser } from '../measure-browser.mjs';
import { startSite } from '../start-process.mjs';

// Builds the host and its screens as one application, in which `host/testing/static-screens.ts` replaces `host/create-releases.ts`, and the
// application's server.

const composed = 'composed';
/** Figures that are compared as a ratio. */
const compared = /\|(round trips|bytes|usable ms|first paint ms|main thread ms)$/;

/** @param {string} dataDir @param {{ runs: number, only: string }} options */
export async function measurePage(dataDir, { runs, only }) {
  const built = await buildApplication();
  // Without NODE_ENV=production, because a start in production pins nothing.
  const common = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: '', DATA_DIR: path.join(dataDir, 'page') };
  const start = (/** @type {string[]} */ ...given) => startSite(given, common);
  const started = {
    composed: await start('infra/server/dist/site.mjs'),
    application: await start(built.program, root, built.application),
  };
  const sites = Object.fromEntries(Object.entries(started).map(([name, { origin }]) => [name, origin]));
  try {
    const env = { PAGE_SITES: JSON.stringify(sites), PAGE_RUNS: `${runs}`, PAGE_ONLY: only };
    reportSites(runBrowser('a page in a browser', ['page.spec.ts'], env, dataDir));
  } finally {
    for (const { stop } of Object.values(started)) await stop();
  }
}

/** @param {ReturnType<typeof runBrowser>} found `site|screen|figure` → a value of each run, or one value */
function reportSites(found) {
  const sites = [...new Set([...found.keys()].map((key) => key.slice(0, key.indexOf('|'))))];
  const names = [...new Set([...found.keys()].map((key) => key.slice(key.indexOf('|') + 1)))].sort((one, other) =>
    one.localeCompare(other),
  );
  const of = (/** @type {string} */ site, /** @type {string} */ name) => found.get(`${site}|${name}`)?.samples ?? [];
  const rows = names.map((name) => {
    const medians = sites.map((site) => [site, Number(quantile(of(site, name), 0.5).toPrecision(4))]);
    return [name.replace('|', ', '), Object.fromEntries(medians)];
  });
  console.table(Object.fromEntries(rows));
  for (const name of names.filter((one) => compared.test(one)))
    for (const other of sites.filter((site) => site !== composed)) {
      // Compares runs that followed each other.
      const ratios = of(composed, name).map((value, run) => value / (of(other, name)[run] ?? Number.NaN));
      figure(`${name.replace('|', ', ')}, ${composed} / ${other}`, ratios, {});
    }
}

const screens = findRemoteFolders(root).filter(({ isForVisitors }) => isForVisitors);
const screenFile = (/** @type {string} */ folder) => JSON.stringify(path.join(root, folder, 'screen.tsx'));
const imports = screens.map(
  ({ name, folder, declaration }) =>
    `${name}: { load: () => import(/* webpackChunkName: "${name}" */ ${screenFile(folder)}), declaration: ${JSON.stringify(declaration)} }`,
);
const staticScreens = path.join(root, 'host/testing/static-screens.ts');

/** @type {import('@rsbuild/core').RsbuildPlugin} Puts the constants of the remotes' builds into the application. */
const screensInside = {
  name: 'screens-inside',
  setup(api) {
    api.transform({ test: staticScreens }, ({ code }) => code.replace(/(?<!const )__SCREENS__/, `({ ${imports.join(', ')} })`));
    for (const { name, folder } of screens) {
      api.transform({ test: new RegExp(`/${folder}/.*\\.tsx?$`) }, ({ code }) =>
        code
          .replaceAll('__REMOTE_NAME__', `"${name}"`)
          .replaceAll('__REMOTE_VERSION__', '"1.0.0"')
          // Two chunks with one name would become one chunk.
          .replaceAll('webpackChunkName: "texts-', `webpackChunkName: "${name}-texts-`),
      );
    }
  },
};

/** @param {import('@rsbuild/core').Rspack.Configuration} _config @param {import('@rsbuild/core').ModifyRspackConfigUtils} utils */
function replaceReleases(_config, { rspack, appendPlugins }) {
  // The host's start evaluates set-verifier.ts as a piece of its own.
  const replaced = /\/(create-releases|releases\/set-verifier)\.ts$/;
  appendPlugins(
    new rspack.NormalModuleReplacementPlugin(replaced, (resource) => {
      if (!resource.context.startsWith(path.join(root, 'host'))) return;
      resource.request = resource.request.endsWith('create-releases.ts') ? staticScreens : 'data:text/javascript,';
    }),
  );
}

/** @param {string} folder */
async function hostConfig(folder) {
  const { content } = await loadConfig({ cwd: path.join(root, 'host') });
  return mergeRsbuildConfig(content, {
    plugins: [screensInside],
    output: { distPath: { root: folder } },
    tools: { rspack: replaceReleases },
    logLevel: 'error',
  });
}

/** Below infra/server, so that the program finds the server's packages. */
const outDir = path.join(root, 'infra/server/.cache/bench');
const program = 'one-application';

/** @returns the application's folder and the program that serves it */
async function buildApplication() {
  process.env['NODE_ENV'] = 'production';
  const built = { application: path.join(outDir, 'application'), program: path.join(modulesFolder(program), `${program}.mjs`) };
  rmSync(outDir, { recursive: true, force: true });
  console.log('Building the site as one application …');
  const rsbuild = await createRsbuild({ cwd: path.join(root, 'host'), config: await hostConfig(built.application) });
  await (await rsbuild.build()).close();
  await bundleModules(program, { [program]: `infra/tooling/bench/page/${program}.ts` });
  compress(built.application);
  return built;
}
