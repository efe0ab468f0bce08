import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect } from '@rstest/core';
import fc from 'fast-check';
import { activeGrants, choosePinned, chooseVersions, type Recipient } from './choose-versions.ts';
import { name, now, recipient, releaseState } from './testing/release-states.ts';

const version = fc.constantFrom('0.8.0', '0.9.0', '1.0.0', '1.1.0', '2.0.0', '3.0.0', '9.0.0', '9.1.0', '7.7.7');
const hurt: fc.Arbitrary<Recipient> = fc
  .tuple(recipient, fc.array(fc.record({ remote: name, version }), { minLength: 1, maxLength: 8 }))
  .map(([who, avoid]) => ({ ...who, avoid }));
const avoids = ({ avoid }: Recipient, remote: string, version: string | undefined) =>
  avoid.some((failed) => failed.remote === remote && failed.version === version);

itHolds('a visitor gets a failed version only if it is pinned and all fallback versions failed too', [releaseState, hurt], (given, who) => {
  for (const [remote, version] of chooseVersions(given, who, now)) {
    if (!avoids(who, remote, version)) continue;
    expect(version).toBe(choosePinned(given).get(remote));
    for (const good of given.fallbackVersions(remote)) expect(avoids(who, remote, good)).toBe(true);
  }
});

itHolds('a failed pinned version is replaced by the best fallback version that did not fail', [releaseState, hurt], (given, who) => {
  const nothingElse = { ...given, ownRollouts: [], defaultRollouts: [] };
  const chosen = chooseVersions(nothingElse, { ...who, grants: [] }, now);
  for (const [remote, pinned] of choosePinned(given)) {
    const best = given.fallbackVersions(remote).find((good) => !avoids(who, remote, good)) ?? pinned;
    expect(chosen.get(remote)).toBe(avoids(who, remote, pinned) ? best : pinned);
  }
});

itHolds('a failed version that the visitor would not get changes nothing', [releaseState, hurt], (given, who) => {
  const unhurt = chooseVersions(given, { ...who, avoid: [] }, now);
  const offered = [...given.ownRollouts, ...given.defaultRollouts].flatMap(({ versions }) => Object.entries(versions));
  const isOffered = ({ remote, version }: Recipient['avoid'][number]) =>
    unhurt.get(remote) === version ||
    choosePinned(given).get(remote) === version ||
    offered.some(([one, other]) => one === remote && other === version) ||
    who.grants.some((grant) => grant.remote === remote && grant.version === version);
  fc.pre(!who.avoid.some(isOffered));
  expect(chooseVersions(given, who, now)).toEqual(unhurt);
});

itHolds('a failed version excludes the visitor from its whole rollout and from no other rollout', [releaseState, hurt], (given, who) => {
  const failed = ({ versions }: { versions: Readonly<Record<string, string>> }) =>
    Object.entries(versions).some(([remote, version]) => avoids(who, remote, version));
  const without = {
    ...given,
    ownRollouts: given.ownRollouts.filter((rollout) => !failed(rollout)),
    defaultRollouts: given.defaultRollouts.filter((rollout) => !failed(rollout)),
  };
  expect(chooseVersions(given, who, now)).toEqual(chooseVersions(without, who, now));
});

itHolds('a failed version of a grant gives the visitor the version without the grant', [releaseState, hurt], (given, who) => {
  const grants = who.grants.filter(({ remote, version }) => !avoids(who, remote, version));
  expect(chooseVersions(given, who, now)).toEqual(chooseVersions(given, { ...who, grants }, now));
});

itHolds('activeGrants returns one grant for each remote, whose version the visitor gets', [releaseState, hurt], (given, who) => {
  const active = activeGrants(given, who, now);
  const chosen = chooseVersions(given, who, now);
  expect(new Set(active.map(({ remote }) => remote)).size).toBe(active.length);
  for (const { remote, version } of active) expect(chosen.get(remote)).toBe(version);
  for (const [remote, version] of chosen) if (version.startsWith('9')) expect(active.some((one) => one.remote === remote)).toBe(true);
});
