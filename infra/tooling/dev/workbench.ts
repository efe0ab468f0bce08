import { rmSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { adaptHost } from './dev-build.ts';
import { type DevServer, type DevServerOptions, startDevServer } from './dev-server.ts';
import { createLocalHost, createLocalRemotes } from './local-builds.ts';
import { createLocalSets } from './local-sets.ts';
import { createPageEvents } from './page-events.ts';
import type { Terminal } from './terminal.ts';
import type { RemoteFolder } from './watch-folder.ts';
import { type FinishedBuild, type WatchOptions, watchBuild, watchRemote } from './watch-remote.ts';

interface WatchedPart extends Pick<WatchOptions, 'folder' | 'outDir' | 'adapt'> {
  onBuilt(files: FinishedBuild['files']): void | Promise<void>;
}

/** One dev server with what is built for it; closing it ends all of it and takes away what was built. */
export type Workbench = ReturnType<typeof createWorkbench>;

export function createWorkbench(terminal: Terminal) {
  const remotes = createLocalRemotes();
  const host = createLocalHost();
  const sets = createLocalSets(remotes, systemClock, terminal.problem);
  const events = createPageEvents();
  const ends: (() => Promise<unknown>)[] = [];
  /** Ends with the workbench, in the reverse order. */
  const own = (end: () => Promise<unknown>) => void ends.push(end);

  /** A folder below `folder` for this process alone: no other dev server writes there, and no tool looks there. */
  function outDirIn(folder: string): string {
    const made = path.join(folder, '.cache', `dev-${process.pid}`);
    own(async () => rmSync(made, { recursive: true, force: true }));
    return made;
  }

  const followRemote = (remote: RemoteFolder, isHot: boolean) =>
    watchRemote({ ...remote, outDir: outDirIn(remote.folder), isHot, remotes, events, terminal });

  /** Builds a part of the checkout that is no screen, and again after every change. What runs stays until a build is good. */
  async function watch(part: string, { onBuilt, ...options }: WatchedPart): Promise<void> {
    const { close } = await watchBuild({
      ...options,
      onFailed: (cause) =>
        terminal.problem(`${part} does not build${cause === undefined ? '' : ` (${cause})`}; the last build stays in use.`),
      async onBuilt({ files, milliseconds }) {
        await onBuilt(files);
        terminal.say(`${part} built in ${milliseconds} ms`);
      },
    });
    own(close);
  }

  return {
    events,
    host,
    own,
    outDirIn,
    /** The first path of a remote that is built here. */
    routeOf(name: string): string | undefined {
      const built = remotes.releases().find(({ release }) => release.name === name);
      return built?.release.declaration.routes[0];
    },
    async serve(place: Pick<DevServerOptions, 'port' | 'siteOrigin'>): Promise<DevServer> {
      const server = await startDevServer({ ...place, remotes, host, sets, events, terminal });
      own(server.close);
      return server;
    },
    /** @param isHot the page's React is the development build */
    async watchRemotes(folders: readonly RemoteFolder[], isHot: boolean): Promise<void> {
      await Promise.all(folders.map(async (folder) => own((await followRemote(folder, isHot)).close)));
    },
    watch,
    /** The host of this checkout in pages of a site that has one of its own. Pages are loaded again when it changes. */
    watchHost: (folder: string, outDir: string, onBuilt = () => {}): Promise<void> =>
      watch('host', {
        folder,
        outDir,
        adapt: (config) => adaptHost(config, { folder, outDir }),
        async onBuilt(files) {
          host.put(await files());
          events.send('reload', 'host');
          onBuilt();
        },
      }),
    /** Once, as they are now. */
    async buildRemotes(folders: readonly RemoteFolder[]): Promise<void> {
      await Promise.all(folders.map(async (folder) => (await followRemote(folder, true)).close()));
    },
    async close(): Promise<void> {
      for (const end of ends.splice(0).reverse()) await end().catch((error: unknown) => terminal.problem(String(error)));
    },
  };
}
