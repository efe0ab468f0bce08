import type { BundledPackage, Duplicate } from '@enfilade/shared-contracts/api/version-schemas';

/** Remote → what is bundled into the version of it that a set has. */
export type PackagesOfSet = ReadonlyMap<string, readonly BundledPackage[]>;

/** The packages of which more than one remote of a set brings the same modules, in the same version; most bytes to spare first. */
export function findDuplicates(set: PackagesOfSet): Duplicate[] {
  const copies = new Map<string, Map<string, BundledPackage>>();
  for (const [remote, packages] of set) {
    for (const one of packages) {
      const key = `${one.name}@${one.version}`;
      copies.set(key, (copies.get(key) ?? new Map<string, BundledPackage>()).set(remote, one));
    }
  }
  return [...copies.values()].flatMap(describeCopies).sort((a, b) => b.spare - a.spare || (a.name < b.name ? -1 : 1));
}

function describeCopies(copies: ReadonlyMap<string, BundledPackage>): Duplicate[] {
  const [first] = copies.values();
  const found = new Map<string, Map<string, number>>();
  for (const [remote, { modules }] of copies)
    for (const [module, bytes] of Object.entries(modules))
      found.set(module, (found.get(module) ?? new Map<string, number>()).set(remote, bytes));
  const repeated = [...found.values()].filter(({ size }) => size > 1);
  if (!first || repeated.length === 0) return [];
  const remotes = new Map<string, number>();
  for (const ofModule of repeated) for (const [remote, bytes] of ofModule) remotes.set(remote, (remotes.get(remote) ?? 0) + bytes);
  const spare = repeated.reduce((sum, ofModule) => sum + sumOf(ofModule.values()) - Math.max(...ofModule.values()), 0);
  return [{ name: first.name, version: first.version, remotes: Object.fromEntries(remotes), spare }];
}

const sumOf = (numbers: Iterable<number>) => [...numbers].reduce((sum, each) => sum + each, 0);
