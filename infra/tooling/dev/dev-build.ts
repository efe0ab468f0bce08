import path from 'node:path';
import { mergeRsbuildConfig, type RsbuildConfig, type Rspack } from '@rsbuild/core';

interface DevBuild {
  /** Holds rsbuild.config.ts. */
  folder: string;
  /** No other program writes there. */
  outDir: string;
}

/** @param isHot whether the page has React's development build, which can replace single components */
export function adaptRemote(config: RsbuildConfig, { folder, outDir, isHot }: DevBuild & { isHot: boolean }): RsbuildConfig {
  const screen = path.join(folder, 'screen.tsx');
  return mergeRsbuildConfig(config, common(outDir), {
    dev: { hmr: isHot, liveReload: false, ...(config.output?.assetPrefix && { assetPrefix: config.output.assetPrefix }) },
    // The entry would contain hashes of chunks that the next edit replaces.
    security: { sri: { enable: false } },
    tools: {
      // A production build of React has no `jsxDEV`.
      ...(!isHot && { swc: { jsc: { transform: { react: { development: false } } } } }),
      rspack: (_, { appendPlugins, rspack }) => {
        if (isHot)
          appendPlugins(new rspack.NormalModuleReplacementPlugin(/^\.\/screen\.tsx$/, (request) => replaceExposed(request, screen)));
      },
    },
  });
}

/** The host runs React's development build. Pages reload after a change of the host. */
export function adaptHost(config: RsbuildConfig, { outDir }: DevBuild): RsbuildConfig {
  const { inlineScripts, inlineStyles } = config.output ?? {};
  return mergeRsbuildConfig(config, common(outDir), {
    dev: { hmr: false, liveReload: false },
    output: {
      // Rsbuild's default inlines in production only. The offline page needs its script and style inline; other styles stay files.
      ...(inlineScripts instanceof RegExp && { inlineScripts: { enable: true, test: inlineScripts } }),
      ...(inlineStyles && { inlineStyles: { enable: true, test: /\/offline\.[^/]+\.css$/ } }),
      // Browsers cache the host's files for a year, so the name needs a hash.
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
        // Each map is beside its script, which names the map.
        config.output = { ...config.output, devtoolModuleFilenameTemplate: nameSource, sourceMapFilename: '[file].map' };
      },
    },
  };
}

function nameSource({ absoluteResourcePath }: { absoluteResourcePath: string }): string {
  const inside = path.relative(process.cwd(), absoluteResourcePath);
  return `webpack://enfilade/${inside.startsWith('..') ? absoluteResourcePath : inside}`;
}

/** Only the import of the screen in the container's exposed module has no issuer. */
function replaceExposed(request: Rspack.ResolveData, screen: string): void {
  if (!request.contextInfo.issuer) request.request = `data:text/javascript,${encodeURIComponent(hotScreen(screen))}`;
}

/**
 * Accepts every change of the screen's modules and texts: components are replaced in place and keep their state. page-events.ts starts an
 * update in the page. The module names no export of the screen, because the bundler warns about exports that one of the two contracts does not have.
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
    if (!(await import.meta.webpackHot.check(true))) throw new Error('No hot update leads from ' + __webpack_hash__ + ' to ' + hash);
  }
}
globalThis.enfiladeDev?.run(__REMOTE_NAME__, __REMOTE_VERSION__, (hash) => (turn = turn.catch(() => {}).then(() => updateTo(hash))));
`;
