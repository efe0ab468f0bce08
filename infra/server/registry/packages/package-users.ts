import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { BundledPackage, PackageUsers } from '@enfilade/shared-contracts/api/version-schemas';
import semver from 'semver';

/** A version that some museums run, with what it consists of; undefined where its build does not say. */
export interface RunningVersion {
  remote: string;
  release: string;
  museums: readonly MuseumKey[];
  packages: readonly Pick<BundledPackage, 'name' | 'version'>[] | undefined;
}

interface Question {
  /** Of the package. */
  name: string;
  /** Absent: any version. */
  range?: string | undefined;
}

/** Who runs a package: the host's own first, then the remotes that bring it along. */
export function findPackageUsers(
  { name, range }: Question,
  host: readonly Pick<BundledPackage, 'name' | 'version'>[],
  running: readonly RunningVersion[],
): PackageUsers {
  const asked = (one: { name: string; version: string }) =>
    one.name === name && (range === undefined || semver.satisfies(one.version, range, { includePrerelease: true }));
  const museums = [...new Set(running.flatMap((one) => one.museums))];
  return {
    users: [
      ...host.filter(asked).map(({ version }) => ({ remote: 'host', release: null, version, museums })),
      ...running.flatMap(({ remote, release, packages = [], museums: own }) =>
        packages.filter(asked).map(({ version }) => ({ remote, release, version, museums: [...own] })),
      ),
    ],
    unknown: running.filter(({ packages }) => packages === undefined).map(({ remote, release }) => `${remote} ${release}`),
  };
}
