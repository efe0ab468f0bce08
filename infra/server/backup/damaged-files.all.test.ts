import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { openSiteDatabase } from '../database/open-database.ts';
import { folderOfEachTest } from '../database/testing/of-each-test.ts';
import { createQuestionStore } from '../questions/question-store.ts';
import { createJournal } from '../registry/journal/journal.ts';
import { bundleProgram } from '../registry/testing/crash-rounds.ts';
import { chainOf, exampleRecords } from '../registry/testing/journal-homes.ts';
import { silentLog } from '../registry/testing/temporary-registry.ts';
import { createDatabaseState } from '../shared-state/database-state.ts';
import { add } from '../shared-state/testing/state-contract.ts';

const rows = chainOf(exampleRecords(20));
const museum = '6610a1b2c3d4e5f601000001';

const folder = folderOfEachTest();

async function makeSite(): Promise<string> {
  const [made, whole] = [folder('made'), folder('whole')];
  await mkdir(made);
  const database = await openSiteDatabase({ dataDir: made }, silentLog);
  const journal = createJournal(database);
  for (const row of rows) await journal.append(row);
  const state = createDatabaseState({ database, table: 'state', clock: systemClock, log: silentLog });
  const spent = Array.from({ length: 40 }, (_, at) => `spending:visit-${at}`);
  await state.change({ ...add(spent, 1, 9), lastsMs: 1e9 });
  await state.close();
  const questions = createQuestionStore(database, systemClock);
  for (let at = 0; at < 40; at += 1) {
    const row = {
      museum,
      question: `q${at % 5}`,
      visit: `v${at}`,
      reason: 'no-passage' as const,
      language: 'de' as const,
      exhibition: 'e',
    };
    await questions.add({ ...row, document: '', stems: 'eintritt karte', words: 'Was kosten die Karten?', sentences: null });
  }
  await database.close();
  // After `close` the file is complete, but libsql may still be removing its side files.
  await cp(made, whole, { recursive: true, filter: (name) => name === made || name.endsWith('.db') });
  return whole;
}

interface Damage {
  name: string;
  offset: number;
  mask: number;
}

/** Prefers bytes other than zero, because most of a database page is empty. */
async function someDamage(site: string, name: string): Promise<Damage[]> {
  const bytes = await readFile(path.join(site, name));
  const used = [...bytes.keys()].filter((at) => bytes.readUInt8(at) !== 0);
  const offset = fc.oneof(fc.constantFrom(...used), fc.nat(bytes.length - 1));
  // Bytes 18 and 19 are SQLite's write and read versions.
  const versions = [18, 19].map((at) => ({ name, offset: at, mask: 0x80 }));
  const found = fc.sample(fc.record({ name: fc.constant(name), offset, mask: fc.constantFrom(0x80, 0x01, 0xff) }), 900);
  return [...versions, ...found];
}

interface Outcome {
  at: number;
  begins?: Damage;
  found?: string | string[];
  problems?: number;
}

async function openAll(site: string, cases: readonly Damage[]): Promise<Outcome[]> {
  const script = await bundleProgram(path.join(import.meta.dirname, 'testing/open-damaged.ts'), folder());
  const child = spawn(process.execPath, [script, site], { stdio: 'pipe' });
  child.stdin.end(JSON.stringify(cases));
  const exited = once(child, 'exit');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const said = out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Outcome]));
  // If the process crashed, its last line names the damaged byte.
  expect([await exited, err, said.at(-1)?.begins]).toEqual([[0, null], '', undefined]);
  return said.filter(({ begins }) => !begins);
}

it('a site.db with any one damaged byte is either refused with the remedy or opens with an intact journal', async () => {
  const site = await makeSite();
  const outcomes = await openAll(site, await someDamage(site, 'site.db'));
  const hashes = rows.map(({ hash }) => hash);
  const refused = outcomes.filter(({ found }) => typeof found === 'string');
  for (const { found } of refused) expect(found).toMatch(/(registry -- restore|start that version)/);
  // A damaged digit of a count cannot be detected. A damaged journal record must be.
  for (const { found } of outcomes) if (Array.isArray(found)) expect(found).toEqual(hashes);
  for (const { found, problems } of refused)
    if (!String(found).includes('start that version')) expect([found, problems === 0]).toEqual([found, false]);
  expect([refused.length > 0, refused.length < outcomes.length]).toEqual([true, true]);
});
