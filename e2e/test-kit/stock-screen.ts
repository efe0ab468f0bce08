import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { createRsbuild } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { remotes } from './command-line.ts';
import { breakEntry, buildOnce, makeFolder } from './release.ts';
import type { RunningSite } from './start-site.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface StockScreen {
  name?: string;
  version: string;
  declaration?: object;
  /** Another release of the federation plugin. */
  plugin?: typeof pluginModuleFederation;
  /** Replaces the fixture's options of the plugin. */
  options?: Partial<Parameters<typeof pluginModuleFederation>[0]>;
  /** The plugin's defaults, without the settings that the site requires. */
  isBare?: boolean;
}

/** Settings that teams tried, each with the plugin's defaults otherwise. */
export const stockSettings: Record<string, NonNullable<StockScreen['options']>> = {
  'the plugin’s defaults': { shared: { react: { singleton: true }, 'react-dom': { singleton: true } } },
  'a named entry': { filename: 'remoteEntry.js' },
  'types beside it': { dts: { generateTypes: false } },
  'React without a copy': {},
  'a runtime of the page’s': { experiments: { externalRuntime: true } },
  'an optimised runtime': { experiments: { optimization: { disableSnapshot: true, target: 'web' } } },
  both: { experiments: { externalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } } },
};

/** A screen with its own path and card. */
const declaration = {
  title: { en: 'Glass', de: 'Glas', fr: 'Verre' },
  routes: ['/glass'],
  needs: ['museum'],
  entries: [{ id: 'glass', place: 'landing-card', title: { en: 'Glass', de: 'Glas', fr: 'Verre' } }],
};

/** Builds with the ecosystem's own plugin, as a team with its own repository does. */
export const publishStock = (site: RunningSite, screen: StockScreen): Promise<void> =>
  withStock(screen, async (dist) => {
    breakEntry(path.join(dist, 'static/js/glass.js'));
    await remotes(site, 'publish', dist);
  });

/** The build exists as long as `use` takes. */
export async function withStock<T>(screen: StockScreen, use: (dist: string) => Promise<T>): Promise<T> {
  const { name = 'glass', version } = screen;
  const folder = makeFolder('stock-');
  try {
    cpSync(path.join(root, 'e2e/fixtures/stock-screen'), folder, { recursive: true });
    symlinkSync(path.join(root, 'e2e/node_modules'), path.join(folder, 'node_modules'));
    const said = { name, version, contract: 1, declaration: screen.declaration ?? declaration };
    if (!screen.isBare) writeFileSync(path.join(folder, 'enfilade.json'), JSON.stringify(said));
    await build(folder, screen);
    return await use(path.join(folder, 'dist'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function build(folder: string, screen: StockScreen): Promise<void> {
  const { name = 'glass', version, plugin = pluginModuleFederation, options, isBare = false } = screen;
  const shared = { singleton: true, import: false } as const;
  const rsbuild = await createRsbuild({
    cwd: folder,
    config: {
      logLevel: 'silent',
      mode: 'production',
      plugins: [
        pluginReact(),
        plugin({
          name: 'glass',
          exposes: { './screen': './screen.tsx' },
          shared: { react: shared, 'react-dom': shared },
          ...(!options && { filename: 'static/js/glass.js' }),
          dts: false,
          ...options,
        }),
      ],
      source: {
        entry: { index: './late.tsx' },
        define: { __REMOTE_VERSION__: JSON.stringify(version) },
      },
      ...(!isBare && {
        output: { assetPrefix: 'auto', cssModules: { localIdentName: `${name}-[local]` }, sourceMap: { js: 'hidden-source-map' } },
        security: { sri: { enable: true } },
      }),
    },
  });
  await buildOnce(rsbuild);
}
