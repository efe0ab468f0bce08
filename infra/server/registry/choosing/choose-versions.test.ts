import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { Grant, Rollout } from '../state/registry-state.ts';
import { choosePinned, chooseVersions, isInShare, type MuseumReleaseState, reaches } from './choose-versions.ts';
import { at, museumId, now, percent, recipient, releaseState, visitorId } from './testing/release-states.ts';

const none = new Map<string, string>();
const bare: MuseumReleaseState = {
  museumId,
  ownPins: none,
  defaultPins: none,
  ownRollouts: [],
  defaultRollouts: [],
  leftOut: new Set(),
  fallbackVersions: () => [],
};
const rollout = (versions: Record<string, string>, change: Partial<Rollout> = {}): Rollout => {
  return {
    id: '6f1c1f8e-4c1b-4a6e-9d53-0a5d2f1c7b10',
    museumId,
    versions,
    percent: 100,
    startedAt: at,
    seq: 1,
    at,
    halted: undefined,
    ...change,
  };
};
const granted = (remote: string, version: string, change: Partial<Grant> = {}): Grant => {
  return { id: '0b9c8d4e-90f2-4f2b-8a0e-6d0c6f6f0a77', remote, version, museumId, issuedAt: 0, expiresAt: now + 1, ...change };
};
const choose = (given: Partial<MuseumReleaseState>, grants: Grant[] = [], id: string | undefined = 'somebody') =>
  Object.fromEntries(chooseVersions({ ...bare, ...given }, { id, grants, avoid: [] }, now));
const covers = ({ percent: share, id, halted }: Rollout, visitorId: string | undefined) => !halted && isInShare(share, visitorId, id);
const hasAllOf = (chosen: ReadonlyMap<string, string>, { versions }: Rollout) =>
  Object.entries(versions).every(([one, version]) => chosen.get(one) === version);

describe('the precedence', () => {
  it('is grant, rollout of the museum, default rollout, own pin, default pin', () => {
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

  it('puts a grant that is for this museum and still runs above all else, and others nowhere', () => {
    fc.assert(
      fc.property(releaseState, recipient, (given, who) => {
        const chosen = chooseVersions(given, who, now);
        const valid = who.grants.filter((one) => one.museumId === museumId && one.expiresAt > now);
        for (const { remote } of valid) expect(chosen.get(remote)).toBe(valid.findLast((one) => one.remote === remote)?.version);
        for (const [one, version] of chosen)
          if (version.startsWith('9')) expect(valid.some((held) => held.remote === one && held.version === version)).toBe(true);
      }),
    );
  });

  it('lets a visitor in no rollout and without a grant have what is pinned: its own, else the default', () => {
    fc.assert(
      fc.property(releaseState, visitorId, (given, id) => {
        const none = [...given.ownRollouts, ...given.defaultRollouts].every((one) => !covers(one, id));
        fc.pre(none);
        const chosen = chooseVersions(given, { id, grants: [], avoid: [] }, now);
        expect(chosen).toEqual(choosePinned(given));
        for (const [one, version] of chosen) expect(version).toBe(given.ownPins.get(one) ?? given.defaultPins.get(one));
      }),
    );
  });

  it('changes no remote but those the rollout or the grant names', () => {
    fc.assert(
      fc.property(releaseState, recipient, (given, who) => {
        const pinned = choosePinned(given);
        for (const [one, version] of chooseVersions(given, who, now)) if (version.startsWith('1')) expect(version).toBe(pinned.get(one));
      }),
    );
  });
});

describe('a rollout', () => {
  it('is given whole or not at all', () => {
    fc.assert(
      fc.property(releaseState, recipient, (given, who) => {
        const chosen = chooseVersions(given, who, now);
        for (const [one, version] of chosen) {
          const from = { '2': given.ownRollouts, '3': given.defaultRollouts }[version[0] ?? ''];
          if (from)
            expect(from.some((each) => covers(each, who.id) && Object.hasOwn(each.versions, one) && hasAllOf(chosen, each))).toBe(true);
        }
      }),
    );
  });

  it('of the museum reaches exactly the visitors in its share, when none of them holds a grant', () => {
    fc.assert(
      fc.property(releaseState, visitorId, (given, id) => {
        const chosen = chooseVersions(given, { id, grants: [], avoid: [] }, now);
        for (const one of given.ownRollouts) if (covers(one, id)) expect(hasAllOf(chosen, one)).toBe(true);
        const served = new Set(given.ownRollouts.filter((one) => covers(one, id)).flatMap(({ versions }) => Object.keys(versions)));
        for (const [remote, version] of chosen) expect(version === '2.0.0').toBe(served.has(remote));
      }),
    );
  });

  it('of all museums does not reach one that pins any of its remotes itself', () => {
    fc.assert(
      fc.property(releaseState, recipient, (given, who) => {
        const reached = given.defaultRollouts.filter((one) => reaches(one, given.ownPins));
        expect(chooseVersions({ ...given, defaultRollouts: reached }, who, now)).toEqual(chooseVersions(given, who, now));
        for (const [remote] of given.ownPins) expect(chooseVersions(given, who, now).get(remote)).not.toBe('3.0.0');
      }),
    );
    const defaultRollouts = [rollout({ visit: '3.0.0', chat: '3.0.0' }, { museumId: '*' })];
    expect(choose({ ownPins: new Map([['chat', '1.0.0']]), defaultRollouts })).toEqual({ chat: '1.0.0' });
  });

  it('of all museums is left out whole where the museum rolls out, or a grant gives, one of its remotes', () => {
    const defaultRollouts = [rollout({ visit: '3.0.0', chat: '3.0.0' }, { museumId: '*' })];
    const ownRollouts = [rollout({ visit: '2.0.0' })];
    const defaultPins = new Map([['chat', '1.0.0']]);
    expect(choose({ defaultPins, defaultRollouts, ownRollouts })).toEqual({ chat: '1.0.0', visit: '2.0.0' });
    expect(choose({ defaultPins, defaultRollouts }, [granted('visit', '9.0.0')])).toEqual({ chat: '1.0.0', visit: '9.0.0' });
    const toNobody = [rollout({ visit: '2.0.0' }, { percent: 0 })];
    expect(choose({ defaultPins, defaultRollouts, ownRollouts: toNobody })).toEqual({ chat: '3.0.0', visit: '3.0.0' });
  });

  it('that was halted serves no visitor', () => {
    fc.assert(
      fc.property(releaseState, recipient, (given, who) => {
        const running = (all: readonly Rollout[]) => all.filter(({ halted }) => halted === undefined);
        const without = { ...given, ownRollouts: running(given.ownRollouts), defaultRollouts: running(given.defaultRollouts) };
        expect(chooseVersions(given, who, now)).toEqual(chooseVersions(without, who, now));
      }),
    );
    expect(choose({ ownRollouts: [rollout({ visit: '2.0.0' }, { halted: 'failures' })] })).toEqual({});
  });

  it('still serves all who had it when its share grows', () => {
    fc.assert(
      fc.property(releaseState, visitorId, percent, (given, id, wanted) => {
        const [first, ...rest] = given.ownRollouts;
        fc.pre(first !== undefined && !first.halted && wanted >= first.percent);
        const before = chooseVersions(given, { id, grants: [], avoid: [] }, now);
        const after = chooseVersions(
          { ...given, ownRollouts: [{ ...first, percent: wanted }, ...rest] },
          { id, grants: [], avoid: [] },
          now,
        );
        if (hasAllOf(before, first)) expect(hasAllOf(after, first)).toBe(true);
      }),
    );
  });

  const visitors = 20_000;

  it('serves of many visitors as many as was ordered, to half a percent, each of them the whole of it', () => {
    for (const ordered of [1, 10, 33.33, 75]) {
      const ownRollouts = [rollout({ visit: '2.0.0', chat: '2.0.0' }, { percent: ordered })];
      const defaultPins = new Map([
        ['visit', '1.0.0'],
        ['chat', '1.0.0'],
      ]);
      const counts = new Map<string, number>();
      for (let at = 0; at < visitors; at++) {
        const key = [
          ...chooseVersions({ ...bare, defaultPins, ownRollouts }, { id: `visitor-${at}`, grants: [], avoid: [] }, now).values(),
        ].join();
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      expect(new Set(counts.keys())).toEqual(new Set(['1.0.0,1.0.0', '2.0.0,2.0.0']));
      expect(Math.abs(((counts.get('2.0.0,2.0.0') ?? 0) / visitors) * 100 - ordered)).toBeLessThanOrEqual(0.5);
    }
  });
});
