import { forAll, itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { Grant, Rollout } from '../state/registry-state.ts';
import { choosePinned, chooseVersions, isInShare, type MuseumReleaseState, reaches, rolloutBucket } from './choose-versions.ts';
import { at, museumId, now, percent, recipient, releaseState, visitorId } from './testing/release-states.ts';

const rolloutId = '6f1c1f8e-4c1b-4a6e-9d53-0a5d2f1c7b10';
const none = new Map<string, string>();
const bare: MuseumReleaseState = {
  ...{ museumId, ownPins: none, defaultPins: none, ownRollouts: [], defaultRollouts: [], leftOut: new Set(), fallbackVersions: () => [] },
};
const rollout = (versions: Record<string, string>, change: Partial<Rollout> = {}): Rollout => ({
  ...{ id: rolloutId, museumId, versions, percent: 100, startedAt: at, seq: 1, at, halted: null },
  ...change,
});
const granted = (remote: string, version: string, change: Partial<Grant> = {}): Grant => {
  return { id: '0b9c8d4e-90f2-4f2b-8a0e-6d0c6f6f0a77', remote, version, museumId, issuedAt: 0, expiresAt: now + 1, ...change };
};
const choose = (given: Partial<MuseumReleaseState>, grants: Grant[] = [], id: string | undefined = 'somebody') =>
  Object.fromEntries(chooseVersions({ ...bare, ...given }, { id, grants, avoid: [] }, now));
const covers = ({ percent: share, id, halted }: Rollout, visitorId: string | undefined) => !halted && isInShare(share, visitorId, id);
const hasAllOf = (chosen: ReadonlyMap<string, string>, { versions }: Rollout) =>
  Object.entries(versions).every(([one, version]) => chosen.get(one) === version);

it('chooseVersions prefers a grant, then the museum’s rollout, the default rollout, the own pin and the default pin', () => {
  const defaultPins = new Map([['visit', '1.0.0']]);
  const ownPins = new Map([['visit', '1.1.0']]);
  const ownRollouts = [rollout({ visit: '2.0.0' })];
  const defaultRollouts = [rollout({ visit: '3.0.0' }, { museumId: '*' })];
  expect(choose({ defaultPins })).toEqual({ visit: '1.0.0' });
  expect(choose({ defaultPins, ownPins })).toEqual({ visit: '1.1.0' });
  expect(choose({ defaultPins, defaultRollouts })).toEqual({ visit: '3.0.0' });
  expect(choose({ defaultPins, ownRollouts, defaultRollouts })).toEqual({ visit: '2.0.0' });
  expect(choose({ defaultPins, ownPins, ownRollouts })).toEqual({ visit: '2.0.0' });
  expect(choose({ defaultPins, ownPins, ownRollouts }, [granted('visit', '9.0.0')])).toEqual({ visit: '9.0.0' });
});

itHolds('a valid grant for the museum overrides everything, and other grants have no effect', [releaseState, recipient], (given, who) => {
  const chosen = chooseVersions(given, who, now);
  const valid = who.grants.filter((one) => one.museumId === museumId && one.expiresAt > now);
  for (const { remote } of valid) expect(chosen.get(remote)).toBe(valid.findLast((one) => one.remote === remote)?.version);
  for (const [one, version] of chosen)
    if (version.startsWith('9')) expect(valid.some((held) => held.remote === one && held.version === version)).toBe(true);
});

itHolds('a visitor without rollout and grant gets the museum’s own pins, else the default pins', [releaseState, visitorId], (given, id) => {
  const none = [...given.ownRollouts, ...given.defaultRollouts].every((one) => !covers(one, id));
  fc.pre(none);
  const chosen = chooseVersions(given, { id, grants: [], avoid: [] }, now);
  expect(chosen).toEqual(choosePinned(given));
  for (const [one, version] of chosen) expect(version).toBe(given.ownPins.get(one) ?? given.defaultPins.get(one));
});

itHolds('rollouts and grants change only the remotes that they name', [releaseState, recipient], (given, who) => {
  const pinned = choosePinned(given);
  for (const [one, version] of chooseVersions(given, who, now)) if (version.startsWith('1')) expect(version).toBe(pinned.get(one));
});

itHolds('a visitor gets all versions of a rollout or none', [releaseState, recipient], (given, who) => {
  const chosen = chooseVersions(given, who, now);
  for (const [one, version] of chosen) {
    const from = { '2': given.ownRollouts, '3': given.defaultRollouts }[version[0] ?? ''];
    if (from) expect(from.some((each) => covers(each, who.id) && Object.hasOwn(each.versions, one) && hasAllOf(chosen, each))).toBe(true);
  }
});

itHolds('a museum’s rollout reaches exactly the visitors in its share if they have no grant', [releaseState, visitorId], (given, id) => {
  const chosen = chooseVersions(given, { id, grants: [], avoid: [] }, now);
  for (const one of given.ownRollouts) if (covers(one, id)) expect(hasAllOf(chosen, one)).toBe(true);
  const served = new Set(given.ownRollouts.filter((one) => covers(one, id)).flatMap(({ versions }) => Object.keys(versions)));
  for (const [remote, version] of chosen) expect(version === '2.0.0').toBe(served.has(remote));
});

it('a default rollout does not reach a museum that pins any of its remotes itself', () => {
  forAll(releaseState, recipient, (given, who) => {
    const reached = given.defaultRollouts.filter((one) => reaches(one, given.ownPins));
    expect(chooseVersions({ ...given, defaultRollouts: reached }, who, now)).toEqual(chooseVersions(given, who, now));
    for (const [remote] of given.ownPins) expect(chooseVersions(given, who, now).get(remote)).not.toBe('3.0.0');
  });
  const defaultRollouts = [rollout({ visit: '3.0.0', chat: '3.0.0' }, { museumId: '*' })];
  expect(choose({ ownPins: new Map([['chat', '1.0.0']]), defaultRollouts })).toEqual({ chat: '1.0.0' });
});

it('a default rollout does not apply if the museum’s rollout or a grant has one of its remotes', () => {
  const defaultRollouts = [rollout({ visit: '3.0.0', chat: '3.0.0' }, { museumId: '*' })];
  const ownRollouts = [rollout({ visit: '2.0.0' })];
  const defaultPins = new Map([['chat', '1.0.0']]);
  expect(choose({ defaultPins, defaultRollouts, ownRollouts })).toEqual({ chat: '1.0.0', visit: '2.0.0' });
  expect(choose({ defaultPins, defaultRollouts }, [granted('visit', '9.0.0')])).toEqual({ chat: '1.0.0', visit: '9.0.0' });
  const toNobody = [rollout({ visit: '2.0.0' }, { percent: 0 })];
  expect(choose({ defaultPins, defaultRollouts, ownRollouts: toNobody })).toEqual({ chat: '3.0.0', visit: '3.0.0' });
});

it('a halted rollout serves no visitor', () => {
  forAll(releaseState, recipient, (given, who) => {
    const running = (all: readonly Rollout[]) => all.filter(({ halted }) => halted === null);
    const without = { ...given, ownRollouts: running(given.ownRollouts), defaultRollouts: running(given.defaultRollouts) };
    expect(chooseVersions(given, who, now)).toEqual(chooseVersions(without, who, now));
  });
  expect(choose({ ownRollouts: [rollout({ visit: '2.0.0' }, { halted: 'failures' })] })).toEqual({});
});

itHolds('a growing rollout still serves all visitors who had it', [releaseState, visitorId, percent], (given, id, wanted) => {
  const [first, ...rest] = given.ownRollouts;
  fc.pre(first !== undefined && !first.halted && wanted >= first.percent);
  const before = chooseVersions(given, { id, grants: [], avoid: [] }, now);
  const after = chooseVersions({ ...given, ownRollouts: [{ ...first, percent: wanted }, ...rest] }, { id, grants: [], avoid: [] }, now);
  if (hasAllOf(before, first)) expect(hasAllOf(after, first)).toBe(true);
});

const visitorCount = 20_000;

it.each([0.01, 0.07, 0.5, 1, 5, 10, 29.29, 33.33, 50, 66.6, 90, 99.99])(
  'a share of %s %% reaches this percentage of visitors, within 0.5 %%',
  (ordered) => {
    let served = 0;
    for (let visitor = 0; visitor < visitorCount; visitor++) if (isInShare(ordered, `visitor-${visitor}`, rolloutId)) served++;
    expect(Math.abs((served / visitorCount) * 100 - ordered)).toBeLessThanOrEqual(0.5);
  },
);

itHolds(
  'a share of 0 % has no visitor, and a share of 100 % has every visitor',
  [fc.option(fc.string(), { nil: undefined }), fc.uuid()],
  (visitor, rollout) => {
    expect([isInShare(0, visitor, rollout), isInShare(100, visitor, rollout)]).toEqual([false, true]);
  },
);

itHolds('an unknown visitor is only in a share of 100 %', [percent, fc.uuid()], (ordered, rollout) => {
  expect(isInShare(ordered, undefined, rollout)).toBe(ordered === 100);
});

itHolds('a growing share keeps all its visitors', [percent, percent, fc.string(), fc.uuid()], (one, other, visitor, rollout) => {
  const [less, more] = [Math.min(one, other), Math.max(one, other)];
  expect(isInShare(less, visitor, rollout) && !isInShare(more, visitor, rollout)).toBe(false);
});

itHolds('a share ends exactly before the visitor whose bucket is the percentage', [fc.string(), fc.uuid()], (visitor, rollout) => {
  const number = rolloutBucket(visitor, rollout);
  expect(Number.isInteger(number) && number >= 0 && number <= 9_999).toBe(true);
  expect(isInShare(number / 100, visitor, rollout)).toBe(false);
  expect(isInShare((number + 1) / 100, visitor, rollout)).toBe(true);
});

it('different rollouts have independent shares', () => {
  const other = '0b9c8d4e-90f2-4f2b-8a0e-6d0c6f6f0a77';
  const visitors = Array.from({ length: visitorCount }, (_, at) => `visitor-${at}`);
  const both = visitors.filter((visitor) => isInShare(50, visitor, rolloutId) && isInShare(50, visitor, other));
  expect(Math.abs((both.length / visitorCount) * 100 - 25)).toBeLessThanOrEqual(0.5);
});

it('rolloutBucket is stable across machines and releases', () => {
  expect(rolloutBucket('visitor-1', rolloutId)).toBe(655);
});
