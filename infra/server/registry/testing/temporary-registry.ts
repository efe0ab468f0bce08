import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Clock, systemClock } from '@enfilade/shared-contracts/kit/clock';
import { openSiteDatabase } from '../../database/open-database.ts';
import type { DatabasePlace, SiteDatabase } from '../../database/site-database.ts';
import type { Log } from '../../http/create-log.ts';
import { type KeyKind, type Keys, openKeys } from '../../http/key-files.ts';
import type { PublishResult as Published } from '../publish/publisher.ts';
import { openRegistry, type Registry, type RegistrySettings } from '../registry.ts';
import { type RemoteBuild, remoteFiles, writeBuild } from './built-remote.ts';

export const silentLog: Log = { info() {}, warn() {}, error() {} };

/** Advances one second with each reading. */
export function createTickingClock(): Clock {
  let now = Date.UTC(2026, 0, 1);
  return { now: () => (now += 1_000), after: () => () => {} };
}

/** Timeouts are long, so that tests pass on a busy machine. */
export const patientClock: Clock = {
  now: systemClock.now,
  after: (delayMs, call) => systemClock.after(delayMs > 1_000 ? delayMs * 20 : delayMs, call),
};

/** `close` closes the registry and its database. */
export async function openOwnRegistry({
  dataDir,
  databaseUrl,
  ...use
}: Omit<RegistrySettings, 'database'> & DatabasePlace): Promise<Registry> {
  await mkdir(dataDir, { recursive: true });
  const database = await openSiteDatabase({ dataDir, databaseUrl }, use.log);
  try {
    const registry = await openRegistry({ database, dataDir, ...use });
    return { ...registry, close: () => registry.close().finally(() => database.close()) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export async function readKeys<Key>(kind: KeyKind<Key>, dataDir: string): Promise<() => Keys<Key>> {
  return (await openKeys(kind, { dataDir, log: silentLog })).current;
}

export interface TemporaryRegistry {
  dataDir: string;
  registry(): Registry;
  database(): SiteDatabase;
  publish(build?: RemoteBuild): Promise<Published>;
  /** Closes the registry and opens the registry again, as a restart does. */
  reopen(): Promise<Registry>;
  /** `close` removes the folder. */
  folder(): Promise<string>;
  stored(): Promise<string[]>;
  close(): Promise<void>;
}

interface TemporaryOptions {
  clock?: Clock;
}

export async function openTemporaryRegistry({ clock = createTickingClock() }: TemporaryOptions = {}): Promise<TemporaryRegistry> {
  const root = await mkdtemp(path.join(tmpdir(), 'enfilade-registry-'));
  const dataDir = path.join(root, 'data');
  await mkdir(dataDir);
  const use = { clock, log: silentLog };
  let database: SiteDatabase;
  const open = async () => {
    database = await openSiteDatabase({ dataDir }, silentLog);
    return openRegistry({ database, dataDir, ...use });
  };
  let registry = await open();
  const close = async () => {
    await registry.close();
    await database.close();
  };
  const folder = () => mkdtemp(path.join(root, 'build-'));
  return {
    dataDir,
    registry: () => registry,
    database: () => database,
    async publish(build = {}) {
      const built = await writeBuild(await folder(), remoteFiles(build));
      return registry.publish({ name: build.name ?? 'landing', folder: built, actor: 'tests' });
    },
    async reopen() {
      await close();
      registry = await open();
      return registry;
    },
    folder,
    async stored() {
      return (await readdir(path.join(dataDir, 'artifacts'), { recursive: true })).sort();
    },
    async close() {
      await close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
