import { type MuseumOverview, overviewSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { packageUsersSchema, type VersionDetails, versionDetailsSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { z } from 'zod';
import { readMuseumId, readPositionals, readRelease } from './arguments.ts';
import { type Arguments, type Command, formatTable, nameReleases, type Outcome, type RegistryClient, UsageError } from './command.ts';
import { compare, compareVersions, type Difference } from './compare-versions.ts';
import { setAnswerSchema } from './museum-commands.ts';

export const museums: Command = {
  options: {},
  async run(given, environment) {
    readPositionals(given);
    const json = await (await environment.registry()).call({ method: 'GET', path: '/overview', response: overviewSchema });
    const rows = json.museums.map((museum) => [
      museum.museumId,
      museum.name,
      ...describeReleases(museum, json.default),
      String(museum.sequence),
    ]);
    const ofDefault = ['*', 'the default', ...describeReleases(json.default), String(json.default.sequence)];
    return { json, text: formatTable(['museum', 'name', 'pins', 'follows', 'rolls out', 'set'], [...rows, ofDefault]) };
  },
};

type Running = Pick<MuseumOverview, 'screens' | 'rollouts'>;

/** What is as in the default, whose row has the versions, is named alone: the table is as wide as a terminal. */
function describeReleases({ screens, rollouts }: Running, usual?: Running): string[] {
  const named = (isPinned: boolean) =>
    Object.entries(screens)
      .filter(([, { pinned }]) => pinned === isPinned)
      .map(([name, { version }]) => (!isPinned && usual?.screens[name]?.version === version ? name : `${name} ${version}`))
      .join(', ');
  const running = rollouts
    .filter(({ halted }) => halted === null)
    .map(({ versions, percent }) => `${nameReleases(versions)} to ${percent} %`);
  return [named(true) || '-', named(false) || '-', running.join('; ') || '-'];
}

export const diff: Command = {
  options: { museum: { type: 'string', multiple: true } },
  async run(given, environment) {
    const of = [given.values['museum'] ?? []].flat().map((text) => readMuseumId(String(text)));
    if (of.length > 0) return diffMuseums(readMuseumPair(given, of), await environment.registry());
    const [from, to] = readPositionals(given, 'two releases such as visit@1.8.0', 'visit@1.9.0').map(readRelease);
    if (!from || !to || from.name !== to.name) throw new UsageError('Two versions of one remote must be given');
    return diffVersions({ name: from.name, from: from.version, to: to.version }, await environment.registry());
  },
};

function readMuseumPair(given: Arguments, museumIds: readonly string[]): readonly [string, string] {
  readPositionals(given);
  const [from, to, ...more] = museumIds;
  if (from !== undefined && to !== undefined && more.length === 0) return [from, to];
  throw new UsageError('--museum must be given twice, or two releases in its place');
}

async function diffMuseums([from, to]: readonly [string, string], registry: RegistryClient): Promise<Outcome> {
  const load = async (museumId: string) => {
    const { remotes } = await registry.call({ method: 'GET', path: `/museums/${museumId}/set`, response: setAnswerSchema });
    return new Map(Object.entries(remotes).map(([name, { version }]) => [name, version]));
  };
  const differences = compare(await load(from), await load(to));
  const text = differences.length === 0 ? 'Both run the same.' : differenceTable(['remote', from, to], differences);
  return { json: { museums: [from, to], differences }, text };
}

async function diffVersions({ name, from, to }: { name: string; from: string; to: string }, registry: RegistryClient): Promise<Outcome> {
  const load = (version: string) =>
    registry.call({ method: 'GET', path: `/remotes/${name}/versions/${version}`, response: versionDetailsSchema });
  const [before, after] = [await load(from), await load(to)];
  const differences = compareVersions(before, after);
  const { ranges, files, packages, texts } = differences;
  const section = (title: string, table: readonly Difference<unknown>[] | undefined, what: string) => {
    if (!table) return `${title}: not known, one of the builds does not say`;
    return table.length === 0 ? `${title}: the same` : `${title}:\n${differenceTable([what, from, to], table)}`;
  };
  const text = [
    describeVersion(before),
    describeVersion(after),
    section('Ranges', ranges, 'of'),
    section('Files, in bytes', files, 'file'),
    section('Packages', packages, 'package'),
    section('Texts', texts, 'text'),
  ].join('\n\n');
  return { json: { name, from: said(before), to: said(after), ...differences }, text };
}

const said = ({ version, publishedAt, actor, bytes, note, author, provenance }: VersionDetails) => ({
  ...{ version, publishedAt, actor, bytes },
  ...(note !== undefined && { note }),
  ...(author !== undefined && { author }),
  ...(provenance && { provenance }),
});

function describeVersion({ name, version, publishedAt, actor, bytes, note, author, provenance }: VersionDetails): string {
  const by = author === undefined ? actor : `${author} (${actor})`;
  const origin = provenance ? `, built from ${provenance.repository} at ${provenance.commit}` : '';
  return `${name} ${version}, ${publishedAt}, by ${by}, ${bytes} bytes${origin}${note === undefined ? '' : `\n  ${note}`}`;
}

const differenceTable = (headings: readonly string[], rows: readonly Difference<unknown>[]) =>
  formatTable(
    headings,
    rows.map(({ what, from, to }) => [what, String(from ?? '-'), String(to ?? '-')]),
  );

export const whoRuns: Command = {
  options: {},
  async run(given, environment) {
    const [text = ''] = readPositionals(given, 'one package such as react-dom@19.3.0');
    const at = text.indexOf('@', 1);
    const [name, range] = at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
    const query = new URLSearchParams({ name: name ?? '', ...(range && { range }) });
    const registry = await environment.registry();
    const json = await registry.call({ method: 'GET', path: `/packages?${query}`, response: packageUsersSchema });
    const rows = json.users.map(({ remote, release, version, museums: of }) => [remote, release ?? '', version, of.join(' ')]);
    const found = rows.length === 0 ? `Nobody runs ${text}.` : formatTable(['remote', 'release', 'package', 'museums'], rows);
    const unknown = json.unknown.length === 0 ? '' : `\nThese do not say what they consist of: ${json.unknown.join(', ')}.`;
    return { json, text: found + unknown };
  },
};

export const sbom: Command = {
  options: {},
  async run(given, environment) {
    const [release = ''] = readPositionals(given, 'one release such as visit@1.9.0');
    const { name, version } = readRelease(release);
    const registry = await environment.registry();
    const json = await registry.call({ method: 'GET', path: `/remotes/${name}/versions/${version}/sbom`, response: z.looseObject({}) });
    return { json, text: JSON.stringify(json, null, 2) };
  },
};
