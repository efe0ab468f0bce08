import type { ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';

/**
 * Whether `found` says something else than the set in force: a later number, or under the same number other
 * versions or grants, as when a rollout's share grows or a grant ends. An older number is never new.
 */
export function isNewSet(found: ReleaseSet, inForce: ReleaseSet | undefined): boolean {
  if (!inForce || found.sequence > inForce.sequence) return true;
  return found.sequence === inForce.sequence && listChoices(found) !== listChoices(inForce);
}

function listChoices({ remotes, grants = [] }: ReleaseSet): string {
  const pinned = Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);
  const granted = grants.map(({ remote, version, expiresAt }) => `${remote}@${version} until ${expiresAt}`);
  return [...pinned.sort(), ...granted.sort()].join();
}
