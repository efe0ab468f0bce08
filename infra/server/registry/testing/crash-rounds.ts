import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { createRsbuild } from '@rsbuild/core';
import { expect } from '@rstest/core';
import type { JournalRecord } from '../actions/actions.ts';
import type { Registry } from '../registry.ts';
import { openOwnRegistry, silentLog } from './temporary-registry.ts';

export const crashSteps = ['version-published', 'rollout-started', 'rollout-changed', 'rollout-halted', 'pin-set', 'rolled-back'] as const;
/** A publish writes for tens of milliseconds, other steps for one or two. */
const longestMs = { 'version-published': 48, other: 3 };

interface CrashHome {
  dataDir: string;
  databaseUrl?: string;
}

interface CrashRound {
  step: (typeof crashSteps)[number];
  /** Actions of the records that were acknowledged before the process died. */
  acknowledged: string[];
  /** The action that began and was not acknowledged. */
  unanswered: string | undefined;
}

export async function bundleProgram(source: string, folder: string): Promise<string> {
  const require = createRequire(import.meta.url);
  const rsbuild = await createRsbuild({
    rsbuildConfig: {
      mode: 'development',
      logLevel: 'error',
      source: { entry: { program: source } },
      output: {
        target: 'node',
        module: true,
        sourceMap: false,
        distPath: { root: folder },
        filename: { js: '[name].mjs' },
        externals: { libsql: require.resolve('libsql'), pg: path.join(path.dirname(require.resolve('pg/package.json')), 'esm/index.mjs') },
      },
    },
  });
  await rsbuild.build();
  return path.join(folder, 'program.mjs');
}

type Moment = (step: CrashRound['step'], round: number) => Promise<unknown>;

/** The moment of the step differs in each round, so that each write is the last write of a round. */
function someMomentIn(step: CrashRound['step'], round: number): Promise<void> {
  const longest = step === 'version-published' ? longestMs[step] : longestMs.other;
  // 72 rounds cover every moment of every step.
  const moment = (Math.floor(round / crashSteps.length) + round * 5) % 12;
  return wait((longest * moment) / 12);
}

export async function runAndKill(
  script: string,
  { dataDir, databaseUrl }: CrashHome,
  round: number,
  moment: Moment = someMomentIn,
): Promise<CrashRound> {
  const step = crashSteps[round % crashSteps.length] ?? 'version-published';
  const args = [script, dataDir, String(round), step, ...(databaseUrl ? [databaseUrl] : [])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (line === `begin ${step}`) void moment(step, round).then(() => child.kill('SIGKILL'));
  }
  const [, signal] = await exited;
  if (signal !== 'SIGKILL') throw new Error(`The gateway of round ${round} ended by itself after ${said.join(', ') || 'nothing'}.`);
  const actionsOf = (word: string) => said.filter((line) => line.startsWith(word)).map((line) => line.slice(word.length));
  const acknowledged = actionsOf('done ');
  return { step, acknowledged, unanswered: actionsOf('begin ').find((action) => !acknowledged.includes(action)) };
}

export async function wholeJournal(registry: Pick<Registry, 'audit'>): Promise<JournalRecord[]> {
  const records: JournalRecord[] = [];
  for (;;) {
    const page = await registry.audit(records.length);
    if (page.length === 0) return records;
    records.push(...page);
  }
}

/** A round changes only its own museum and version. */
function isOfRound({ payload }: JournalRecord, round: number): boolean {
  if ('museumId' in payload) return payload.museumId === String(round).padStart(24, '0');
  return 'version' in payload && payload.version === `1.${round}.0`;
}

/** Published versions whose entry is missing or has another length. */
async function tornVersions(registry: Registry, records: readonly JournalRecord[]): Promise<string[]> {
  const torn: string[] = [];
  for (const { action, payload } of records) {
    if (action !== 'version-published') continue;
    const entry = registry.artifact(payload.name, payload.version, 'remoteEntry.js');
    const stored = entry && (await readFile(entry.path).catch(() => undefined));
    if (stored?.length !== entry?.bytes) torn.push(payload.version);
  }
  return torn;
}

/** Checks the journal and files after each kill. */
export async function expectWholeAfterKills(script: string, home: CrashHome, kills: number): Promise<void> {
  let before: JournalRecord[] = [];
  const killedIn = new Set<string>();
  for (let round = 0; round < kills; round++) {
    const { step, acknowledged, unanswered } = await runAndKill(script, home, round);
    killedIn.add(step);
    // Opening verifies the chain.
    const registry = await openOwnRegistry({ ...home, clock: systemClock, log: silentLog });
    try {
      const records = await wholeJournal(registry);
      expect(records.map(({ seq }) => seq)).toEqual(records.map((_, at) => at + 1));
      expect(records.slice(0, before.length)).toEqual(before);
      // The unacknowledged action may have happened or not.
      const added = records.slice(before.length);
      expect([acknowledged, [...acknowledged, unanswered]]).toContainEqual(added.map(({ action }) => action));
      expect(added.every((record) => isOfRound(record, round))).toBe(true);
      before = records;
      expect(await tornVersions(registry, records)).toEqual([]);
    } finally {
      await registry.close();
    }
  }
  expect(killedIn).toEqual(new Set(crashSteps));
}
