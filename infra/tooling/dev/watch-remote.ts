import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RsbuildConfig, Rspack } from '@rsbuild/core';
import { adaptRemote } from './dev-build.ts';
import { type Inspected, inspectLocalBuild, type LocalBuilds } from './local-builds.ts';
import type { PageEvents } from './page-events.ts';
import type { BuiltFiles } from './restamp.ts';
import type { Terminal } from './terminal.ts';
import type { RemoteFolder, WatchedBuild } from './watch-folder.ts';
import { usesPreset, watchStock } from './watch-stock.ts';

interface WatchRemoteOptions extends RemoteFolder, PageEvents {
  outDir: string;
  /** Only React's development build can update the running screen in place. */
  isHot: boolean;
  builds: LocalBuilds;
  terminal: Terminal;
}

export async function watchRemote(options: WatchRemoteOptions): Promise<WatchedBuild> {
  const { name, folder, outDir, builds, terminal, send } = options;
  const isStock = !usesPreset(folder);
  const isHot = options.isHot && !isStock;
  function refuse(problems: readonly string[], what: string): void {
    const last = builds.releases().find((release) => release.name === name);
    const words = [
      ...problems.map((problem) => `${name}: ${problem}`),
      `${name} ${what}; pages keep ${last?.version ?? 'the site’s version'}.`,
    ];
    for (const line of words) terminal.problem(line);
    send('problem', words.join('\n'));
  }
  /** @param spent the time as text, if it is known */
  function take(inspected: Inspected, spent: string, hash?: string): void {
    if ('problems' in inspected) {
      refuse(inspected.problems, 'would be refused by the registry');
      return;
    }
    const { version } = inspected.build.release;
    const isNew = builds.put(inspected.build);
    terminal.say(`${name} ${version} ${isNew ? 'built' : 'unchanged'}${spent}`);
    if (isNew) send('built', { name, hash });
  }
  if (isStock) return watchStock({ name, folder, terminal, onBuilt: (inspected) => take(inspected, '') });
  return watchBuild({
    folder,
    outDir,
    adapt: (config) => adaptRemote(config, { folder, outDir, isHot }),
    onFailed: (cause) => refuse(cause === undefined ? [] : [String(cause)], 'does not build'),
    async onBuilt({ files, hash, milliseconds }) {
      take(inspectLocalBuild(name, await files()), ` in ${milliseconds} ms`, isHot ? hash : undefined);
    },
  });
}

export interface FinishedBuild {
  files(): Promise<BuiltFiles>;
  /** Names the build's hot updates. */
  hash: string;
  milliseconds: number;
}

export interface WatchOptions {
  /** Holds rsbuild.config.ts. */
  folder: string;
  /** No other program writes there. */
  outDir: string;
  adapt(config: RsbuildConfig): RsbuildConfig;
  onBuilt(build: FinishedBuild): Promise<void>;
  /** The bundler prints its own errors; `cause` is the error of `onBuilt`. */
  onFailed(cause?: unknown): void;
}

/** Several files that an editor saves at once are one build. */
const watchOptions = { aggregateTimeout: 20 };

/** Resolves after the first build. */
export async function watchBuild(options: WatchOptions): Promise<WatchedBuild> {
  const { folder, outDir } = options;
  const { createRsbuild, loadConfig, mergeRsbuildConfig } = await loadBundler(folder);
  const { content } = await loadConfig({ cwd: folder });
  const config = mergeRsbuildConfig(options.adapt(content), { logLevel: 'error', tools: { rspack: { watchOptions } } });
  const rsbuild = await createRsbuild({ cwd: folder, config });
  let began = Date.now();
  rsbuild.onBeforeBuild(() => {
    began = Date.now();
  });
  const isThrough = new Promise<void>((resolve) => {
    rsbuild.onAfterBuild(async ({ stats }) => {
      const milliseconds = Date.now() - began;
      if (!stats || stats.hasErrors()) options.onFailed();
      else {
        const files = () => readFiles(outDir, assetNames(stats));
        await options.onBuilt({ files, hash: stats.hash ?? '', milliseconds }).catch(options.onFailed);
      }
      resolve();
    });
  });
  const { close } = await rsbuild.build({ watch: true });
  await isThrough;
  return { close };
}

/** The plugins of the folder's configuration fit no other copy of the bundler. */
async function loadBundler(folder: string): Promise<typeof import('@rsbuild/core')> {
  const file = createRequire(path.join(folder, 'package.json')).resolve('@rsbuild/core');
  return await import(/* webpackIgnore: true */ pathToFileURL(file).href);
}

/** The folder also has files of earlier builds. */
function assetNames(stats: Rspack.Stats | Rspack.MultiStats): string[] {
  const each = 'stats' in stats ? stats.stats : [stats];
  return each.flatMap(({ compilation }) => compilation.getAssets().map(({ name }) => name));
}

async function readFiles(outDir: string, names: readonly string[]): Promise<BuiltFiles> {
  const read = [...new Set(names)].map(async (name) => [name, await readFile(path.join(outDir, name))] as const);
  return new Map(await Promise.all(read));
}
