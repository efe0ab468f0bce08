import path from 'node:path';
import { type BuildFiles, descriptionFile, manifestFile } from '@enfilade/server/registry/publish/build-files';
import { readFolder } from '@enfilade/server/registry/publish/read-folder';
import { validateBuild } from '@enfilade/server/registry/publish/validate-build';
import type { Release } from '@enfilade/server/registry/state/record';
import { PublishRefusedError } from '@enfilade/server/registry/state/registry-error';
import { publishedSchema, remotesSchema, versionsSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { create } from 'tar';
import { readOptionalText, readPositionals, readRemote, readText, readVersion } from './arguments.ts';
import { checkSources, isSources } from './check-sources.ts';
import { BuildRefusedError, type Command, CommandFailedError, formatTable, type Outcome, type RegistryClient } from './command.ts';

export const list: Command = {
  options: {},
  async run(given, environment) {
    if (given.positionals.length === 0) return listRemotes(await environment.registry());
    const [name = ''] = readPositionals(given, 'the name of one remote');
    return listVersions(readRemote(name), await environment.registry());
  },
};

async function listRemotes(registry: RegistryClient): Promise<Outcome> {
  const json = await registry.call({ method: 'GET', path: '/remotes', response: remotesSchema });
  const rows = json.remotes.map(({ name, newest, versions }) => [name, newest, String(versions)]);
  return { json, text: formatTable(['remote', 'newest', 'versions'], rows) };
}

async function listVersions(name: string, registry: RegistryClient): Promise<Outcome> {
  const json = await registry.call({ method: 'GET', path: `/remotes/${name}/versions`, response: versionsSchema });
  const rows = json.versions.map(({ version, publishedAt, actor, contract, bytes, pinnedBy, failedAt }) => [
    version,
    publishedAt,
    actor,
    contract,
    `${Math.ceil(bytes / 1_000)} kB`,
    pinnedBy.join(' '),
    failedAt ?? '',
  ]);
  return { json, text: formatTable(['version', 'published', 'by', 'contract', 'size', 'pinned by', 'failed'], rows) };
}

export const check: Command = {
  options: { 'no-browser': { type: 'boolean' } },
  async run(given, { cwd, root, progress }) {
    const [directory = ''] = readPositionals(given, 'one built folder, or the folder of a remote');
    const folder = path.resolve(cwd, directory);
    const found: string[] = [];
    if (isSources(folder)) {
      progress(`Building ${directory}, and looking at its sources …`);
      const { isBuilt, problems } = await checkSources({ root, folder }, { withBrowser: given.values['no-browser'] !== true });
      if (!isBuilt) throw new BuildRefusedError(problems);
      found.push(...problems);
    }
    const { name, version, contract, files } = (await readBuild(isSources(folder) ? path.join(folder, 'dist') : folder, { found })).release;
    return {
      json: { name, version, contract, problems: [] },
      text: `${name} ${version} passes: contract ${contract}, ${Object.keys(files).length} files.`,
    };
  },
};

export const publish: Command = {
  options: { name: { type: 'string' }, version: { type: 'string' } },
  async run(given, { cwd, registry }) {
    const [folder = ''] = readPositionals(given, 'one built folder');
    const name = readRemote(readText(given, 'name'));
    const wanted = readOptionalText(given, 'version');
    if (wanted !== undefined) readVersion(wanted);
    const client = await registry();
    const from = path.resolve(cwd, folder);
    const { files, release } = await readBuild(from, { name });
    checkVersion(release.version, wanted);
    const archive = await packBuild(from, files);
    const published = await client.call({ method: 'POST', path: `/remotes/${name}/versions`, archive, response: publishedSchema });
    const { version, alreadyThere } = published;
    const address = `${client.url}/remotes/${name}/${version}/remoteEntry.js`;
    const text = `${name} ${version} ${alreadyThere ? 'was published before, with the same bytes' : 'is published'}: ${address}`;
    return { json: { ...published, address }, text };
  },
};

/** The version is stamped into the build's own chunks and cannot be given afterwards. */
function checkVersion(built: string, wanted: string | undefined): void {
  if (wanted === undefined || wanted === built) return;
  throw new CommandFailedError(`The build is version ${built}, not ${wanted}; build it with ENFILADE_VERSION=${wanted}.`);
}

/** The tar.gz of what the registry wants of a built folder; source maps and the like stay behind. */
async function packBuild(folder: string, { served }: BuildFiles): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const pack = create({ gzip: true, portable: true, cwd: folder }, [...served.keys(), descriptionFile, manifestFile]);
  for await (const chunk of pack) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Reads a built folder and validates it as the registry would.
 * @param options.name what it shall be published as; left out, what it says it is
 * @param options.found what stands against it already
 * @throws BuildRefusedError with every problem at once
 */
export async function readBuild(
  folder: string,
  { name, found = [] }: { name?: string; found?: readonly string[] },
): Promise<{ files: BuildFiles; release: Release }> {
  const refused: PublishRefusedError[] = [];
  const files = await readFolder(folder, (problem) => refused.push(problem)).catch((error: unknown) => {
    if (error instanceof PublishRefusedError) throw new BuildRefusedError([...found, error.message]);
    throw error;
  });
  const { release, problems } = validateBuild(files, name);
  if (release && refused.length === 0 && found.length === 0) return { files, release };
  throw new BuildRefusedError([...found, ...new Set([...refused, ...problems].map(({ message }) => message))]);
}
