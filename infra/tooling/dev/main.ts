import { existsSync } from 'node:fs';
import path from 'node:path';
import { closeOnSignal } from '@enfilade/server/http/kit';
import { readTeamFile } from '@enfilade/shared-contracts/build/remote-description';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import type { RsbuildConfig } from '@rsbuild/core';
import { findRemoteFolders } from '../remote-folders.mjs';
import { help, usage } from './help.mjs';
import { createLocalSite } from './local-site.ts';
import { probeSite } from './probe-site.ts';
import { type DevTask, readArguments } from './read-arguments.ts';
import { formatStart, type Start } from './start-at.ts';
import { DevError, DevUsageError, processTerminal as terminal } from './terminal.ts';
import { type RemoteFolder, settledMs, watchFolder } from './watch-folder.ts';
import { buildRemotes, builds, closeAll, outDirIn, own, send, serve, watch, watchHost } from './workbench.ts';

// The entry of `npm run dev`, which runs in the repository's root. npm sets INIT_CWD to the caller's folder.
const root = process.cwd();
const hostFolder = path.join(root, 'host');

const findRemotes = (): RemoteFolder[] => findRemoteFolders(root).map(({ name, folder }) => ({ name, folder: path.join(root, folder) }));

/** @throws DevUsageError that lists the screens of this checkout */
function pickRemote(name: string): RemoteFolder {
  const remotes = findRemotes();
  const found = remotes.find((remote) => remote.name === name);
  if (found) return found;
  throw new DevUsageError(
    `This checkout has no screen "${name}", only ${remotes.map((remote) => remote.name).join(', ')}; use --folder for a screen outside this checkout`,
  );
}

/** Undefined if the folder has no enfilade.json. @throws DevError */
function readOwnName(folder: string): string | undefined {
  try {
    return readTeamFile(folder)?.name;
  } catch (cause) {
    throw new DevError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** @throws DevError, DevUsageError */
function findScreen({ name, folder }: DevTask): RemoteFolder {
  const place = path.resolve(process.env['INIT_CWD'] ?? root, folder ?? '.');
  if (folder !== undefined && name !== undefined) return { name, folder: place };
  const own = readOwnName(place);
  if (own !== undefined && (name ?? own) === own) return { name: own, folder: place };
  if (name !== undefined && existsSync(hostFolder)) return pickRemote(name);
  throw new DevUsageError(
    `${place} has no enfilade.json that names the screen${name === undefined ? '' : ` "${name}"`}; pass the screen’s folder with --folder`,
  );
}

/** @throws DevError, DevUsageError */
async function runAgainst(site: string, task: DevTask): Promise<void> {
  const { port, start, withHost } = task;
  const { name, folder } = findScreen(task);
  if (!existsSync(path.join(folder, 'package.json'))) {
    throw new DevError(`${folder} has no package.json. Pass the folder of a screen; \`remotes new NAME\` creates one.`);
  }
  if (!existsSync(path.join(folder, 'node_modules'))) throw new DevError(`${folder} has no packages yet; run npm install there.`);
  if (withHost && !existsSync(hostFolder)) throw new DevError('This checkout has no host; leave out --with-host.');
  await probeSite(site, { contract: `^${contractVersion}`, withHost });
  const { origin } = await serve({ port, siteOrigin: async () => site });
  terminal.say(`Building ${name} …`);
  await Promise.all([
    buildRemotes([{ name, folder }], { isHot: withHost, isFollowed: true }),
    withHost && watchHost(hostFolder, outDirIn(hostFolder)),
  ]);
  terminal.say(`${name} inside ${site}: ${origin}/`);
  const route = builds.releases().find((release) => release.name === name)?.declaration.routes[0];
  if (start.museum) printStart(origin, { state: route, ...start, museum: start.museum });
  else if (route !== undefined) terminal.say(`--museum CODE, with the code of a museum, adds an address that opens ${route} at once.`);
  if (!withHost && existsSync(hostFolder))
    terminal.say('The page has the site’s React. --with-host uses the development build, with warnings and component stacks.');
}

function printStart(origin: string, start: Start): void {
  terminal.say(`${start.state ? `Start at ${start.state}` : 'Start at a state of a visit'} — ${origin}${formatStart(start)}`);
}

async function runEverything({ name, port, start }: DevTask): Promise<void> {
  if (!existsSync(hostFolder)) throw new DevUsageError('--against must name a running site, such as https://guide.example.org');
  const followed = name === undefined ? findRemotes() : [pickRemote(name)];
  const others = findRemotes().filter((remote) => followed.every((each) => each.name !== remote.name));
  const folderOf = { server: path.join(root, 'infra/server'), platform: path.join(root, 'infra/platform') };
  const outDirs = {
    host: outDirIn(hostFolder),
    server: outDirIn(folderOf.server),
    platform: outDirIn(folderOf.platform),
  };
  const site = createLocalSite({ root, place: outDirIn(root), outDirs }, process.env);
  own(site.close);
  const { origin } = await serve({ port, siteOrigin: site.origin });
  terminal.say('Building everything …');

  async function restartSite(): Promise<string[]> {
    try {
      return await site.restart();
    } catch (error) {
      terminal.problem(`${error instanceof Error ? error.message : String(error)} The next change starts it again.`);
      return [];
    }
  }
  let timer: NodeJS.Timeout | undefined;
  let restartLater: () => void = () => undefined;
  const watchServer = (part: 'server' | 'platform') =>
    watch(part, {
      folder: folderOf[part],
      outDir: outDirs[part],
      adapt: (config) => adaptServers(config, outDirs[part]),
      onBuilt: async () => restartLater(),
    });
  await Promise.all([
    watchHost(hostFolder, outDirs.host, () => void (site.isRunning() || restartLater())),
    ...[watchServer('server'), watchServer('platform')],
    buildRemotes(followed, { isHot: true, isFollowed: true }),
    buildRemotes(others, { isHot: true, isFollowed: false }),
  ]);
  const addresses = await restartSite();
  // An edit of a module that several parts import causes one restart. If the start failed, a build of any part starts the site again.
  restartLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void restartSite(), settledMs);
  };
  for (const line of addresses) terminal.say(line.replace(/http:\/\/[^/]+/, origin));
  const [, museum] = /\?museum=([^\s&]+)/.exec(addresses[0] ?? '') ?? [];
  if (museum !== undefined) printStart(origin, { museum, ...start });
  const contentFolder = path.resolve(root, process.env['CONTENT_DIR'] || 'infra/demo');
  const onContentChange = () => {
    terminal.say('The museums have changed; the site restarts.');
    void restartSite().then(() => send('reload', 'museums'));
  };
  if (existsSync(contentFolder)) own(watchFolder(contentFolder, onContentChange));
}

/** `npm start` has its builds in other folders. */
function adaptServers(config: RsbuildConfig, outDir: string): RsbuildConfig {
  const { servers, voice } = config.environments ?? {};
  return {
    ...config,
    // The bundler reuses unchanged modules in this mode alone.
    tools: { rspack: { mode: 'development', devtool: 'cheap-module-source-map' } },
    environments: {
      servers: { ...servers, output: { ...servers?.output, distPath: { root: outDir } } },
      ...(voice && { voice: { ...voice, output: { ...voice.output, distPath: { root: path.join(outDir, 'voice'), js: '' } } } }),
    },
  };
}

async function main(argv: readonly string[]): Promise<void> {
  const task = readArguments(argv);
  if (!task) return terminal.say(help);
  // A bundler that is about to build would keep the process alive.
  closeOnSignal(() => closeAll().finally(() => process.exit()));
  try {
    await (task.site === undefined ? runEverything(task) : runAgainst(task.site, task));
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function fail(error: unknown): void {
  if (error instanceof DevUsageError) terminal.problem(`${error.message}.\n${usage}`);
  else if (error instanceof DevError) terminal.problem(error.message);
  else terminal.problem(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(error instanceof DevUsageError ? 2 : 1);
}

main(process.argv.slice(2)).catch(fail);
