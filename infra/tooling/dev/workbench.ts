import { rmSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { type DevServer, type DevServerOptions, startDevServer } from './dev-server.ts';
import { createLocalRemotes, type LocalRemotes } from './local-builds.ts';
import { createLocalSets } from './local-sets.ts';
import { createPageEvents, type PageEvents } from './page-events.ts';
import type { Terminal } from './terminal.ts';
import type { WatchedBuild } from './watch-remote.ts';
import { type RemoteFolder, watchRemote } from './watch-remote.ts';

/** One dev server with what is built for it; closing it ends all of it and takes away what was built. */
export interface Workbench {
  events: PageEvents;
  serve(place: Pick<DevServerOptions, 'port' | 'siteOrigin'>): Promise<DevServer>;
  watchRemotes(folders: readonly RemoteFolder[]): Promise<void>;
  /** A folder below `folder` for this process alone: no other dev server writes there, and no tool looks there. */
  outDirIn(folder: string): string;
  /** Ends with the workbench, in the reverse order. */
  own(end: () => Promise<unknown>): void;
  close(): Promise<void>;
}

export function createWorkbench(terminal: Terminal): Workbench {
  const remotes: LocalRemotes = createLocalRemotes();
  const sets = createLocalSets(remotes, systemClock);
  const events = createPageEvents();
  const ends: (() => Promise<unknown>)[] = [];
  const own = (end: () => Promise<unknown>) => void ends.push(end);

  function outDirIn(folder: string): string {
    const made = path.join(folder, '.cache', `dev-${process.pid}`);
    own(async () => rmSync(made, { recursive: true, force: true }));
    return made;
  }

  async function watch(remote: RemoteFolder): Promise<void> {
    const watched: WatchedBuild = await watchRemote({ ...remote, outDir: outDirIn(remote.folder), remotes, events, terminal });
    own(watched.close);
  }

  return {
    events,
    own,
    outDirIn,
    async serve(place) {
      const server = await startDevServer({ ...place, remotes, sets, events, terminal });
      own(server.close);
      return server;
    },
    watchRemotes: async (folders) => void (await Promise.all(folders.map(watch))),
    async close() {
      for (const end of ends.splice(0).reverse()) await end().catch((error: unknown) => terminal.problem(String(error)));
    },
  };
}
