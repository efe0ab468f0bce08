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

/** `close` stops everything and deletes the builds. */
export type Workbench = ReturnType<typeof createWorkbench>;

export function createWorkbench(terminal: Terminal) {
  const remotes = createLocalRemotes();
  const host = createLocalHost();
  const sets = createLocalSets(remotes, systemClock, terminal.problem);
  const events = createPageEvents();
  const ends: (() => Promise<unknown>)[] = [];
  /** `close` calls the last registered function first. */
  const own = (end: () => Promise<unknown>) => void ends.push(end);

  /** Tools ignore the folder. */
  function outDirIn(folder: string): string {
    const made = path.join(folder, '.cache', `dev-${process.pid}`);
    own(async () => rmSync(made, { recursive: true, force: true }));
    return made;
  }

  const followRemote = (remote: RemoteFolder, isHot: boolean) =>
    watchRemote({ ...remote, outDir: outDirIn(remote.folder), isHot, remotes, events, terminal });

  /** The last good build stays in use. */
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
    routeOf(name: string): string | undefined {
      const built = remotes.releases().find(({ release }) => release.name === name);
      return built?.release.declaration.routes[0];
    },
    async serve(place: Pick<DevServerOptions, 'port' | 'siteOrigin'>): Promise<DevServer> {
      const server = await startDevServer({ ...place, remotes, host, sets, events, terminal });
      own(server.close);
      return server;
    },
    /** @param isHot whether the page has React's development build */
    async watchRemotes(folders: readonly RemoteFolder[], isHot: boolean): Promise<void> {
      await Promise.all(folders.map(async (folder) => own((await followRemote(folder, isHot)).close)));
    },
    watch,
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
    async buildRemotes(folders: readonly RemoteFolder[]): Promise<void> {
      await Promise.all(folders.map(async (folder) => (await followRemote(folder, true)).close()));
    },
    async close(): Promise<void> {
      for (const end of ends.splice(0).reverse()) await end().catch((error: unknown) => terminal.problem(String(error)));
    },
  };
}
