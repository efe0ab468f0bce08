import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createRsbuild } from '@rsbuild/core';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import type { JournalRecord } from './journal/record.ts';
import { openRegistry } from './open-registry.ts';
import type { Registry } from './registry.ts';
import { createTickingClock, silentLog } from './testing/temporary-registry.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'enfilade-crash-'));
  await bundlePublisher();
});
afterAll(() => rm(root, { recursive: true }));

/** Makes a script that plain Node can run of the crashing publisher. */
async function bundlePublisher(): Promise<void> {
  const require = createRequire(import.meta.url);
  const rsbuild = await createRsbuild({
    rsbuildConfig: {
      mode: 'development',
      logLevel: 'error',
      source: { entry: { publisher: path.join(import.meta.dirname, 'testing/crashing-publisher.ts') } },
      output: {
        target: 'node',
        module: true,
        distPath: { root },
        filename: { js: '[name].mjs' },
        externals: { libsql: require.resolve('libsql') },
      },
    },
  });
  await rsbuild.build();
}

/** Runs the publisher, kills it after it acknowledged so many changes and a moment more. @returns what it acknowledged */
async function runAndKill(round: number): Promise<string[]> {
  const child = spawn(process.execPath, [path.join(root, 'publisher.mjs'), path.join(root, 'data'), String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    // A little later each round, so that every step of a publish gets its turn to be the last.
    if (said.length === 3) setTimeout(() => child.kill('SIGKILL'), round * 3);
  }
  expect((await exited)[1]).toBe('SIGKILL');
  return said.slice(1);
}

async function wholeJournal(registry: Registry): Promise<JournalRecord[]> {
  const records: JournalRecord[] = [];
  for (;;) {
    const page = await registry.audit(records.length);
    if (page.length === 0) return records;
    records.push(...page);
  }
}

describe('a registry killed in the middle of its work', () => {
  it('has lost nothing it acknowledged and done nothing twice, ten times over', async () => {
    const dataDir = path.join(root, 'data');
    for (let round = 0; round < 10; round++) {
      const acknowledged = await runAndKill(round);
      const registry = await openRegistry({ dataDir, clock: createTickingClock(), log: silentLog });
      const records = await wholeJournal(registry);
      const told = records.map(
        ({ action, payload }) =>
          `${action === 'version-published' ? 'published' : 'pinned'} ${'version' in payload ? payload.version : ''}`,
      );
      expect(acknowledged.length).toBeGreaterThan(1);
      expect(told.filter((line) => acknowledged.includes(line))).toEqual(acknowledged);
      expect(new Set(told).size).toBe(told.length);
      expect(records.map(({ seq }) => seq)).toEqual(records.map((_, at) => at + 1));
      for (const { version } of registry.listVersions('landing')) {
        const entry = registry.artifact('landing', version, 'remoteEntry.js');
        expect((await readFile(entry?.path ?? '')).length).toBe(entry?.bytes);
      }
      await registry.close();
    }
  }, 60_000);
});
