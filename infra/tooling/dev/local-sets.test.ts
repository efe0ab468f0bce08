import { declarationOf, remoteFiles } from '@enfilade/server/registry/testing/built-remote';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { releaseSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { isSigned, readSetKeys } from '@enfilade/shared-contracts/releases/signed-set';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createLocalBuilds, inspectLocalBuild, type LocalBuilds } from './local-builds.ts';
import { createLocalSets } from './local-page.ts';
import { localBuild, siteRemote, siteSet } from './testing/samples.ts';

const clock: Clock = { now: () => Date.parse('2026-11-22T10:00:00.000Z'), after: () => () => undefined };

function openSets() {
  const builds = createLocalBuilds();
  return { builds, sets: createLocalSets(builds, clock) };
}

function putBuilt(builds: LocalBuilds, name: string, declaration: object): void {
  const files = [...remoteFiles({ name, version: '0.1.0-dev.aaaaaaaa', declaration })];
  const inspected = inspectLocalBuild(name, new Map(files.map(([file, contents]) => [file, Buffer.from(contents)])));
  builds.put('build' in inspected ? inspected.build : expect.unreachable(inspected.problems.join()));
}

it('a local set changes only the pin of the local build, and has a signature that local pages trust', async () => {
  const { builds, sets } = openSets();
  builds.put(localBuild('visit', '0.1.0-dev.aaaaaaaa'));
  const before = siteSet({ nextKey: `${'A'.repeat(122)}==` });
  const set = sets.rewrite(before);
  expect(releaseSetSchema.parse(set)).toEqual(set);
  expect(set.remotes['landing']).toEqual(before.remotes['landing']);
  const version = '0.1.0-dev.aaaaaaaa';
  expect(set.remotes['visit']).toMatchObject({ version, entry: `/remotes/visit/${version}/remoteEntry.js` });
  expect(set).toMatchObject({ museumId: before.museumId, contract: before.contract });
  expect(set.nextKey).toBeUndefined();
  expect(await isSigned(set, await readSetKeys(sets.publicKeys, crypto.subtle), crypto.subtle)).toBe(true);
});

it('a local set has the declaration of a new screen, and the new declaration after an edit', () => {
  const { builds, sets } = openSets();
  putBuilt(builds, 'poster', declarationOf('poster'));
  const [entry] = sets.rewrite(siteSet()).remotes['poster']?.declaration?.entries ?? [];
  expect(entry).toMatchObject({ id: 'poster', place: 'landing-card' });
  putBuilt(builds, 'poster', declarationOf('poster', { routes: ['/posters'] }));
  expect(sets.rewrite(siteSet()).remotes['poster']?.declaration).toMatchObject({ routes: ['/posters'], needs: ['museum'] });
});

it('a local set gives a filler the limits of its place', () => {
  const { builds, sets } = openSets();
  putBuilt(builds, 'shop', declarationOf('shop', { routes: [], entries: [], fills: [{ slot: 'end.card', props: 'visit-end' }] }));
  const fills = sets.rewrite(siteSet()).remotes['shop']?.declaration?.fills;
  expect(fills).toEqual([{ slot: 'end.card', props: 'visit-end', ms: 100, height: 30 }]);
});

it('only a different build raises the number of a local set', () => {
  const version = fc.constantFrom('0.1.0-dev.aaaaaaaa', '0.1.0-dev.bbbbbbbb', '0.1.0-dev.cccccccc');
  const versions = fc.array(version, { minLength: 1, maxLength: 6 });
  forAll(versions, (built) => {
    const { builds, sets } = openSets();
    let last = sets.rewrite(siteSet());
    for (const version of built) {
      const isNew = builds.put(localBuild('visit', version));
      const set = sets.rewrite(siteSet());
      if (isNew) expect(set.sequence).toBeGreaterThan(last.sequence);
      else expect(set.sequence).toBe(last.sequence);
      last = set;
    }
  });
});

it('a local set changes if the site chooses another version under the same number', () => {
  const { sets } = openSets();
  const first = sets.rewrite(siteSet());
  expect(sets.rewrite(siteSet({ remotes: { landing: siteRemote('landing', '1.3.0') } })).signature).not.toBe(first.signature);
});

it('a local set keeps the grants of screens without a local build', () => {
  const { builds, sets } = openSets();
  const ofLanding = { remote: 'landing', version: '1.2.0', expiresAt: '2026-11-23T10:00:00.000Z' };
  const ofVisit = { ...ofLanding, remote: 'visit' };
  expect(sets.rewrite(siteSet({ grants: [ofVisit] })).grants).toEqual([ofVisit]);
  builds.put(localBuild('visit', '0.1.0-dev.aaaaaaaa'));
  expect(sets.rewrite(siteSet({ grants: [ofVisit, ofLanding] })).grants).toEqual([ofLanding]);
  expect(sets.rewrite(siteSet({ grants: [ofVisit] })).grants).toBeUndefined();
});
