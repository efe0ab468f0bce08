import path from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  type Arguments,
  readOptionalText,
  readPositionals,
  readRemote,
  readVersion,
  UsageError,
} from '@enfilade/server/registry/actions/arguments';
import { collectProblems } from '@enfilade/server/registry/publish/build-files';
import { type CheckedBuild, checkBuild } from '@enfilade/server/registry/publish/check-build';
import { readFolder } from '@enfilade/server/registry/publish/read-build';
import { isStockBuild, readStockBuild, type SaidOfBuild } from '@enfilade/server/registry/publish/stock-build';
import { PublishRefusedError } from '@enfilade/server/registry/state/registry-error';
import { type BuildFiles, entryOf } from '@enfilade/server/registry/state/releases';
import {
  publishedSchema,
  remotesSchema,
  versionAuthorSchema,
  versionNoteSchema,
  versionsSchema,
} from '@enfilade/shared-contracts/api/version-schemas';
import { Header, Pack, ReadEntry } from 'tar';
import { z } from 'zod';
import { checkSources, isSources } from './check-sources.ts';
import {
  BuildRefusedError,
  type Command,
  type CommandEnvironment,
  CommandFailedError,
  formatTable,
  type Outcome,
  type RegistryClient,
} from './command.ts';

export const list: Command = {
  usage: '[NAME]',
  help: 'shows the remotes with their newest versions, or the versions of one remote with who pins them',
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
  const rows = json.versions.map(({ version, publishedAt, actor, contract, bytes, pinnedBy, failedAt, ...said }) => [
    version,
    publishedAt,
    said.author === undefined ? actor : `${said.author} (${actor})`,
    contract,
    `${Math.ceil(bytes / 1_000)} kB`,
    said.retiredAt === undefined ? pinnedBy.join(' ') : `retired ${said.retiredAt}`,
    failedAt ?? '',
    said.note ?? '',
  ]);
  return { json, text: formatTable(['version', 'published', 'by', 'contract', 'size', 'pinned by', 'failed', 'note'], rows) };
}

export const check: Command = {
  usage: 'DIR [--no-browser]',
  help: 'validates a built folder as publish does, without a registry, and lists all problems; builds the folder of a remote first, and checks types, imports, tests and views',
  options: { 'no-browser': { type: 'boolean' } },
  async run(given, { cwd, root, progress }) {
    const [directory = ''] = readPositionals(given, 'one built folder, or the folder of a remote');
    const folder = path.resolve(cwd, directory);
    const found: string[] = [];
    if (isSources(folder)) {
      progress(`Building ${directory} and checking its sources …`);
      const { isBuilt, problems } = await checkSources({ root, folder }, { withBrowser: given.values['no-browser'] !== true });
      if (!isBuilt) throw new BuildRefusedError(problems);
      found.push(...problems);
    }
    const built = await readBuild(isSources(folder) ? path.join(folder, 'dist') : folder, { found });
    const { name, version, contract, files } = built.build.release;
    return {
      json: { name, version, contract, problems: [] },
      text: [`${name} ${version} passes: contract ${contract}, ${Object.keys(files).length} files.`, ...describeStock(built)].join('\n'),
    };
  },
};

/** Visitors load the entry of a stock build beside the screen. */
function describeStock({ build: { release, served }, leftOut }: ReadBuild): string[] {
  if (!release.stock) return [];
  const entry = served.get(release.stock.entry) ?? Buffer.alloc(0);
  const bytes = gzipSync(entry, { level: 9 }).length;
  const spare = bytes > largestThinEntry ? '; "experiments: { externalRuntime: true }" of the plugin saves about two thirds' : '';
  const left =
    leftOut.length > 0 ? [`Left out because they are not part of the screen: ${leftOut.length} files, such as ${leftOut[0]}.`] : [];
  return [`Its entry has ${(bytes / 1_000).toFixed(1)} kB after gzip${spare}.`, ...left];
}

/** In bytes. An entry without the core of the federation runtime has about 15 kB after gzip. */
const largestThinEntry = 20_000;

export const publish: Command = {
  usage: 'DIR [--name NAME] [--version VERSION] [--note TEXT] [--author NAME]',
  help: 'stores a build as an immutable version; visitors get the version when it is pinned or rolled out',
  options: {
    ...{ name: { type: 'string' }, version: { type: 'string' }, note: { type: 'string' }, author: { type: 'string' } },
  },
  async run(given, { cwd, env, registry }) {
    const [folder = ''] = readPositionals(given, 'one built folder');
    const asked = { name: readOptionalText(given, 'name'), version: readOptionalText(given, 'version') };
    if (asked.name !== undefined) readRemote(asked.name);
    if (asked.version !== undefined) readVersion(asked.version);
    const query = readSaid(given, env);
    const built = await readBuild(path.resolve(cwd, folder), asked);
    const { release } = built.build;
    const { name } = release;
    const client = await registry(name);
    checkVersion(release.version, asked.version);
    const archive = await packBuild(built.files);
    const place = `/remotes/${name}/versions${query}`;
    const published = await client.call({ method: 'POST', path: place, archive, response: publishedSchema });
    const { version, alreadyThere, unknownSlots = [] } = published;
    const address = `${client.url}/remotes/${name}/${version}/${entryOf(release)}`;
    const text = `${name} ${version} ${alreadyThere ? 'was published before, with the same bytes' : 'is published'}: ${address}`;
    const waiting = unknownSlots.map((slot) => `No screen has the slot ${slot} yet, so visitors do not see the filler of ${name}.`);
    const lines = [text, ...waiting, ...describeStock(built)];
    return { json: { ...published, address }, text: lines.join('\n') };
  },
};

/** The default author is the person who started the pipeline. */
function readSaid(given: Arguments, env: CommandEnvironment['env']): string {
  const author = readOptionalText(given, 'author') ?? env['GITHUB_ACTOR'] ?? env['GITLAB_USER_LOGIN'];
  const said = { note: readOptionalText(given, 'note'), author };
  for (const [option, schema] of Object.entries({ note: versionNoteSchema, author: versionAuthorSchema })) {
    const text = said[option as keyof typeof said];
    if (text !== undefined && !z.safeParse(schema, text).success)
      throw new UsageError(`--${option} must be one line of at most ${option === 'note' ? 300 : 80} characters`);
  }
  const query = new URLSearchParams(Object.entries(said).flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])));
  return query.size > 0 ? `?${query}` : '';
}

/** The build's chunks contain the version, so publish cannot change the version. */
function checkVersion(built: string, wanted: string | undefined): void {
  if (wanted === undefined || wanted === built) return;
  throw new CommandFailedError(`The build is version ${built}, not ${wanted}; build again with ENFILADE_VERSION=${wanted}.`);
}

async function packBuild(files: BuildFiles): Promise<Uint8Array> {
  const pack = new Pack({ gzip: true, portable: true });
  for (const [file, bytes] of files) {
    const entry = new ReadEntry(new Header({ path: file, type: 'File', mode: 0o644, size: bytes.length }));
    entry.end(bytes);
    pack.add(entry);
  }
  pack.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of pack) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface ReadBuild {
  files: BuildFiles;
  build: CheckedBuild;
  /** Files that are not part of the screen. */
  leftOut: readonly string[];
}

/**
 * Validates the build as the registry does.
 * @param options.name the name to publish as (the name in the build)
 * @param options.version of a build of the stock plugin (the version in package.json)
 * @param options.found problems that were found before
 * @throws BuildRefusedError with every problem at once
 */
export async function readBuild(folder: string, { found = [], ...said }: SaidOfBuild & { found?: readonly string[] }): Promise<ReadBuild> {
  if (isSources(folder)) throw new CommandFailedError(`${folder} holds a remote's sources; build the remote and pass the dist folder.`);
  const { problems: refused, attempt } = collectProblems();
  const reading = isStockBuild(folder)
    ? readStockBuild(folder, said, attempt)
    : readFolder(folder, attempt).then((files) => ({ files, leftOut: [] }));
  const { files, leftOut } = await reading.catch((error: unknown) => {
    if (error instanceof PublishRefusedError) throw new BuildRefusedError([...found, error.message]);
    throw error;
  });
  const { build, problems } = checkBuild(files, { name: said.name });
  if (build && refused.length === 0 && found.length === 0) return { files, build, leftOut };
  throw new BuildRefusedError([...found, ...new Set([...refused, ...problems].map(({ message }) => message))]);
}
