import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createRsbuild, loadConfig, type RsbuildConfig, type Rspack } from '@rsbuild/core';
import type { BuiltFiles } from './restamp.ts';

export interface WatchOptions {
  /** Holds rsbuild.config.ts. */
  folder: string;
  /** Where the bundler writes; nothing else may. */
  outDir: string;
  /** What is different from the build that is published. */
  adapt(config: RsbuildConfig): RsbuildConfig;
  /** After each build without errors, with the milliseconds it took. */
  onBuilt(files: () => Promise<BuiltFiles>, milliseconds: number): Promise<void>;
  /** After each build with errors, which the bundler has printed, and with what went wrong when `onBuilt` failed. */
  onFailed(cause?: unknown): void;
}

export interface WatchedBuild {
  close(): Promise<void>;
}

/** Builds a folder, and again after every change of what it is made from. Resolves once the first build is through. */
export async function watchBuild(options: WatchOptions): Promise<WatchedBuild> {
  const { folder, outDir } = options;
  const { content } = await loadConfig({ cwd: folder });
  const rsbuild = await createRsbuild({ cwd: folder, config: { ...options.adapt(content), logLevel: 'error' } });
  let began = Date.now();
  rsbuild.onBeforeBuild(() => {
    began = Date.now();
  });
  const isThrough = new Promise<void>((resolve) => {
    rsbuild.onAfterBuild(async ({ stats }) => {
      const milliseconds = Date.now() - began;
      if (!stats || stats.hasErrors()) options.onFailed();
      else await options.onBuilt(() => readFiles(outDir, assetNames(stats)), milliseconds).catch(options.onFailed);
      resolve();
    });
  });
  const { close } = await rsbuild.build({ watch: true });
  await isThrough;
  return { close };
}

/** Of this build alone: the folder also holds what earlier ones left. */
function assetNames(stats: Rspack.Stats | Rspack.MultiStats): string[] {
  const each = 'stats' in stats ? stats.stats : [stats];
  return each.flatMap(({ compilation }) => compilation.getAssets().map(({ name }) => name));
}

async function readFiles(outDir: string, names: readonly string[]): Promise<BuiltFiles> {
  const read = [...new Set(names)].map(async (name) => [name, await readFile(path.join(outDir, name))] as const);
  return new Map(await Promise.all(read));
}
