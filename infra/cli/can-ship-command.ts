import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { readMuseumId, readPositionals, readRelease } from '@enfilade/server/registry/actions/arguments';
import { playsFile } from '@enfilade/server/registry/publish/build-files';
import { releaseSchema } from '@enfilade/server/registry/state/releases';
import { overviewSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { exhibitionName } from '@enfilade/shared-contracts/museum/profile-texts';
import { fillPlay, type Play, type PlayWords, playsSchema } from '@enfilade/shared-contracts/remote/play';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import { startDevServer } from '@enfilade/tooling/dev/dev-server';
import { createLocalBuilds, type LocalBuild } from '@enfilade/tooling/dev/local-builds';
import { probeSite } from '@enfilade/tooling/dev/probe-site';
import { browserStateOf, type FoundMuseum, loadMuseum } from '@enfilade/tooling/dev/start-at';
import { DevError } from '@enfilade/tooling/dev/terminal';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { type Command, type CommandEnvironment, CommandFailedError, formatTable, type RegistryClient } from './command.ts';
import { readBuild } from './release-commands.ts';
import { type PlayTask, runPlay } from './run-play.ts';

export const canShip: Command = {
  usage: 'NAME@VERSION|DIR [--museum ID…]',
  help: 'runs the plays of a version, or of a build, in the pages of the site, at all or the named museums; exits with 1 if a play fails or there are none',
  options: { museum: { type: 'string', multiple: true } },
  async run(given, environment) {
    const [what = ''] = readPositionals(given, 'one release such as visit@1.9.0, or one built folder');
    const folder = path.resolve(environment.cwd, what);
    const { registryUrl: site } = environment;
    const named = [given.values['museum'] ?? []].flat().map((text) => readMuseumId(String(text)));
    const { build, plays } = existsSync(folder) ? await readFolder(folder) : await readPublished(readRelease(what), environment);
    const { name, version, contract } = build.release;
    if (plays.length === 0) {
      const text = `${name} ${version} has no plays, so nothing shows that it can ship. Write testing/plays.ts.`;
      return { json: { name, version, canShip: false, museums: [] }, text, isFailure: true };
    }
    const museumIds = named.length > 0 ? named : await listMuseums(await environment.registry(), name);
    try {
      await probeSite(site, { contract, withHost: false });
      const museums = await Promise.all(museumIds.map((museumId) => playsOf(museumId, { site, build, plays })));
      await playAll(museums, { build, site, launchBrowser: environment.launchBrowser });
      return outcomeOf(build, museums);
    } catch (error) {
      if (error instanceof DevError) throw new CommandFailedError(error.message, { cause: error });
      throw error;
    }
  },
};

interface Played {
  build: LocalBuild;
  plays: readonly Play[];
}

/** @throws BuildRefusedError if the registry would refuse the build */
async function readFolder(folder: string): Promise<Played> {
  const { build } = await readBuild(folder, {});
  const plays = parseJson(build.private.get(playsFile)?.toString('utf8') ?? '[]');
  return { build: { release: build.release, files: build.served }, plays: playsSchema.parse(plays) };
}

/** Pages load the files of a published version from the site. @throws CommandFailedError */
async function readPublished({ name, version }: { name: string; version: string }, environment: CommandEnvironment): Promise<Played> {
  const registry = await environment.registry();
  const response = z.strictObject({ release: releaseSchema, plays: z.optional(playsSchema) });
  const recorded = await registry.call({ method: 'GET', path: `/remotes/${name}/versions/${version}/release`, response });
  const { plays = [], ...release } = recorded;
  return { build: { ...release, files: new Map() }, plays };
}

/** The token may not see every museum. */
async function listMuseums(registry: RegistryClient, name: string): Promise<string[]> {
  const { museums } = await registry.call({ method: 'GET', path: '/overview', response: overviewSchema });
  return museums.filter(({ leftOut = [] }) => !leftOut.includes(name)).map(({ museumId }) => museumId);
}

interface MuseumPlays {
  museumId: string;
  tasks: readonly PlayTask[];
  failed: { play: string; problem: string }[];
}

/** @throws CommandFailedError if the site lacks the museum */
async function playsOf(museumId: string, { site, build, plays }: Played & { site: string }): Promise<MuseumPlays> {
  const found = await loadMuseum(site, museumId);
  if (!found) throw new CommandFailedError(`${site} has no museum ${museumId}.`);
  const [route] = build.release.declaration.routes;
  const ofMuseum = route === undefined ? [] : plays.filter((play) => isTrueOf(play, found));
  return { museumId, tasks: ofMuseum.map((play) => taskOf(play, { found, build, route: route ?? '' })), failed: [] };
}

function isTrueOf(play: Play, { museum, profile }: FoundMuseum): boolean {
  const { entryScreen, asks, hasSeveralExhibitions } = play.where ?? {};
  if (museum.exhibitions.length === 0 && (play.visitor?.hasExhibition || JSON.stringify(play).includes('{{exhibition.'))) return false;
  if (entryScreen !== undefined && profile.entryScreen !== entryScreen) return false;
  if (asks !== undefined && !questionsFor({ profile, language: 'en' }).some(({ id }) => id === asks)) return false;
  return hasSeveralExhibitions === undefined || museum.exhibitions.length > 1 === hasSeveralExhibitions;
}

function taskOf(play: Play, { found, build, route }: { found: FoundMuseum; build: LocalBuild; route: string }): PlayTask {
  const { museum, profile } = found;
  const { visitor = {} } = play;
  const { language = 'en' } = visitor;
  const [exhibition] = museum.exhibitions;
  const words: PlayWords = {
    'museum.id': museum._id,
    'museum.name': museum.name,
    'exhibition.id': exhibition?._id ?? '',
    'exhibition.name': exhibition ? exhibitionName(profile, exhibition, language) : '',
    guide: localize(profile.guideName, language),
  };
  return {
    release: build.release,
    path: route,
    play: fillPlay(play, words),
    held: browserStateOf(visitor, found, language),
  };
}

/** A page for each processor, and another page that uses the processor while a page waits for the network. */
const pagesAtOnce = availableParallelism() + 1;

async function playAll(
  museums: readonly MuseumPlays[],
  { build, site, launchBrowser }: { build: LocalBuild; site: string; launchBrowser: CommandEnvironment['launchBrowser'] },
): Promise<void> {
  const builds = createLocalBuilds();
  builds.put(build);
  // The outcome of a play already contains the reports of its page.
  const server = await startDevServer({ builds, terminal: { say() {}, problem() {} }, port: 0, siteOrigin: async () => site });
  let browser: Browser | undefined;
  try {
    const opened = await launchBrowser();
    browser = opened;
    const waiting = museums.flatMap(({ tasks, failed }) => tasks.map((task) => ({ task, failed }))).values();
    const playNext = async () => {
      for (const { task, failed } of waiting) {
        const problem = await runPlay(opened, server.origin, task);
        if (problem !== undefined) failed.push({ play: task.play.name, problem });
      }
    };
    await Promise.all(Array.from({ length: pagesAtOnce }, playNext));
  } finally {
    await browser?.close();
    await server.close();
  }
}

function outcomeOf({ release: { name, version } }: LocalBuild, museums: readonly MuseumPlays[]) {
  const rows = museums.map(({ museumId, tasks: { length }, failed }) => {
    const words = failed.length > 0 ? `${failed.length} of ${length} failed` : `ok, ${length}`;
    return [museumId, length === 0 ? 'no play applies' : words];
  });
  const failures = museums.flatMap(({ museumId, failed }) =>
    failed.map(({ play, problem }) => `${name} ${version} at ${museumId}: “${play}”: ${problem}`),
  );
  const plays = museums.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const verdict = failures.length > 0 ? `cannot ship: ${failures.length} of ${plays} plays failed` : `can ship: ${plays} plays passed`;
  return {
    json: {
      ...{ name, version, canShip: failures.length === 0 },
      museums: museums.map(({ tasks, ...museum }) => ({ ...museum, plays: tasks.length })),
    },
    text: [formatTable(['museum', 'plays'], rows), ...failures, `${name} ${version} ${verdict}.`].join('\n'),
    isFailure: failures.length > 0,
  };
}
