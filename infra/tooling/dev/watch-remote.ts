import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RsbuildConfig, Rspack } from '@rsbuild/core';
import { adaptRemote } from './dev-build.ts';
import { inspectLocalBuild, type LocalRemotes } from './local-builds.ts';
import type { PageEvents } from './page-events.ts';
import type { BuiltFiles } from './restamp.ts';
import type { Terminal } from './terminal.ts';

/** Where a remote's sources lie. */
export interface RemoteFolder {
  name: string;
  folder: string;
}

interface WatchRemoteOptions extends RemoteFolder {
  outDir: string;
  /** The page's React is its development build: what changed is exchanged within the running screen. */
  isHot: boolean;
  remotes: LocalRemotes;
  events: PageEvents;
  terminal: Terminal;
}

/** Keeps the newest build of a remote that would be accepted in every page. */
export async function watchRemote(options: WatchRemoteOptions): Promise<WatchedBuild> {
  const { name, folder, outDir, isHot, remotes, events, terminal } = options;
  function refuse(problems: readonly string[], what: string): void {
    const last = remotes.releases().find(({ release }) => release.name === name)?.release;
    const words = [
      ...problems.map((problem) => `${name}: ${problem}`),
      `${name} ${what}; pages keep ${last?.version ?? 'the site’s version'}.`,
    ];
    for (const line of words) terminal.problem(line);
    events.send('problem', words.join('\n'));
  }
  return watchBuild({
    folder,
    outDir,
    adapt: (config) => adaptRemote(config, { folder, outDir, isHot }),
    onFailed: (cause) => refuse(cause === undefined ? [] : [String(cause)], 'does not build'),
    async onBuilt({ files, hash, milliseconds }) {
      const inspected = inspectLocalBuild(name, await files());
      if ('problems' in inspected) return refuse(inspected.problems, 'would be refused by the registry');
      const { version } = inspected.build.release;
      if (!remotes.put(inspected.build)) return terminal.say(`${name} ${version} is as it was (${milliseconds} ms)`);
      terminal.say(`${name} ${version} built in ${milliseconds} ms`);
      events.send('built', { name, hash: isHot ? hash : undefined });
    },
  });
}

/** A build without errors. */
interface FinishedBuild {
  files(): Promise<BuiltFiles>;
  /** The bundler's, by which its hot updates are named. */
  hash: string;
  milliseconds: number;
}

export interface WatchOptions {
  /** Holds rsbuild.config.ts. */
  folder: string;
  /** Where the bundler writes; nothing else may. */
  outDir: string;
  /** What is different from the build that is published. */
  adapt(config: RsbuildConfig): RsbuildConfig;
  /** After each build without errors. */
  onBuilt(build: FinishedBuild): Promise<void>;
  /** After each build with errors, which the bundler has printed, and with what went wrong when `onBuilt` failed. */
  onFailed(cause?: unknown): void;
  /** Something it is made from has changed. */
  onBegin?(): void;
}

export interface WatchedBuild {
  close(): Promise<void>;
}

/** Editors save several files at once, each of which would else be a build. */
const watchOptions = { aggregateTimeout: 20 };

/** Builds a folder, and again after every change of what it is made from. Resolves once the first build is through. */
export async function watchBuild(options: WatchOptions): Promise<WatchedBuild> {
  const { folder, outDir, onBegin } = options;
  const { createRsbuild, loadConfig, mergeRsbuildConfig } = await loadBundler(folder);
  const { content } = await loadConfig({ cwd: folder });
  const config = mergeRsbuildConfig(options.adapt(content), { logLevel: 'error', tools: { rspack: { watchOptions } } });
  const rsbuild = await createRsbuild({ cwd: folder, config });
  let began = Date.now();
  rsbuild.onBeforeBuild(() => {
    began = Date.now();
    onBegin?.();
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

/** The folder's own: plugins of its configuration fit no other copy of the bundler. */
async function loadBundler(folder: string): Promise<typeof import('@rsbuild/core')> {
  const file = createRequire(path.join(folder, 'package.json')).resolve('@rsbuild/core');
  return await import(/* webpackIgnore: true */ pathToFileURL(file).href);
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
