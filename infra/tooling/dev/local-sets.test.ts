import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { releaseSetSchema } from '@enfilade/shared-contracts/remote/release-set';
import { isSigned, readSetKeys } from '@enfilade/shared-contracts/remote/signed-set';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createLocalRemotes } from './local-builds.ts';
import { createLocalSets } from './local-sets.ts';
import { localBuild, siteRemote, siteSet } from './testing/samples.ts';

const clock: Clock = { now: () => Date.parse('2026-11-22T10:00:00.000Z'), after: () => () => undefined };

function openSets() {
  const remotes = createLocalRemotes();
  return { remotes, sets: createLocalSets(remotes, clock) };
}

describe('a set of the site with a local build', () => {
  it('pins the local build alone, and is signed by a key that pages of this server trust', async () => {
    const { remotes, sets } = openSets();
    remotes.put(localBuild('visit', '0.1.0-dev.aaaaaaaa'));
    const before = siteSet({ nextKey: `${'A'.repeat(122)}==` });
    const set = sets.rewrite(before);
    expect(releaseSetSchema.parse(set)).toEqual(set);
    expect(set.remotes['landing']).toEqual(before.remotes['landing']);
    expect(set.remotes['visit']).toMatchObject({
      version: '0.1.0-dev.aaaaaaaa',
      entry: '/remotes/visit/0.1.0-dev.aaaaaaaa/remoteEntry.js',
    });
    expect(set).toMatchObject({ museumId: before.museumId, contract: before.contract });
    expect(set.nextKey).toBeUndefined();
    expect(await isSigned(set, await readSetKeys(sets.publicKeys, crypto.subtle), crypto.subtle)).toBe(true);
  });

  it('is newer after every build that differs, and the very same until then', () => {
    const versions = fc.array(fc.constantFrom('0.1.0-dev.aaaaaaaa', '0.1.0-dev.bbbbbbbb', '0.1.0-dev.cccccccc'), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(versions, (built) => {
        const { remotes, sets } = openSets();
        let last = sets.rewrite(siteSet());
        for (const version of built) {
          const isNew = remotes.put(localBuild('visit', version));
          const set = sets.rewrite(siteSet());
          if (isNew) expect(set.sequence).toBeGreaterThan(last.sequence);
          else expect(set).toBe(last);
          // Issued anew by the site, with nothing changed.
          expect(sets.rewrite(siteSet({ issuedAt: '2026-11-22T00:00:00.000Z' }))).toBe(set);
          last = set;
        }
      }),
    );
  });

  it('is another when the site chooses another version, also under the same number', () => {
    const { sets } = openSets();
    const first = sets.rewrite(siteSet());
    expect(sets.rewrite(siteSet({ remotes: { landing: siteRemote('landing', '1.3.0') } })).signature).not.toBe(first.signature);
  });

  it('shows a grant of the site unless a local build stands in its place', () => {
    const { remotes, sets } = openSets();
    const ofLanding = { remote: 'landing', version: '1.2.0', expiresAt: '2026-11-23T10:00:00.000Z' };
    const ofVisit = { ...ofLanding, remote: 'visit' };
    expect(sets.rewrite(siteSet({ grants: [ofVisit] })).grants).toEqual([ofVisit]);
    remotes.put(localBuild('visit', '0.1.0-dev.aaaaaaaa'));
    expect(sets.rewrite(siteSet({ grants: [ofVisit, ofLanding] })).grants).toEqual([ofLanding]);
    expect(sets.rewrite(siteSet({ grants: [ofVisit] })).grants).toBeUndefined();
  });
});
