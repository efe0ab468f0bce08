import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { Change, JournalRecord } from './actions/actions.ts';
import { verifyJournal } from './journal/registry-store.ts';
import type { Registry } from './registry.ts';
import { StaleError, UnknownReleaseError } from './state/registry-error.ts';
import { chainOf, publishing } from './testing/journal-homes.ts';
import { openTemporaryRegistry, type TemporaryRegistry } from './testing/temporary-registry.ts';

const museums: MuseumKey[] = ['*', 'a'.repeat(24), 'b'.repeat(24)];
const names = ['landing', 'visit'];
const versions = ['1.0.0', '1.1.0', '2.0.0'];
const expectedPin = fc.constantFrom('1.0.0', '1.1.0', null);
const place = { museumId: fc.constantFrom(...museums), name: fc.constantFrom(...names) };

const command = fc.oneof(
  fc.record({ do: fc.constant('publish' as const), name: place.name, version: fc.constantFrom(...versions) }),
  fc.record({ do: fc.constant('pin' as const), ...place, version: fc.constantFrom(...versions), expected: expectedPin }),
  fc.record({ do: fc.constant('unpin' as const), ...place, expected: expectedPin }),
  fc.record({ do: fc.constant('restart' as const) }),
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

async function run(temporary: TemporaryRegistry, given: Command): Promise<void> {
  const registry = temporary.registry();
  if (given.do === 'restart') await temporary.reopen();
  else if (given.do === 'publish') await temporary.publish(given);
  else {
    const change = { ...given, actor: 'tests' };
    await ('version' in change ? registry.pin(change) : registry.unpin(change)).catch((error: unknown) => {
      if (!(error instanceof StaleError || error instanceof UnknownReleaseError)) throw error;
    });
  }
}

async function everythingOf(registry: Registry) {
  const remotes = registry.listRemotes();
  return {
    sets: museums.map((museumId) => registry.releaseSet(museumId)),
    own: museums.map((museumId) => registry.ownPins(museumId).size > 0),
    remotes,
    versions: remotes.map(({ name }) => registry.listVersions(name)),
    audit: await registry.audit(0),
  };
}

itHolds(
  'a reopened registry has the same state after any sequence of commands',
  [fc.array(command, { maxLength: 25 })],
  async (commands) => {
    const temporary = await openTemporaryRegistry();
    try {
      for (const given of commands) await run(temporary, given);
      const before = await everythingOf(temporary.registry());
      expect(await everythingOf(await temporary.reopen())).toEqual(before);
    } finally {
      await temporary.close();
    }
  }, // A run publishes up to 25 builds.
  { numRuns: 5 },
);

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const grant = { id: uuid(3), remote: 'landing', version: '1.0.0', museumId: 'a'.repeat(24), minutes: 5 };
const rollout = { museumId: '*', versions: { landing: '1.0.0' }, percent: 5 } as const;
const token = { id: uuid(4), name: 'ci', remotes: ['*'], museums: ['*'], days: 30, hash: '0'.repeat(64) };
const rolloutOf = (digit: number) => ({ action: 'rollout-started', payload: { ...rollout, id: uuid(digit) } }) as const;

/** Earlier versions of Enfilade may have accepted the records. */
const refusedToday: { what: string; records: object[] }[] = [
  { what: 'a second rollout of a remote', records: [rolloutOf(1), rolloutOf(2)] },
  {
    what: 'a change of a halted rollout',
    records: [
      rolloutOf(1),
      { action: 'rollout-halted', payload: { museumId: '*', id: uuid(1), reason: 'a reason of another build' } },
      { action: 'rollout-changed', payload: { museumId: '*', id: uuid(1), percent: 33.333 } },
    ],
  },
  { what: 'a rollback that changes nothing', records: [{ action: 'rolled-back', payload: { museumId: '*', toSequence: 1, pins: {} } }] },
  { what: 'a grant of a year', records: [{ action: 'grant-issued', payload: { ...grant, minutes: 525_600 } }] },
  { what: 'a token for an action of another build', records: [{ action: 'token-issued', payload: { ...token, actions: ['repair'] } }] },
  {
    what: 'a note of two lines, by an author without a name',
    records: [{ action: 'version-annotated', payload: { name: 'landing', version: '1.0.0', private: {}, note: 'a\nb', author: '' } }],
  },
  {
    what: 'a declaration with more routes',
    records: [publishing('1.1.0', { title: {}, needs: [], routes: ['/a', '/b', '/c', '/d', '/e'] })],
  },
];

it.each(refusedToday)(
  'a journal with $what is read to its end, although the current version would refuse the change',
  async ({ records }) => {
    const changes = [publishing('1.0.0'), ...records] as Change[];
    const at = new Date(0).toISOString();
    const rows = chainOf(changes.map((change, index) => ({ seq: index + 1, at, actor: 'tests', ...change }) as JournalRecord));
    const read = async (afterSeq: number) => rows.slice(afterSeq);
    expect(await verifyJournal({ read })).toMatchObject({ state: { seq: changes.length }, unknown: 0 });
  },
);
