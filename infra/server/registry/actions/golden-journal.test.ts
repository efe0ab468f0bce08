import { languages } from '@enfilade/shared-contracts/i18n/language';
import { expect, it } from '@rstest/core';
import { chainStart, type JournalRow, rowHash } from '../journal/journal.ts';
import { verifyJournal } from '../journal/registry-store.ts';
import { leftOutBy, pinnedVersions } from '../state/registry-state.ts';
import { type JournalRecord, recordNames, sentenceOf, touchedBy } from './actions.ts';
import journal from './golden-journal.json' with { type: 'json' };

// Has every kind of record. A release may append records but never changes a record: records stay readable forever.

const belmonte = 'a'.repeat(24);
const lines = journal.map(({ at, actor, action, payload }) => ({ at, actor, action, payload: payload as object }));

function rowsOf(records: typeof lines): JournalRow[] {
  let hash = chainStart;
  return records.map(({ payload, ...record }, index) => {
    const row = { ...record, seq: index + 1, payload: JSON.stringify(payload) };
    hash = rowHash(hash, row);
    return { ...row, hash };
  });
}
const replay = (records: typeof lines) => verifyJournal({ read: async (after) => rowsOf(records).slice(after) });

it('the golden journal has every kind of record', () => {
  expect(new Set(lines.map(({ action }) => action))).toEqual(new Set(recordNames));
});

it('replaying the golden journal gives the state that its records describe', async () => {
  const { state, unknown } = await replay(lines);
  expect(unknown).toBe(0);
  expect(Object.fromEntries(pinnedVersions(state.pins.get('*')))).toEqual({ landing: '1.0.0', visit: '1.0.0' });
  expect(Object.fromEntries(pinnedVersions(state.pins.get(belmonte)))).toEqual({ landing: '1.1.0' });
  expect([...leftOutBy(state, belmonte)]).toEqual([]);
  expect([...(state.rollouts.get(belmonte)?.values() ?? [])].map(({ percent, steps, halted }) => [percent, steps, halted])).toEqual([
    [10, [1, 10], 'failures'],
    [5, undefined, 'rolled-back'],
  ]);
  expect(state.failed.map(({ name, version }) => `${name} ${version}`)).toEqual(['visit 1.0.0']);
  expect(state.versions.get('visit')?.get('1.1.0')).toMatchObject({
    retiredAt: '2026-11-29T10:00:14.000Z',
    annotation: { note: 'Larger pictures' },
  });
  expect(state.versions.get('visit')?.get('1.0.0')?.pinned.declaration).toMatchObject({ title: { en: 'Visit' } });
  expect([...state.grants.values()].map(({ version, expiresAt }) => [version, expiresAt])).toEqual([
    ['1.1.0', Date.parse('2026-11-29T10:15:15.000Z')],
  ]);
  expect([...state.tokens.values()].map(({ name, expiresAt }) => [name, expiresAt])).toEqual([['ci-visit', '2026-11-29T10:15:19.000Z']]);
  expect([...state.policies.keys()]).toEqual(['visit']);
});

it('every record of the golden journal has a complete sentence in each language', async () => {
  const { state } = await replay(lines);
  for (const line of lines) {
    const record = line as unknown as JournalRecord;
    const sentences = languages.map((language) => sentenceOf(record, language));
    expect(new Set(sentences).size).toBe(languages.length);
    expect(sentences.join()).not.toMatch(/undefined|null|\[object/);
    expect(touchedBy(record, state)).toBeDefined();
  }
});

it('replaying ignores unknown fields of records', async () => {
  const more = lines.map((line) => ({ ...line, payload: { ...line.payload, ofALaterRelease: { deep: [1] } } }));
  const { state, unknown } = await replay(more);
  expect(unknown).toBe(0);
  expect(state).toEqual((await replay(lines)).state);
});

it.each(recordNames)('replaying skips and counts an unreadable record of the kind %s', async (name) => {
  const damaged = lines.map((line) => (line.action === name ? { ...line, payload: {} } : line));
  const { state, unknown } = await replay(damaged);
  expect([state.seq, unknown]).toEqual([lines.length, damaged.filter(({ action }) => action === name).length]);
});

it('an unreadable token-revoked record makes all tokens invalid', async () => {
  const upTo = lines.findIndex(({ action }) => action === 'token-revoked');
  const before = lines.slice(0, upTo);
  expect((await replay(before)).state.tokens.size).toBe(1);
  const unreadable = { ...before[0], at: '2026-11-29T11:00:00.000Z', actor: 'tests', action: 'token-revoked', payload: { token: 7 } };
  expect((await replay([...before, unreadable])).state.tokens.size).toBe(0);
});
