import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import type { UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { expect, it } from '@rstest/core';
import { largeRegistry } from '../../registry/choosing/testing/large-registry.ts';
import { createSetSigner } from '../../registry/signing/set-signer.ts';
import { makeSigningKey, signWith } from '../../registry/testing/make-signing-key.ts';
import { museumId } from '../testing/samples.ts';
import { createReleaseSets } from './release-sets.ts';

setFlagsFromString('--expose-gc');
setFlagsFromString('--allow-natives-syntax');
const collect = runInNewContext('gc') as () => void;
const haveSameClass = new Function('one', 'other', 'return %HaveSameMap(one, other)') as (one: object, other: object) => boolean;

/** Whether V8 still gives objects that get the same first property the same hidden class. */
function sharesClasses(): boolean {
  const key = randomUUID();
  const make = () => Object.fromEntries([[key, 1]]);
  return haveSameClass(make(), make());
}

const versionIn = ({ remotes }: UnsignedSet) => remotes['landing']?.version;

it('objects of every request keep their hidden classes after thousands of versions and sets', () => {
  // Objects of other tests count until V8 collects them.
  collect();
  expect(sharesClasses()).toBe(true);
  const { versions } = largeRegistry({ remotes: 1, versions: 2_000, museums: 1, museumId });
  const chosen: UnsignedSet[] = [...(versions.get('landing')?.values() ?? [])].map(({ pinned }) => ({
    ...{ museumId: '*' as const, sequence: 1, issuedAt: '2026-01-01T00:00:00.000Z', contract: '1.0.0' },
    remotes: { landing: pinned },
  }));
  const upcoming = chosen.values();
  const registry = { chooseSet: () => upcoming.next().value as UnsignedSet, findProblems: async () => [] };
  const sets = createReleaseSets({ registry, signer: createSetSigner(signWith(makeSigningKey()), systemClock), clock: systemClock });
  const given = chosen.map(() => sets.releaseSet(museumId, undefined, 'de'));
  expect(sharesClasses()).toBe(true);
  expect(given.map(versionIn)).toEqual(chosen.map(versionIn));
});
