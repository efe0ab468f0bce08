import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RsbuildConfig, Rspack } from '@rsbuild/core';
import { adaptHost, adaptRemote } from './dev-build.ts';
import { type DevServer, type DevServerOptions, startDevServer } from './dev-server.ts';
import { type BuiltFiles, createLocalBuilds, type Inspected, inspectLocalBuild } from './local-builds.ts';
import type { PageEvents } from './page-events.ts';
import { processTerminal as terminal } from './terminal.ts';
import type { RemoteFolder, WatchedBuild } from './watch-folder.ts';
import { usesPreset, watchStock } from './watch-stock.ts';

// What a run of the dev server holds: its builds, its server, and what must be stopped at its end.

export const builds = createLocalBuilds();
const ends: (() => Promise<unknown>)[] = [];
let server: DevServer | undefined;
export const send: PageEvents['send'] = (event, data) => server?.send(event, data);

/** `closeAll` calls the last registered function first. */
export const own = (end: () => Promise<unknown>) => void ends.push(end);

/** Stops everything and deletes the builds. */
export async function closeAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end().catch((error: unknown) => terminal.problem(String(error)));
}

/** Tools ignore the folder. */
export function outDirIn(folder: string): string {
  const made = path.join(folder, '.cache', `dev-${process.pid}`);
  own(async () => rmSync(made, { recursive: true, force: true }));
  return made;
}

export async function serve(place: Pick<DevServerOptions, 'port' | 'siteOrigin'>): Promise<DevServer> {
  server = await startDevServer({ ...place, builds, terminal });
  own(server.close);
  return server;
}

/** The last good build stays in use. */
export async function watch(part: string, { onBuilt, ...options }: Omit<WatchOptions, 'onFailed'>): Promise<void> {
  const { close } = await watchBuild({
    ...options,
    onFailed: (cause) =>
      terminal.problem(`${part} does not build${cause === undefined ? '' : ` (${cause})`}; the last build stays in use.`),
    async onBuilt(build) {
      await onBuilt(build);
      terminal.say(`${part} built in ${build.milliseconds} ms`);
    },
  });
  own(close);
}

export const watchHost = (folder: string, outDir: string, onBuilt = () => {}): Promise<void> =>
  watch('host', {
    folder,
    outDir,
    adapt: (config) => adaptHost(config, { folder, outDir }),
    async onBuilt({ files }) {
      builds.putHost(await files());
      send('reload', 'host');
      onBuilt();
    },
  });

/** @param isHot whether the page has React's development build, which alone can update a screen in place @param isFollowed whether edits are built, too */
export async function buildRemotes(
  remotes: readonly RemoteFolder[],
  { isHot, isFollowed }: { isHot: boolean; isFollowed: boolean },
): Promise<void> {
  const build = async (remote: RemoteFolder) => {
    const { close } = await watchRemote(remote, isHot);
    if (isFollowed) own(close);
    else await close();
  };
  await Promise.all(remotes.map(build));
}

async function watchRemote({ name, folder }: RemoteFolder, isHot: boolean): Promise<WatchedBuild> {
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
  function take(inspected: Inspected, spent = '', hash?: string): void {
    if ('problems' in inspected) return void refuse(inspected.problems, 'would be refused by the registry');
    const { version } = inspected.build.release;
    const isNew = builds.put(inspected.build);
    terminal.say(`${name} ${version} ${isNew ? 'built' : 'unchanged'}${spent}`);
    if (isNew) send('built', { name, hash });
  }
  const outDir = outDirIn(folder);
  if (!usesPreset(folder)) return watchStock({ name, folder, terminal, onBuilt: take });
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
