// Builds the host and its screens once more as one ordinary application, from the same sources: `host/releases` alone is
// replaced. `ordinary` as Rsbuild builds by default, `tuned` as the host is built. And the server of both.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRsbuild, loadConfig, mergeRsbuildConfig } from '@rsbuild/core';
import { findRemoteFolders } from '../../remote-folders.mjs';
import { compress, inputHash, root } from '../../workspace.mjs';

const screens = findRemoteFolders(root).filter(({ isForVisitors }) => isForVisitors);
const screenFile = (/** @type {string} */ folder) => JSON.stringify(path.join(root, folder, 'screen.tsx'));
const imports = screens.map(
  ({ name, folder, declaration }) =>
    `${name}: { load: () => import(/* webpackChunkName: "${name}" */ ${screenFile(folder)}), declaration: ${JSON.stringify(declaration)} }`,
);
const staticScreens = path.join(import.meta.dirname, 'static-screens.ts');

/** @type {import('@rsbuild/core').RsbuildPlugin} What the remotes' own builds say of each of them. */
const screensInside = {
  name: 'screens-inside',
  setup(api) {
    api.transform({ test: staticScreens }, ({ code }) => code.replace(/(?<!const )__SCREENS__/, `({ ${imports.join(', ')} })`));
    for (const { name, folder } of screens) {
      api.transform({ test: new RegExp(`/${folder}/.*\\.tsx?$`) }, ({ code }) =>
        code
          .replaceAll('__REMOTE_NAME__', `"${name}"`)
          .replaceAll('__REMOTE_VERSION__', '"1.0.0"')
          // Chunks of one name would be one chunk.
          .replaceAll('webpackChunkName: "texts-', `webpackChunkName: "${name}-texts-`),
      );
    }
  },
};

/** @param {import('@rsbuild/core').Rspack.Configuration} _config @param {import('@rsbuild/core').ModifyRspackConfigUtils} utils */
function replaceReleases(_config, { rspack, appendPlugins }) {
  appendPlugins(
    new rspack.NormalModuleReplacementPlugin(/\/releases\/(?!remote-error)[a-z-]+\.ts$/, (resource) => {
      if (resource.context.startsWith(path.join(root, 'host'))) resource.request = staticScreens;
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

/** Without what the host's own configuration asks for beyond what the headers of the page demand. @param {import('@rsbuild/core').RsbuildConfig} tuned */
function ordinaryConfig({ splitChunks: _, performance: __, ...tuned }) {
  const { minify: _minify, dataUriLimit: _limit, ...output } = tuned.output ?? {};
  return { ...tuned, performance: { printFileSize: false }, output };
}

/** @param {string} folder @param {RegExp} pattern @param {string} by */
function replaceInPage(folder, pattern, by) {
  const file = path.join(folder, 'index.html');
  writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, by));
}

/** @param {import('@rsbuild/core').RsbuildConfig} config @param {string} cwd */
async function build(config, cwd) {
  const rsbuild = await createRsbuild({ cwd, config });
  const { close } = await rsbuild.build();
  await close();
}

/** Below the server, whose packages its program finds there. */
const outDir = path.join(root, 'infra/server/.cache/bench');

async function buildServer() {
  const cwd = path.join(root, 'infra/tooling');
  const { content } = await loadConfig({ cwd });
  const environment = content.environments?.['servers'] ?? {};
  const site = {
    ...environment,
    source: { entry: { 'one-application': path.join(import.meta.dirname, 'one-application.ts') } },
    output: { ...environment.output, distPath: { root: path.join(outDir, 'server') } },
  };
  await build({ mode: 'production', logLevel: 'error', environments: { site } }, cwd);
}

/** Builds what is missing or of other sources. @returns where the two applications and the program that serves them lie */
export async function buildApplications() {
  process.env['NODE_ENV'] = 'production';
  const built = {
    ordinary: path.join(outDir, 'ordinary'),
    tuned: path.join(outDir, 'tuned'),
    program: path.join(outDir, 'server/one-application.mjs'),
  };
  const stamp = path.join(outDir, 'stamp');
  const folders = ['host', 'infra/server', 'infra/tooling', ...screens.map(({ folder }) => folder)];
  const inputs = createHash('sha256').update(folders.map(inputHash).join()).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return built;
  rmSync(outDir, { recursive: true, force: true });
  console.log('Building the site as one application …');
  await build(await hostConfig(built.tuned), path.join(root, 'host'));
  await build(ordinaryConfig(await hostConfig(built.ordinary)), path.join(root, 'host'));
  await buildServer();
  // What the gateway adds to the page stands before the head's end: in a comment it does nothing.
  replaceInPage(built.ordinary, /<\/head>/, '<!--</head>--></head>');
  for (const folder of [built.ordinary, built.tuned]) {
    // An application paints what React draws.
    replaceInPage(folder, /<div id="first-paint"[^>]*><\/div>/, '');
    compress(folder);
  }
  writeFileSync(stamp, inputs);
  return built;
}
