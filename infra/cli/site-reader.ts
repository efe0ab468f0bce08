import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '@enfilade/server/http/integrity';
import type { RecordSource } from '@enfilade/server/main/played-services';
import type { TrialMuseum } from '@enfilade/server/main/trial-site';
import type { WholeRelease } from '@enfilade/server/registry/registry';
import { recordedReleaseSchema } from '@enfilade/server/registry/state/record';
import { overviewSchema, rolloutsSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { exhibitionResponseSchema, museumResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { hostBuildsSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { type Play, playsSchema } from '@enfilade/shared-contracts/remote/play';
import { request } from 'undici';
import { z } from 'zod';
import { CommandFailedError, type RegistryClient } from './command.ts';
import { setAnswerSchema } from './museum-commands.ts';
import type { MuseumState, NamedRelease, Site } from './trial-plan.ts';

// What a trial needs of the site that the version, or the host, is for.

const atOnce = 8;
const releaseAnswerSchema = recordedReleaseSchema.extend({ plays: z.optional(playsSchema) });

async function inParallel<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** A version as it was published, with its plays; undefined where it brings none. */
export async function readRelease(
  registry: RegistryClient,
  { name, version }: NamedRelease,
): Promise<WholeRelease & { plays?: Play[] | undefined }> {
  const at = `/remotes/${name}/versions/${version}`;
  const recorded = await registry.call({ method: 'GET', path: `${at}/release`, response: releaseAnswerSchema });
  const entries = await inParallel(Object.entries(recorded.release.files), async ([file, { integrity }]): Promise<[string, Buffer]> => {
    const bytes = await registry.download(`${at}/files/${file}`);
    if (integrityOf(bytes) === integrity) return [file, bytes];
    throw new CommandFailedError(`${file} of ${name} ${version} is not what was published; ask whoever runs the site.`);
  });
  return { ...recorded, files: new Map(entries) };
}

/** Writes the builds of the host that the site keeps, a folder each. */
export async function readHosts(registry: RegistryClient, folder: string): Promise<{ version: string; from: string; folder: string }[]> {
  const { hosts } = await registry.call({ method: 'GET', path: '/hosts', response: hostBuildsSchema });
  for (const { version, files } of hosts)
    await inParallel(files, async (file) => {
      const target = path.join(folder, version, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, await registry.download(`/hosts/${version}/files/${file}`));
    });
  return hosts.map(({ version, startedAt }) => ({
    version,
    from: `out since ${startedAt.slice(0, 10)}`,
    folder: path.join(folder, version),
  }));
}

/** Every museum of the site that the token may see. */
export async function listMuseums(registry: RegistryClient): Promise<string[]> {
  const { museums } = await registry.call({ method: 'GET', path: '/overview', response: overviewSchema });
  return museums.map(({ museumId }) => museumId);
}

/** What the default of all museums is, and which of its remotes are operators'. */
export async function readDefaults(registry: RegistryClient): Promise<Pick<Site, 'defaults' | 'ofOperators'>> {
  const remotes = Object.entries(await readRemotes(registry, '*'));
  const ofOperators = remotes.flatMap(([name, { declaration }]) => (declaration?.audience === 'operators' ? [name] : []));
  return { defaults: versionsOf(Object.fromEntries(remotes)), ofOperators: new Set(ofOperators) };
}

async function readRemotes(registry: RegistryClient, museumId: string) {
  const { remotes } = await registry.call({ method: 'GET', path: `/museums/${museumId}/set`, response: setAnswerSchema });
  return remotes;
}

const versionsOf = (remotes: Readonly<Record<string, { version: string }>>): MuseumState['versions'] =>
  Object.fromEntries(Object.entries(remotes).map(([name, { version }]) => [name, version]));

/** @param withRollouts what its own and the default's rollouts give to some of its visitors, too */
export async function readMuseum(registry: RegistryClient, museumId: string, withRollouts: boolean): Promise<MuseumState> {
  const versions = versionsOf(await readRemotes(registry, museumId));
  if (!withRollouts) return { museumId, versions, rollouts: [] };
  const found = await inParallel([museumId, '*'], (place) =>
    registry.call({ method: 'GET', path: `/museums/${place}/rollouts`, response: rolloutsSchema }),
  );
  const running = found.flatMap(({ rollouts }) => rollouts.filter(({ halted }) => halted === null));
  return { museumId, versions, rollouts: running.map((rollout) => rollout.versions) };
}

/** The site's own answers about a museum, asked once. */
export function createRecordSource(site: string): RecordSource & { response(museumId: string): Promise<MuseumResponse | undefined> } {
  const asked = new Map<string, Promise<unknown>>();
  const ask = (address: string) => {
    const known = asked.get(address) ?? readJson(site + address);
    asked.set(address, known);
    return known;
  };
  const response = async (museumId: string) => museumResponseSchema.safeParse(await ask(`/api/museums/${museumId}`)).data;
  return {
    response,
    museum: async (museumId) => (await response(museumId))?.museum,
    async exhibition(museumId, exhibitionId) {
      const json = await ask(`/api/museums/${museumId}/exhibitions/${exhibitionId}`);
      return exhibitionResponseSchema.safeParse(json).data?.exhibition;
    },
  };
}

type MuseumResponse = ReturnType<typeof museumResponseSchema.parse>;

/** A museum with the files of its own folder that it names. @throws CommandFailedError */
export async function readTrialMuseum(site: string, { museum, profile }: MuseumResponse): Promise<TrialMuseum> {
  const named = new Set(JSON.stringify({ museum, profile }).match(/\/media\/museums\/[\w./-]+/g));
  const files = await inParallel([...named], async (address) => ({ address, bytes: await readBytes(site + address) }));
  const media = files.flatMap(({ address, bytes }): [string, Buffer][] => (bytes ? [[address, bytes]] : []));
  return { museumId: museum._id, profile, media: new Map(media) };
}

async function readJson(url: string): Promise<unknown> {
  return parseJson((await readBytes(url))?.toString('utf8') ?? '');
}

/** Undefined where there is no such thing. */
async function readBytes(url: string): Promise<Buffer | undefined> {
  const { statusCode, body } = await request(url).catch((cause: unknown) => {
    throw new CommandFailedError(`${new URL(url).origin} does not answer.`, { cause });
  });
  const bytes = Buffer.from(await body.arrayBuffer());
  return statusCode < 300 ? bytes : undefined;
}
