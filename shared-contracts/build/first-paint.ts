import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRsbuild, type RsbuildConfig, type RsbuildPlugin } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

interface FirstPaintBuild {
  namespace: string;
  /** If the folder has no first-paint.tsx, nothing is rendered. */
  folder: string;
  classNames: Pick<RsbuildConfig, 'output' | 'tools'>;
  define?: Record<string, string>;
  /** The folder has its own versions of these packages. */
  dedupe?: string[];
}

/** Bundles `first-paint.tsx` for Node, runs the bundle once and deletes it. Watch builds skip this: their page only renders later. */
export function firstPaint({ namespace, folder, classNames, define = {}, dedupe = [] }: FirstPaintBuild): RsbuildPlugin {
  return {
    name: 'enfilade-first-paint',
    setup(api) {
      api.onAfterBuild(async ({ isWatch }) => {
        if (isWatch || !existsSync(path.join(folder, 'first-paint.tsx'))) return;
        const target = path.join(api.context.distPath, 'first-paint');
        await mkdir(target, { recursive: true });
        const files = await draw({ namespace, folder, classNames, define, dedupe });
        await Promise.all(Object.entries(files).map(([file, markup]) => writeFile(path.join(target, file), markup)));
      });
    },
  };
}

async function draw({ namespace, folder, classNames, define, dedupe }: Required<FirstPaintBuild>): Promise<Record<string, string>> {
  const bundle = await mkdtemp(path.join(tmpdir(), 'first-paint-'));
  const rsbuild = await createRsbuild({
    cwd: folder,
    config: {
      root: folder,
      mode: 'production',
      logLevel: 'error',
      plugins: [pluginReact()],
      source: { entry: { draw: path.join(import.meta.dirname, 'draw-first-paint') }, define },
      resolve: { alias: { '@first-paint': path.join(folder, 'first-paint.tsx'), '@texts': path.join(folder, 'texts/texts.ts') }, dedupe },
      ...classNames,
      // Node reads files with the extension .mjs as ES modules.
      output: { ...classNames.output, target: 'node', distPath: { root: bundle }, filename: { js: '[name].mjs' }, minify: false },
      performance: { printFileSize: false },
    },
  });
  try {
    const { close } = await rsbuild.build();
    await close();
    const { drawFirstPaints } = (await import(pathToFileURL(path.join(bundle, 'draw.mjs')).href)) as {
      drawFirstPaints(namespace: string): Promise<Record<string, string>>;
    };
    return await drawFirstPaints(namespace);
  } finally {
    await rm(bundle, { recursive: true });
  }
}
