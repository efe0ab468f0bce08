// Builds the host and its screens as one application, in which `host/testing/static-screens.ts` replaces `host/create-releases.ts`, and the
// application's server.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createRsbuild, loadConfig, mergeRsbuildConfig } from '@rsbuild/core';
import { bundleModules, modulesFolder } from '../../bundle-modules.mjs';
import { findRemoteFolders } from '../../remote-folders.mjs';
import { compress, root } from '../../workspace.mjs';

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
export async function buildApplication() {
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
