import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { DatabaseFileError } from '../../database/sqlite-file.ts';
import { openSqliteQuestions } from '../../questions/question-database.ts';
import { createQuestionStore } from '../../questions/question-store.ts';
import { openSqliteJournal } from '../../registry/journal/sqlite-journal.ts';
import { JournalBrokenError, StoreUnavailableError } from '../../registry/state/registry-error.ts';
import { silentLog } from '../../registry/testing/temporary-registry.ts';
import { createMemoryState } from '../../shared-state/memory-state.ts';
import { openSqliteStore } from '../../shared-state/sqlite-store.ts';
import { readRows, stateOf, type Use } from '../site-home.ts';
import { verifySite } from '../verify.ts';

/**
 * Damages one byte of one file of a site after the other, and opens the site's files.
 * Says what it begins, so that a process that ends by it names the byte.
 */
const [, , whole = ''] = process.argv;
const cases = readFileSync(0, 'utf8');
const say = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);
async function openJournal(dataDir: string) {
  const journal = openSqliteJournal(dataDir);
  const rows = await readRows(journal).finally(() => journal.close());
  await stateOf(rows);
  return rows.map(({ hash }) => hash);
}
const opened = {
  'registry.db': openJournal,
  async 'state.db'(dataDir: string) {
    const state = createMemoryState({ clock: systemClock, store: openSqliteStore(path.join(dataDir, 'state.db'), systemClock) });
    await state.close();
    return [];
  },
  async 'questions.db'(dataDir: string) {
    const store = createQuestionStore(openSqliteQuestions(dataDir), systemClock);
    await store.list('6610a1b2c3d4e5f601000001').finally(() => store.close());
    return [];
  },
};

for (const [at, { name, offset, mask }] of (JSON.parse(cases) as { name: keyof typeof opened; offset: number; mask: number }[]).entries()) {
  say({ at, begins: { name, offset, mask } });
  const dataDir = path.join(whole, `../damaged-${at}`);
  mkdirSync(path.join(dataDir, 'artifacts/landing'), { recursive: true });
  for (const each of readdirSync(whole)) copyFileSync(path.join(whole, each), path.join(dataDir, each));
  const bytes = readFileSync(path.join(whole, name));
  bytes.writeUInt8(bytes.readUInt8(offset) ^ mask, offset);
  writeFileSync(path.join(dataDir, name), bytes);
  const found = await opened[name](dataDir).catch((error: unknown) => {
    const isForeseen = [DatabaseFileError, JournalBrokenError, StoreUnavailableError].some((kind) => error instanceof kind);
    return isForeseen
      ? `${error} ${error instanceof Error ? error.cause : ''}`
      : `unforeseen: ${error instanceof Error ? error.stack : error}`;
  });
  const use: Use = { home: { dataDir }, clock: systemClock, log: silentLog, tell() {} };
  const { problems } = await verifySite(use);
  say({ at, found, problems: problems.length });
  rmSync(dataDir, { recursive: true });
}
