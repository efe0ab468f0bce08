import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { openSiteDatabase } from '../../database/open-database.ts';
import { UnusableDatabaseError } from '../../database/site-database.ts';
import { createQuestionStore } from '../../questions/question-store.ts';
import { createJournal } from '../../registry/journal/journal.ts';
import { JournalBrokenError, StoreUnavailableError } from '../../registry/state/registry-error.ts';
import { silentLog } from '../../registry/testing/temporary-registry.ts';
import { createDatabaseState } from '../../shared-state/database-state.ts';
import { read } from '../../shared-state/testing/state-contract.ts';
import { stateOf } from '../site-home.ts';
import { verifySite } from '../verify.ts';

/** Damages one byte of a copy of a site for each case. Prints the case first, so that the output of a crashed process names the byte. */
const [, , whole = ''] = process.argv;
const cases = readFileSync(0, 'utf8');
const say = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);
const use = { clock: systemClock, log: silentLog };
async function openAll(dataDir: string) {
  const database = await openSiteDatabase({ dataDir }, use.log);
  try {
    const rows = await createJournal(database).read(0, 1_000);
    await stateOf(rows);
    const state = createDatabaseState({ database, table: 'state', ...use });
    await state.change(read('spending:visit-0'));
    await state.close();
    await createQuestionStore(database, systemClock).list('6610a1b2c3d4e5f601000001');
    return rows.map(({ hash }) => hash);
  } finally {
    await database.close();
  }
}

for (const [at, { name, offset, mask }] of (JSON.parse(cases) as { name: string; offset: number; mask: number }[]).entries()) {
  say({ at, begins: { name, offset, mask } });
  const dataDir = path.join(whole, `../damaged-${at}`);
  mkdirSync(path.join(dataDir, 'artifacts/landing'), { recursive: true });
  for (const each of readdirSync(whole)) copyFileSync(path.join(whole, each), path.join(dataDir, each));
  const bytes = readFileSync(path.join(whole, name));
  bytes.writeUInt8(bytes.readUInt8(offset) ^ mask, offset);
  writeFileSync(path.join(dataDir, name), bytes);
  const found = await openAll(dataDir).catch((error: unknown) => {
    const isForeseen = [UnusableDatabaseError, JournalBrokenError, StoreUnavailableError].some((kind) => error instanceof kind);
    return isForeseen
      ? `${error} ${error instanceof Error ? error.cause : ''}`
      : `unforeseen: ${error instanceof Error ? error.stack : error}`;
  });
  const { problems } = await verifySite({ home: { dataDir }, ...use, tell() {} });
  say({ at, found, problems: problems.length });
  rmSync(dataDir, { recursive: true });
}
