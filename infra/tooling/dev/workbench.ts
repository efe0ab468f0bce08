import { rmSync } from 'node:fs';
import path from 'node:path';
import { adaptHost } from './dev-build.ts';
import { type DevServer, type DevServerOptions, startDevServer } from './dev-server.ts';
import { createLocalBuilds } from './local-builds.ts';
import type { PageEvents } from './page-events.ts';
import type { Terminal } from './terminal.ts';
import type { RemoteFolder } from './watch-folder.ts';
import { type WatchOptions, watchBuild, watchRemote } from './watch-remote.ts';

/** `close` stops everything and deletes the builds. */
export type Workbench = ReturnType<typeof createWorkbench>;

export function createWorkbench(terminal: Terminal) {
  const builds = createLocalBuilds();
  const ends: (() => Promise<unknown>)[] = [];
  let server: DevServer | undefined;
  const send: PageEvents['send'] = (event, data) => server?.send(event, data);
  /** `close` calls the last registered function first. */
  const own = (end: () => Promise<unknown>) => void ends.push(end);

  /** Tools ignore the folder. */
  function outDirIn(folder: string): string {
    const made = path.join(folder, '.cache', `dev-${process.pid}`);
    own(async () => rmSync(made, { recursive: true, force: true }));
    return made;
  }

  /** The last good build stays in use. */
  async function watch(part: string, { onBuilt, ...options }: Omit<WatchOptions, 'onFailed'>): Promise<void> {
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

  return {
    builds,
    send,
    own,
    outDirIn,
    watch,
    async serve(place: Pick<DevServerOptions, 'port' | 'siteOrigin'>): Promise<DevServer> {
      server = await startDevServer({ ...place, builds, terminal });
      own(server.close);
      return server;
    },
    /** @param isHot whether the page has React's development build @param isFollowed whether edits are built, too */
    async buildRemotes(folders: readonly RemoteFolder[], { isHot, isFollowed }: { isHot: boolean; isFollowed: boolean }): Promise<void> {
      const build = async (remote: RemoteFolder) => {
        const { close } = await watchRemote({ ...remote, outDir: outDirIn(remote.folder), isHot, builds, terminal, send });
        if (isFollowed) own(close);
        else await close();
      };
      await Promise.all(folders.map(build));
    },
    watchHost: (folder: string, outDir: string, onBuilt = () => {}): Promise<void> =>
      watch('host', {
        folder,
        outDir,
        adapt: (config) => adaptHost(config, { folder, outDir }),
        async onBuilt({ files }) {
          builds.putHost(await files());
          send('reload', 'host');
          onBuilt();
        },
      }),
    async close(): Promise<void> {
      for (const end of ends.splice(0).reverse()) await end().catch((error: unknown) => terminal.problem(String(error)));
    },
  };
}
