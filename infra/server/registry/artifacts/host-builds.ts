import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { HostBuilds } from '@enfilade/shared-contracts/api/version-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Log } from '../state/log.ts';

/** The host is released with the server and not through the registry: what a site was started with last is what may still be out. */
const keptBuilds = 3;
const versionLetters = 12;
const versionForm = /^[0-9a-f]{12}$/;

interface HostBuildsOptions {
  dataDir: string;
  /** What this site is started with. */
  hostDir: string;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

/** The builds of the host in `DATA_DIR/hosts`, a folder each. No visitor is served any of them. */
export type HostBuildStore = Awaited<ReturnType<typeof openHostBuilds>>;

/** Copies the host that the site is started with, unless it is here; of others the two that were started last stay. */
export async function openHostBuilds({ dataDir, hostDir, clock, log }: HostBuildsOptions) {
  const root = path.join(dataDir, 'hosts');
  await keepBuild(root, hostDir, clock).catch((error: unknown) => {
    log.error({ err: error }, 'the build of the host cannot be kept for `remotes can-ship`');
  });
  return {
    async list(): Promise<HostBuilds['hosts']> {
      return Promise.all(
        (await listKept(root)).map(async ({ version, startedAt }) => ({
          version,
          startedAt: new Date(startedAt).toISOString(),
          files: await filesBelow(path.join(root, version)),
        })),
      );
    },
    /** Undefined where there is no such file. */
    async read(version: string, file: string): Promise<Buffer | undefined> {
      if (!versionForm.test(version)) return undefined;
      const folder = path.join(root, version);
      // By name: whatever an address says, it leads to nothing else.
      return (await filesBelow(folder)).includes(file) ? readFile(path.join(folder, file)) : undefined;
    },
  };
}

/** The newest start first. */
async function listKept(root: string): Promise<{ version: string; startedAt: number }[]> {
  const names = await readdir(root).catch(() => []);
  const found = names.filter((name) => versionForm.test(name));
  const kept = await Promise.all(found.map(async (version) => ({ version, startedAt: (await stat(path.join(root, version))).mtimeMs })));
  return kept.sort((a, b) => b.startedAt - a.startedAt || (a.version < b.version ? -1 : 1));
}

async function keepBuild(root: string, hostDir: string, clock: Pick<Clock, 'now'>): Promise<void> {
  const folder = path.join(root, await hostVersion(hostDir));
  await mkdir(root, { recursive: true });
  if (!(await stat(folder).catch(() => undefined))) {
    const incoming = path.join(root, `.${randomUUID()}`);
    await cp(hostDir, incoming, { recursive: true });
    await rename(incoming, folder);
  }
  const now = new Date(clock.now());
  await utimes(folder, now, now);
  for (const { version } of (await listKept(root)).slice(keptBuilds)) await rm(path.join(root, version), { recursive: true, force: true });
}

/** The name of a build of the host: the same files, the same name. */
export async function hostVersion(hostDir: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of await filesBelow(hostDir)) hash.update(`${file}\0`).update(await readFile(path.join(hostDir, file)));
  return hash.digest('hex').slice(0, versionLetters);
}

/** With slashes, sorted. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}
