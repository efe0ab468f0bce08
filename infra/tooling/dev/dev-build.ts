import path from 'node:path';
import { mergeRsbuildConfig, type RsbuildConfig, type Rspack } from '@rsbuild/core';
import { sourceScheme } from './page-errors.ts';

interface DevBuild {
  /** Holds rsbuild.config.ts. */
  folder: string;
  /** Where the bundler writes; nothing else may. */
  outDir: string;
}

/**
 * A screen's build, changed for development: legible, with source maps, and nothing that takes long.
 * @param isHot the page's React is the development build, too: it can exchange single components
 */
export function adaptRemote(config: RsbuildConfig, { folder, outDir, isHot }: DevBuild & { isHot: boolean }): RsbuildConfig {
  const screen = path.join(folder, 'screen.tsx');
  return mergeRsbuildConfig(config, common(outDir), {
    dev: { hmr: isHot, liveReload: false, ...(config.output?.assetPrefix && { assetPrefix: config.output.assetPrefix }) },
    // The entry would hold the hashes of chunks that the next edit replaces.
    security: { sri: { enable: false } },
    tools: {
      // What a production build of React can run.
      ...(!isHot && { swc: { jsc: { transform: { react: { development: false } } } } }),
      rspack: (_, { appendPlugins, rspack }) => {
        if (isHot)
          appendPlugins(new rspack.NormalModuleReplacementPlugin(/^\.\/screen\.tsx$/, (request) => replaceExposed(request, screen)));
      },
    },
  });
}

/** The host's build with React's development build in it. Its pages are loaded again when it changes. */
export function adaptHost(config: RsbuildConfig, { outDir }: DevBuild): RsbuildConfig {
  const { inlineScripts, inlineStyles } = config.output ?? {};
  return mergeRsbuildConfig(config, common(outDir), {
    dev: { hmr: false, liveReload: false },
    output: {
      // Left alone, they would be inlined in production only, and the offline page has nothing else. The style of the other page
      // stays a file, which the dev server can exchange.
      ...(inlineScripts instanceof RegExp && { inlineScripts: { enable: true, test: inlineScripts } }),
      ...(inlineStyles && { inlineStyles: { enable: true, test: /\/offline\.[^/]+\.css$/ } }),
      // Served for a year, as everything of the host's.
      filename: { css: '[name].[contenthash:10].css' },
    },
  });
}

function common(outDir: string): RsbuildConfig {
  return {
    mode: 'development',
    output: { distPath: { root: outDir }, sourceMap: { js: 'cheap-module-source-map', css: false } },
    tools: {
      rspack: (config) => {
        // Beside their scripts, which name them.
        config.output = { ...config.output, devtoolModuleFilenameTemplate: nameSource, sourceMapFilename: '[file].map' };
      },
    },
  };
}

function nameSource({ absoluteResourcePath }: { absoluteResourcePath: string }): string {
  const inside = path.relative(process.cwd(), absoluteResourcePath);
  return sourceScheme + (inside.startsWith('..') ? absoluteResourcePath : inside);
}

/** Only in the container's exposed module: none of its own modules imports the screen. */
function replaceExposed(request: Rspack.ResolveData, screen: string): void {
  if (!request.contextInfo.issuer) request.request = `data:text/javascript,${encodeURIComponent(hotScreen(screen))}`;
}

/**
 * Precedes the screen and accepts every change of its modules, texts included: components are replaced in place and keep their state. The
 * dev server's script in the page (page-events.ts) sets it after a change. For both contracts: missing exports are not named, because the
 * bundler would warn about them.
 */
const hotScreen = (file: string) => `
import { createElement } from 'react';
import { performReactRefresh } from 'react-refresh/runtime';
import * as exposed from ${JSON.stringify(file)};

const screen = () => ({ ...exposed });
let i18n;
let turn = Promise.resolve();

export const loadTexts = (language) => screen().loadTexts(language);
export const mount = screen().mount && ((element, props) => {
  i18n = props.i18n;
  return screen().mount(element, props);
});
export default function HotScreen(props) {
  i18n = props.i18n;
  return createElement(screen().default, props);
}

import.meta.webpackHot.accept(${JSON.stringify(file)}, async () => {
  performReactRefresh();
  const { language } = i18n;
  const texts = await loadTexts(language);
  i18n.addResourceBundle(language, __REMOTE_NAME__, texts.default);
});

async function updateTo(hash) {
  while (__webpack_hash__ !== hash) {
    if (!(await import.meta.webpackHot.check(true))) throw new Error('There is no way from ' + __webpack_hash__ + ' to ' + hash);
  }
}
globalThis.enfiladeDev?.run(__REMOTE_NAME__, __REMOTE_VERSION__, (hash) => (turn = turn.catch(() => {}).then(() => updateTo(hash))));
`;
