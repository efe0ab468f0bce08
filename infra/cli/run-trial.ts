import { mkdtemp } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { RecordSource } from '@enfilade/server/main/played-services';
import type { TrialModule, TrialMuseum, TrialSite } from '@enfilade/server/main/trial-site';
import type { WholeRelease } from '@enfilade/server/registry/registry';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { exhibitionName } from '@enfilade/shared-contracts/museum/exhibition-name';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { fillPlay, type Play, type PlayWords } from '@enfilade/shared-contracts/remote/play';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import { answersOf } from '@enfilade/shared-contracts/visit/visit-states';
import type { Browser } from 'playwright-core';
import { type PlayTask, runPlay } from './run-play.ts';
import type { Cell, Round } from './trial-plan.ts';
import type { CellResult } from './trial-results.ts';

/** A museum as plays see it. */
export interface PlayedMuseum extends TrialMuseum {
  museum: Museum;
}

export interface TrialOptions {
  trial: TrialModule;
  browser: Browser;
  /** A folder of its own. */
  folder: string;
  demoContentDir: string;
  museums: ReadonlyMap<string, PlayedMuseum>;
  /** By name and version, as `visit 1.9.0`. */
  releases: ReadonlyMap<string, WholeRelease & { plays?: readonly Play[] | undefined }>;
  hosts: readonly { version: string; folder: string }[];
  records: RecordSource;
  onProgress(line: string): void;
}

interface Task extends PlayTask {
  cell: CellResult & { failed: { play: string; problem: string }[] };
}

/** A page for each processor, and one that waits for its network meanwhile. */
const pagesAtOnce = () => availableParallelism() + 1;

/** Plays the plays of every cell of every round in every host, several pages at a time, each page at a site of its own. */
export async function runTrial(rounds: readonly Round[], options: TrialOptions): Promise<CellResult[]> {
  const results: CellResult[] = [];
  for (const round of rounds) {
    const folder = await mkdtemp(path.join(options.folder, 'round-'));
    const releases = [...options.releases.values()];
    const refused = await options.trial.prepareTrial({ folder, releases, museums: [...options.museums.values()], pins: round.pins });
    for (const host of options.hosts) {
      const cells = round.cells.map((cell) => ({ ...cell, host: host.version, plays: 0, failed: [] as Task['cell']['failed'] }));
      const tasks = cells.flatMap((cell) => tasksOf(cell, options));
      for (const cell of cells) {
        const problem = refused.get(`${cell.name} ${cell.version}`);
        if (problem !== undefined) cell.failed.push({ play: 'loading', problem });
      }
      await playAll(
        tasks.filter(({ cell }) => cell.failed.length === 0),
        { ...options, folder, hostDir: host.folder },
      );
      options.onProgress(
        `Host ${host.version}: ${tasks.length} plays, ${cells.reduce((sum, { failed }) => sum + failed.length, 0)} failed.`,
      );
      results.push(...cells);
    }
  }
  return results;
}

function tasksOf(cell: Task['cell'], { museums, releases, trial }: TrialOptions): Task[] {
  const museum = museums.get(cell.museumId);
  const release = releases.get(`${cell.name} ${cell.version}`);
  const path = release?.declaration?.routes[0];
  if (!museum || path === undefined) return [];
  const tasks = (release?.plays ?? [])
    .filter((play) => isTrueOf(play, museum))
    .map((play) => ({ ...taskOf(cell, play, museum, trial), path, cell }));
  cell.plays = tasks.length;
  return tasks;
}

/** Whether the museum is one that the play speaks of. */
function isTrueOf(play: Play, { museum, profile }: Pick<PlayedMuseum, 'museum' | 'profile'>): boolean {
  const { entryScreen, asks, hasSeveralExhibitions } = play.where ?? {};
  if (museum.exhibitions.length === 0 && (play.visitor?.hasExhibition || JSON.stringify(play).includes('{{exhibition.'))) return false;
  if (entryScreen !== undefined && profile.entryScreen !== entryScreen) return false;
  if (asks !== undefined && !questionsFor({ profile, language: 'en' }).some(({ id }) => id === asks)) return false;
  return hasSeveralExhibitions === undefined || museum.exhibitions.length > 1 === hasSeveralExhibitions;
}

function taskOf(
  { name, version }: Cell,
  play: Play,
  { museum, profile }: PlayedMuseum,
  { trialOperator }: TrialModule,
): Omit<PlayTask, 'path'> {
  const { visitor = {} } = play;
  const { language = 'en' } = visitor;
  const [exhibition] = museum.exhibitions;
  const words: PlayWords = {
    'museum.id': museum._id,
    'museum.name': museum.name,
    'exhibition.id': exhibition?._id ?? '',
    'exhibition.name': exhibition ? exhibitionName(profile, exhibition, language) : '',
    guide: localize(profile.guideName, language),
    'operator.name': trialOperator.name,
    'operator.password': trialOperator.password,
  };
  return {
    release: { name, version },
    play: fillPlay(play, words),
    visitor: {
      museumId: museum._id,
      exhibitionId: visitor.hasExhibition ? exhibition?._id : undefined,
      answers: answersOf(visitor, { profile, language }),
    },
  };
}

interface Playing extends Pick<TrialOptions, 'trial' | 'browser' | 'demoContentDir' | 'records'> {
  folder: string;
  hostDir: string;
}

/** Each page takes the next play; the services behind its site know which one. */
async function playAll(tasks: readonly Task[], { browser, trial, ...options }: Playing): Promise<void> {
  const problems = new Map<Task, string | undefined>();
  const waiting = tasks.values();
  const playNext = async () => {
    let site: TrialSite | undefined;
    try {
      for (const task of waiting) {
        site ??= await trial.startTrialSite({ ...options, dataDir: await mkdtemp(path.join(options.folder, 'site-')) });
        problems.set(task, await runPlay(browser, site, task));
      }
    } finally {
      await site?.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(pagesAtOnce(), tasks.length) }, playNext));
  // In their own order, whichever came first.
  for (const task of tasks) {
    const problem = problems.get(task);
    if (problem !== undefined) task.cell.failed.push({ play: task.play.name, problem });
  }
}
