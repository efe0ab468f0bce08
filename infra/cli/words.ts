import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';

/** A museum as it stands in a sentence. */
export function forMuseum(museumId: MuseumKey): string {
  return museumId === '*' ? 'for every museum without a version of its own' : `for museum ${museumId}`;
}

/** `visit 1.8.1, landing 1.2.0`. */
export function nameReleases(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}
