import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { applyRecord, type Change } from '../actions/actions.ts';
import { museumReleaseState, selectReleaseSet } from '../choosing/choose-versions.ts';
import { follow, pin, publish, publishAll } from '../testing/states.ts';
import { checkRolloutStart, checkServable, planRollback } from './check-changes.ts';
import { RegistryError } from './registry-error.ts';
import { ownPin, pinnedVersions, type RegistryState, runningRollouts } from './registry-state.ts';

const belmonte = 'a'.repeat(24);
const museums: MuseumKey[] = ['*', belmonte, 'b'.repeat(24)];
const names = ['landing', 'visit', 'chat'];
const versions = ['1.0.0', '1.1.0'];
const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const published = publishAll(names, versions);

const place = { museumId: fc.constantFrom(...museums), name: fc.constantFrom(...names) };
const version = fc.constantFrom(...versions);
const step = fc.oneof(
  fc.record({ do: fc.constant('pin' as const), ...place, version: fc.option(version, { nil: null }) }),
  fc.record({ do: fc.constant('start' as const), ...place, version, other: place.name, percent: fc.constantFrom(0, 12.5, 100) }),
  fc.record({ do: fc.constant('change' as const), museumId: place.museumId, percent: fc.constantFrom(0, 50) }),
  fc.record({ do: fc.constant('halt' as const), museumId: place.museumId }),
  fc.record({ do: fc.constant('rollback' as const), museumId: place.museumId, back: fc.integer({ min: 1, max: 10 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Undefined if the command changes nothing. */
function changeOf(state: RegistryState, given: Step): Change | undefined {
  const { museumId } = given;
  const [running] = runningRollouts(state.rollouts, museumId);
  switch (given.do) {
    case 'pin': {
      const previous = ownPin(state, museumId, given.name);
      const pin = { museumId, name: given.name };
      if (given.version !== null) return { action: 'pin-set', payload: { ...pin, version: given.version, previous } };
      return previous === null ? undefined : { action: 'pin-removed', payload: { ...pin, previous } };
    }
    case 'start': {
      const set = { [given.name]: given.version, [given.other]: given.version };
      for (const [name, version] of Object.entries(set)) checkServable(state, { museumId, name, version });
      checkRolloutStart(state, museumId, set);
      return { action: 'rollout-started', payload: { museumId, id: uuid(state.seq), versions: set, percent: given.percent } };
    }
    case 'change':
      return running && { action: 'rollout-changed', payload: { museumId, id: running.id, percent: given.percent } };
    case 'halt':
      return running && { action: 'rollout-halted', payload: { museumId, id: running.id, reason: 'operator' } };
    case 'rollback': {
      const toSequence = Math.max(0, state.seq - given.back);
      return { action: 'rolled-back', payload: { museumId, toSequence, pins: planRollback(state, museumId, toSequence).pins } };
    }
  }
}
/** Returns the same state if the step is refused or changes nothing. */
function take(state: RegistryState, given: Step): RegistryState {
  try {
    const change = changeOf(state, given);
    return change ? follow(state, change) : state;
  } catch (error) {
    if (error instanceof RegistryError) return state;
    throw error;
  }
}
const walk = fc.array(step, { maxLength: 30 });

/** The parts of the state that decide the set of the museum's visitors. */
const content = (state: RegistryState, museumId: MuseumKey) => {
  const { ownPins, defaultPins, ownRollouts, defaultRollouts } = museumReleaseState(state, museumId);
  return { ownPins, defaultPins, ownRollouts, defaultRollouts };
};

function expectSequence(museumId: MuseumKey, concerned: MuseumKey, [before, after]: [RegistryState, RegistryState]): void {
  const [old, now] = [selectReleaseSet(before, museumId), selectReleaseSet(after, museumId)];
  expect(now.sequence === old.sequence || now.sequence === after.seq).toBe(true);
  if (museumId === concerned) expect(now.sequence).toBe(after === before ? old.sequence : after.seq);
  else if (concerned !== '*') expect([now, content(after, museumId)]).toEqual([old, content(before, museumId)]);
}

itHolds('the sequence never decreases, and increases with every record about the museum and none about another museum', [walk], (steps) => {
  steps.reduce((before, given) => {
    const after = take(before, given);
    for (const museumId of museums) expectSequence(museumId, given.museumId, [before, after]);
    return after;
  }, published);
});

it('the sequence increases with a default rollout unless the museum pins a remote of the rollout', () => {
  const pinned = pin('visit', '1.0.0', belmonte)(published);
  const start = (set: Record<string, string>): Change => ({
    action: 'rollout-started',
    payload: { museumId: '*', id: uuid(1), versions: set, percent: 1 },
  });
  const without = follow(pinned, start({ visit: '1.1.0', chat: '1.1.0' }));
  expect(selectReleaseSet(without, belmonte).sequence).toBe(pinned.seq);
  const reached = follow(pinned, start({ chat: '1.1.0' }));
  expect(selectReleaseSet(reached, belmonte).sequence).toBe(reached.seq);
});

itHolds(
  'a rollback restores the pins at a sequence and ends the museum’s rollouts',
  [walk, fc.constantFrom(...museums), fc.nat({ max: 12 })],
  (steps, museumId, back) => {
    const history = new Map([[published.seq, published]]);
    const before = steps.reduce((state, given) => {
      const next = take(state, given);
      history.set(next.seq, next);
      return next;
    }, published);
    const toSequence = Math.max(published.seq, before.seq - back);
    const after = take(before, { do: 'rollback', museumId, back: before.seq - toSequence });
    fc.pre(after !== before);
    expect(pinnedVersions(after.pins.get(museumId))).toEqual(pinnedVersions(history.get(toSequence)?.pins.get(museumId)));
    expect(runningRollouts(after.rollouts, museumId)).toEqual([]);
    expect(selectReleaseSet(after, museumId).sequence).toBe(after.seq);
  },
);

it.each([
  [
    'another React',
    { shared: { react: '^18.2.0' } },
    /^The host cannot load visit 1\.2\.0, which needs react \^18\.2\.0: the site has 19\./,
  ],
  ['the next contract', { contract: '^9.0.0' }, /needs contract \^9\.0\.0: the site has 1\./],
])('a published version for %s cannot be pinned', (_, change, message) => {
  const release = { name: 'visit', version: '1.2.0', shared: { react: '^19.3.0' } };
  const given = { museumId: belmonte, name: 'visit', version: '1.2.0' };
  expect(() => checkServable(publish(release)(published), given)).not.toThrow();
  expect(() => checkServable(publish({ ...release, ...change })(published), given)).toThrow(message);
});

const grant = { id: uuid(7), remote: 'visit', version: '1.1.0', museumId: belmonte, minutes: 1 };
const granted = follow(published, { action: 'grant-issued', payload: grant });

const rollout = { museumId: belmonte, id: uuid(1), versions: { visit: '1.1.0', chat: '1.1.0' }, percent: 10 };
const started = follow(published, { action: 'rollout-started', payload: rollout });
const halted = follow(started, { action: 'rollout-halted', payload: { museumId: belmonte, id: uuid(1), reason: 'failures' } });

it('a new rollout may start after the first rollout was halted', () => {
  const next = follow(halted, { action: 'rollout-started', payload: { ...rollout, id: uuid(2) } });
  expect(runningRollouts(next.rollouts, belmonte).map(({ id }) => id)).toEqual([uuid(2)]);
});

it('the state keeps a grant for thirty days after its end and drops the grant at the next later grant', () => {
  const issue = (state: RegistryState, id: number, day: number) => {
    const payload = { ...grant, id: uuid(id) };
    const at = new Date(day * 86_400_000).toISOString();
    return applyRecord(state, { seq: state.seq + 1, at, actor: 'tests', action: 'grant-issued', payload });
  };
  const kept = issue(granted, 8, 29);
  expect([...kept.grants.keys()]).toEqual([...granted.grants.keys(), uuid(8)]);
  expect([...issue(kept, 9, 31).grants.keys()]).toEqual([uuid(8), uuid(9)]);
});
