import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { follow, pin as pinVersion, publish, publishAll, type Step } from '../testing/states.ts';
import { planRollback } from './check-changes.ts';
import { fallbackVersions } from './fallback-versions.ts';
import { ownPin } from './registry-state.ts';

const belmonte = 'a'.repeat(24);
const uuid = '00000000-0000-4000-8000-000000000001';
const rollout = { museumId: belmonte, id: uuid };

const versions = Array.from({ length: 20 }, (_, minor) => `1.${minor}.0`);
const release = { name: 'visit', shared: { react: '^19.3.0' } };
const published = publish({ ...release, version: '0.1.0', contract: '^0.1.0' })(publishAll(['visit'], versions, release));

const pin = (version: string, museumId: MuseumKey = belmonte) => pinVersion('visit', version, museumId);
const unpin: Step = (state) =>
  follow(state, {
    action: 'pin-removed',
    payload: { museumId: belmonte, name: 'visit', previous: ownPin(state, belmonte, 'visit') ?? '' },
  });
const rollBack =
  (records: number, museumId: MuseumKey = belmonte): Step =>
  (state) => {
    const toSequence = state.seq - records;
    return follow(state, {
      action: 'rolled-back',
      payload: { museumId, toSequence, pins: planRollback(state, museumId, toSequence).pins },
    });
  };
const start =
  (version: string): Step =>
  (state) =>
    follow(state, { action: 'rollout-started', payload: { ...rollout, versions: { visit: version }, percent: 10 } });
const halt =
  (reason: 'operator' | 'failures'): Step =>
  (state) =>
    follow(state, { action: 'rollout-halted', payload: { ...rollout, reason } });
const fail =
  (version: string, museumId: MuseumKey = belmonte): Step =>
  (state) =>
    follow(state, { action: 'version-failed', payload: { museumId, name: 'visit', version, visits: 3 } });
const after = (...steps: Step[]) => steps.reduce((state, step) => step(state), published);
const good = (...steps: Step[]) => fallbackVersions(after(...steps), belmonte, 'visit');

it('fallback versions are the pinned versions, newest first', () => {
  expect(good(pin('1.0.0'), pin('1.1.0'), pin('1.2.0'), pin('1.0.0'))).toEqual(['1.0.0', '1.2.0', '1.1.0']);
  expect(good()).toEqual([]);
});

it('default versions count for times without an own pin, and default versions that never ran at the museum come last', () => {
  const steps = [pin('1.0.0', '*'), pin('1.1.0', '*'), pin('1.2.0'), pin('1.3.0', '*'), unpin, pin('1.4.0', '*'), pin('1.5.0')];
  expect(good(...steps)).toEqual(['1.5.0', '1.4.0', '1.3.0', '1.2.0', '1.1.0', '1.0.0']);
  expect(good(pin('1.0.0', '*'), pin('1.5.0'), pin('1.6.0'), pin('1.1.0', '*'))).toEqual(['1.6.0', '1.5.0', '1.0.0', '1.1.0']);
});

it('versions that a rollback undid are excluded until they are pinned again', () => {
  const steps = [pin('1.0.0'), pin('1.1.0'), pin('1.2.0'), rollBack(2)];
  expect(good(...steps)).toEqual(['1.0.0']);
  expect(good(...steps, pin('1.2.0'), pin('1.3.0'))).toEqual(['1.3.0', '1.2.0', '1.0.0']);
  expect(good(...steps, pin('1.3.0'), rollBack(1))).toEqual(['1.0.0']);
  expect(good(pin('1.0.0', '*'), pin('1.1.0', '*'), rollBack(1, '*'))).toEqual(['1.0.0']);
  expect(good(pin('1.0.0', '*'), pin('1.1.0'), rollBack(1))).toEqual(['1.0.0']);
});

it('versions whose rollout failed after their pin are excluded, and versions that an operator halted are not', () => {
  const pinned = [pin('1.1.0'), pin('1.0.0')];
  expect(good(...pinned, start('1.1.0'), halt('failures'))).toEqual(['1.0.0']);
  expect(good(...pinned, start('1.1.0'), rollBack(1))).toEqual(['1.0.0']);
  expect(good(...pinned, start('1.1.0'), halt('operator'))).toEqual(['1.0.0', '1.1.0']);
  expect(good(start('1.1.0'), halt('failures'), ...pinned)).toEqual(['1.0.0', '1.1.0']);
});

it('versions that failed for all visits of the museum or the default are excluded until they are pinned again', () => {
  const pinned = [pin('1.0.0'), pin('1.1.0'), pin('1.2.0')];
  expect(good(...pinned, fail('1.2.0'), fail('1.1.0'))).toEqual(['1.0.0']);
  expect(good(...pinned, fail('1.1.0', '*'))).toEqual(['1.2.0', '1.0.0']);
  expect(good(...pinned, fail('1.1.0', 'b'.repeat(24)))).toEqual(['1.2.0', '1.1.0', '1.0.0']);
  expect(good(...pinned, fail('1.1.0'), pin('1.1.0'), pin('1.3.0'))).toEqual(['1.3.0', '1.1.0', '1.2.0', '1.0.0']);
});

it('versions that the host cannot load are excluded', () => {
  expect(good(pin('0.1.0'), pin('1.0.0'))).toEqual(['1.0.0']);
});

it('any history gives at most eight distinct fallback versions', () => {
  const step = fc.oneof(
    fc.tuple(fc.constantFrom(...versions), fc.constantFrom<MuseumKey>('*', belmonte)).map(([version, museumId]) => pin(version, museumId)),
    fc.constant<Step>((state) => (ownPin(state, belmonte, 'visit') === null ? state : unpin(state))),
  );
  forAll(fc.array(step, { maxLength: 40 }), (steps) => {
    const state = after(...steps);
    const found = fallbackVersions(state, belmonte, 'visit');
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBeLessThanOrEqual(8);
    const inForce = ownPin(state, belmonte, 'visit') ?? ownPin(state, '*', 'visit');
    if (inForce !== null) expect(found[0]).toBe(inForce);
  });
});
