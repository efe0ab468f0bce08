import {
  type Arguments,
  nameReleases,
  readMuseumId,
  readPositionals,
  readRelease,
  UsageError,
} from '@enfilade/server/registry/actions/arguments';
import { type MuseumOverview, overviewSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { contractsSchema, type VersionDetails, versionDetailsSchema } from '@enfilade/shared-contracts/api/version-schemas';
import semver from 'semver';
import { z } from 'zod';
import { type Command, formatTable, NotFoundError, type Outcome, type RegistryClient } from './command.ts';
import { compare, compareVersions, type Difference } from './compare-versions.ts';
import { setAnswerSchema } from './museum-commands.ts';

export const museums: Command = {
  usage: '',
  help: 'shows what each museum pins, follows and rolls out',
  options: {},
  async run(given, environment) {
    readPositionals(given);
    const json = await (await environment.registry()).call({ method: 'GET', path: '/overview', response: overviewSchema });
    const { default: usual } = json;
    const rows = json.museums.map((museum) => [
      museum.museumId,
      museum.name,
      describeOwn(museum, usual.screens),
      describeRollouts(museum),
      String(museum.sequence),
    ]);
    const screens = Object.entries(usual.screens).map(([name, { version }]) => [
      name,
      json.declarations?.[name]?.title['en'] ?? '-',
      version,
    ]);
    const text = [
      formatTable(['museum', 'name', 'other than the default', 'rolls out', 'set'], rows),
      `\nThe default of all museums, set ${usual.sequence}, rolls out: ${describeRollouts(usual)}`,
      formatTable(['screen', 'in the console', 'version'], screens),
      "\nThe number of a set is the number of the audit log's record that made the set.",
    ];
    return { json, text: text.join('\n') };
  },
};

function describeOwn({ screens }: Pick<MuseumOverview, 'screens'>, usual: MuseumOverview['screens']): string {
  const own = Object.entries(screens)
    .filter(([name, { version, pinned }]) => pinned || version !== usual[name]?.version)
    .map(([name, { version, pinned }]) => (pinned ? `${name} ${version} (pinned)` : `${name} ${version}`));
  const without = Object.keys(usual).flatMap((name) => (screens[name] ? [] : [`without ${name}`]));
  return [...own, ...without].join(', ') || '-';
}

function describeRollouts({ rollouts }: Pick<MuseumOverview, 'rollouts'>): string {
  const running = rollouts.filter(({ halted }) => halted === null);
  return running.map(({ versions, percent }) => `${nameReleases(versions)} to ${percent} %`).join('; ') || '-';
}

export const diff: Command = {
  usage: 'NAME@VERSION NAME@VERSION | --museum ID --museum ID',
  help: 'compares two versions (ranges, files, bytes, texts), or the versions of two museums',
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
  throw new UsageError('Either two --museum ID or two releases such as visit@1.8.0 visit@1.9.0 must be given');
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
  const { ranges, files, texts } = differences;
  const section = (title: string, table: readonly Difference<unknown>[] | undefined, what: string) => {
    if (!table) return `${title}: unknown, because one of the builds does not state it`;
    return table.length === 0 ? `${title}: the same` : `${title}:\n${differenceTable([what, from, to], table)}`;
  };
  const text = [
    describeVersion(before),
    describeVersion(after),
    section('Ranges', ranges, 'of'),
    section('Files, in bytes', files, 'file'),
    section('Texts', texts, 'text'),
  ].join('\n\n');
  return { json: { name, from: said(before), to: said(after), ...differences }, text };
}

const said = ({ version, publishedAt, actor, bytes, note, author }: VersionDetails) => ({
  ...{ version, publishedAt, actor, bytes },
  ...(note !== undefined && { note }),
  ...(author !== undefined && { author }),
});

function describeVersion({ name, version, publishedAt, actor, bytes, note, author }: VersionDetails): string {
  const by = author === undefined ? actor : `${author} (${actor})`;
  return `${name} ${version}, ${publishedAt}, by ${by}, ${bytes} bytes${note === undefined ? '' : `\n  ${note}`}`;
}

const differenceTable = (headings: readonly string[], rows: readonly Difference<unknown>[]) =>
  formatTable(
    headings,
    rows.map(({ what, from, to }) => [what, String(from ?? '-'), String(to ?? '-')]),
  );

/** CycloneDX: https://cyclonedx.org/docs/1.6/json/ */
const billSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ group: z.string().optional(), name: z.string(), version: z.string().default('') })),
});

/** Maps `host` and `name version` to the museums that run the version. */
async function loadRunning(registry: RegistryClient): Promise<Map<string, Set<string>>> {
  const overview = await registry.call({ method: 'GET', path: '/overview', response: overviewSchema });
  const places = [{ museumId: '*', ...overview.default }, ...overview.museums];
  const running = new Map([['host', new Set(places.map(({ museumId }) => museumId))]]);
  for (const { museumId, screens, rollouts } of places) {
    const ofRollouts = rollouts.filter(({ halted }) => halted === null).flatMap(({ versions }) => Object.entries(versions));
    const ofSet = Object.entries(screens).map(([remote, { version }]) => [remote, version] as const);
    for (const release of [...ofSet, ...ofRollouts].map((each) => each.join(' ')))
      running.set(release, (running.get(release) ?? new Set()).add(museumId));
  }
  return running;
}

/** Undefined if the build has no bill of materials. */
async function loadPackages(registry: RegistryClient, running: string) {
  const path = running === 'host' ? '/host/sbom' : `/remotes/${running.replace(' ', '/versions/')}/sbom`;
  const bill = await registry.call({ method: 'GET', path, response: z.looseObject({}) }).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
  const components = billSchema.safeParse(bill).data?.components;
  return components?.map(({ group, name, version }) => ({ name: group === undefined ? name : `${group}/${name}`, version }));
}

export const whoRuns: Command = {
  usage: 'PACKAGE[@RANGE]',
  help: 'lists the host and the versions in use that bundle an npm package, and the museums that run them',
  options: {},
  async run(given, environment) {
    const [text = ''] = readPositionals(given, 'one package such as react-dom@19.3.0');
    const [, asked = '', range = '*'] = /^(.[^@]*)(?:@(.*))?$/.exec(text) ?? [];
    if (semver.validRange(range) === null) throw new UsageError(`"${range}" must be a version or a range of versions`);
    const registry = await environment.registry();
    const users: { remote: string; release: string; version: string; museums: string[] }[] = [];
    const unknown: string[] = [];
    for (const [running, museums] of await loadRunning(registry)) {
      const [remote = '', release = ''] = running.split(' ');
      const packages = await loadPackages(registry, running);
      if (!packages) unknown.push(running);
      const found = packages?.filter(
        ({ name, version }) => name === asked && semver.satisfies(version, range, { includePrerelease: true }),
      );
      users.push(...(found ?? []).map(({ version }) => ({ remote, release, version, museums: [...museums] })));
    }
    const rows = users.map(({ remote, release, version, museums: of }) => [remote, release, version, of.join(' ')]);
    const table = rows.length === 0 ? `Nobody runs ${text}.` : formatTable(['remote', 'release', 'package', 'museums'], rows);
    const silent = unknown.length === 0 ? '' : `\nThese versions have no bill of materials: ${unknown.join(', ')}.`;
    return { json: { users, unknown }, text: table + silent };
  },
};

export const sbom: Command = {
  usage: 'NAME@VERSION',
  help: 'prints the parts of a version, as CycloneDX',
  options: {},
  async run(given, environment) {
    const [release = ''] = readPositionals(given, 'one release such as visit@1.9.0');
    const { name, version } = readRelease(release);
    const registry = await environment.registry();
    const json = await registry.call({ method: 'GET', path: `/remotes/${name}/versions/${version}/sbom`, response: z.looseObject({}) });
    return { json, text: JSON.stringify(json, null, 2) };
  },
};

export const contracts: Command = {
  usage: '',
  help: 'lists the contracts that the host satisfies, and who needs each',
  options: {},
  async run(given, environment) {
    readPositionals(given);
    const json = await (await environment.registry()).call({ method: 'GET', path: '/contracts', response: contractsSchema });
    const rows = json.contracts.map(({ version, uses }) => [
      version,
      uses.map(({ museumId, name, version: used }) => `${name}@${used} ${museumId}`).join(', '),
    ]);
    return { json, text: formatTable(['contract', 'needed by'], rows) };
  },
};
