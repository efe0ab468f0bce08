import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hostVersion } from '@enfilade/server/registry/artifacts/host-builds';
import { gateSchema } from '@enfilade/shared-contracts/api/version-schemas';
import { z } from 'zod';
import { museumOrAllOptions, readMuseumKey, readMuseums as readNamedMuseums, readPositionals, readRelease } from './arguments.ts';
import { type Arguments, type Command, type CommandEnvironment, CommandFailedError, type RegistryClient, UsageError } from './command.ts';
import { type PlayedMuseum, runTrial } from './run-trial.ts';
import {
  createRecordSource,
  listMuseums,
  readDefaults,
  readHosts,
  readMuseum,
  readTrialMuseum,
  readRelease as readWholeRelease,
} from './site-reader.ts';
import { type NamedRelease, planHost, planRelease, releasesOf } from './trial-plan.ts';
import { formatResults, hasFailed, type TrialResults, trialsOf } from './trial-results.ts';

export const canShip: Command = {
  options: {
    museum: { type: 'string', multiple: true },
    all: { type: 'boolean' },
    host: { type: 'string', multiple: true },
    gate: { type: 'boolean' },
  },
  async run(given, environment) {
    const { release, folders, museums } = readWanted(given, environment.cwd);
    const registry = await environment.registry();
    const museumIds = museums === '*' ? await listMuseums(registry) : museums;
    const folder = await mkdtemp(path.join(tmpdir(), 'enfilade-can-ship-'));
    try {
      const results = await tryAll({ registry, environment, folder, release, folders, museumIds });
      if (given.values['gate'] === true) await storeTrials(registry, results);
      // Of a version without plays nobody can say that it holds; a host is no worse for those that are out.
      const isSilent = release !== undefined && results.silent.length > 0;
      const isFailure = isSilent || hasFailed(results);
      return {
        json: { ...results, ofOperators: [...results.ofOperators], canShip: !isFailure },
        text: `${formatResults(results)}\n${verdict(results, isFailure)}`,
        isFailure,
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

interface Wanted {
  /** Absent: the hosts are what is tried. */
  release: NamedRelease | undefined;
  /** Built hosts on this machine. */
  folders: readonly string[];
  museums: readonly string[] | '*';
}

/** @throws UsageError */
function readWanted(given: Arguments, cwd: string): Wanted {
  const { positionals, values } = given;
  const release = positionals.length > 0 ? readRelease(readPositionals(given, 'one release such as visit@1.9.0')[0] ?? '') : undefined;
  const folders = [values['host'] ?? []].flat().map((folder) => path.resolve(cwd, String(folder)));
  const museums = readNamedMuseums(given);
  if (release && !museums) throw new UsageError('--museum ID, once for each, or --all must be given');
  if (!release && folders.length === 0)
    throw new UsageError('A release such as visit@1.9.0, or --host DIR with a built host, must be given');
  return { release, folders, museums: museums ?? '*' };
}

interface TrialRequest extends Omit<Wanted, 'museums'> {
  registry: RegistryClient;
  environment: CommandEnvironment;
  folder: string;
  museumIds: readonly string[];
}

async function tryAll({ registry, environment, folder, release, folders, museumIds }: TrialRequest): Promise<TrialResults> {
  // What is missing on this machine is said before anything is asked of the site.
  const trial = await environment.loadTrial();
  const browser = await environment.launchBrowser();
  try {
    const hosts = [
      ...(release ? await readHosts(registry, path.join(folder, 'hosts')) : []),
      ...(await Promise.all(folders.map(nameHost))),
    ];
    if (hosts.length === 0) throw new CommandFailedError('The site keeps no build of its host; name one with --host.');
    const { rounds, ofOperators } = await planRounds({ registry, release, museumIds });
    const records = createRecordSource(registry.url);
    const museums = await readMuseums(registry.url, records, museumIds);
    const releases = new Map<string, Awaited<ReturnType<typeof readWholeRelease>>>();
    for (const one of releasesOf(rounds)) releases.set(`${one.name} ${one.version}`, await readWholeRelease(registry, one));
    const { demoContentDir, progress: onProgress } = environment;
    const cells = await runTrial(rounds, { trial, browser, folder, demoContentDir, museums, releases, hosts, records, onProgress });
    const tried = new Set(cells.map(({ name, version }) => `${name} ${version}`));
    const silent = [...releases].flatMap(([key, { release: one, plays }]) => (tried.has(key) && !plays?.length ? [one] : []));
    return {
      cells,
      ofOperators,
      hosts: hosts.map(({ version, from }) => ({ version, from })),
      silent: silent.map(({ name, version }) => ({ name, version })),
    };
  } finally {
    await browser.close();
  }
}

/** A built host goes by the folder that it was built in. */
async function nameHost(folder: string) {
  return { version: await hostVersion(folder), from: path.basename(path.dirname(folder)), folder };
}

async function readMuseums(site: string, records: ReturnType<typeof createRecordSource>, museumIds: readonly string[]) {
  const museums = new Map<string, PlayedMuseum>();
  for (const museumId of museumIds) {
    const response = await records.response(museumId);
    if (!response) throw new CommandFailedError(`The site does not say what museum ${museumId} is.`);
    museums.set(museumId, { ...(await readTrialMuseum(site, response)), museum: response.museum });
  }
  return museums;
}

async function planRounds({ registry, release, museumIds }: Pick<TrialRequest, 'registry' | 'release' | 'museumIds'>) {
  const ofDefault = await readDefaults(registry);
  const museums = [];
  for (const museumId of museumIds) museums.push(await readMuseum(registry, museumId, release === undefined));
  const site = { museums, ...ofDefault };
  return { rounds: release ? planRelease(release, site) : planHost(site), ofOperators: site.ofOperators };
}

async function storeTrials(registry: RegistryClient, results: TrialResults): Promise<void> {
  for (const { name, version, ...json } of trialsOf(results)) {
    if (results.silent.some((one) => one.name === name && one.version === version)) continue;
    await registry.call({ method: 'POST', path: `/remotes/${name}/versions/${version}/trials`, json, response: z.looseObject({}) });
  }
}

function verdict({ cells }: TrialResults, isFailure: boolean): string {
  const plays = cells.reduce((sum, cell) => sum + cell.plays, 0);
  const failed = cells.reduce((sum, cell) => sum + cell.failed.length, 0);
  if (!isFailure) return `It can ship: ${plays} plays held.`;
  return failed > 0 ? `It cannot ship: ${failed} of ${plays} plays failed.` : 'It cannot ship: nobody has said what must hold.';
}

export const gate: Command = {
  options: museumOrAllOptions,
  async run(given, environment) {
    const wanted = given.positionals.length > 0 ? readSwitch(given) : undefined;
    const museumId = readMuseumKey(given);
    const registry = await environment.registry();
    const at = `/museums/${museumId}/gate`;
    const json =
      wanted === undefined
        ? await registry.call({ method: 'GET', path: at, response: gateSchema })
        : await registry.call({ method: 'PUT', path: at, json: { isRequired: wanted }, response: gateSchema });
    const whose = museumId === '*' ? 'Every museum that says nothing itself' : `Museum ${museumId}`;
    const what = json.isRequired
      ? 'takes only versions that were tried there by `can-ship --gate` and did not fail'
      : 'takes every version';
    return { json, text: `${whose} ${what}.` };
  },
};

function readSwitch(given: Arguments): boolean {
  const [word] = readPositionals(given, 'on or off');
  if (word === 'on' || word === 'off') return word === 'on';
  throw new UsageError(`"${word}" is neither on nor off`);
}
