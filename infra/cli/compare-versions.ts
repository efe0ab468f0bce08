import type { VersionDetails } from '@enfilade/shared-contracts/api/version-schemas';

/** Null if a version lacks the entry. */
export interface Difference<Value> {
  what: string;
  from: Value | null;
  to: Value | null;
}

interface VersionDifferences {
  ranges: Difference<string>[];
  /** Sizes in bytes. */
  files: Difference<number>[];
  /** By language and key, such as `en title`; undefined if a build has no texts. */
  texts: Difference<string>[] | undefined;
}

export function compareVersions(from: VersionDetails, to: VersionDetails): VersionDifferences {
  return {
    ranges: compare(rangesOf(from), rangesOf(to)),
    files: compareFiles(from.files, to.files),
    texts: from.texts && to.texts && compare(flatten(from.texts), flatten(to.texts)),
  };
}

export function compare<Value>(from: ReadonlyMap<string, Value>, to: ReadonlyMap<string, Value>): Difference<Value>[] {
  return [...new Set([...from.keys(), ...to.keys()])]
    .sort()
    .map((what) => ({ what, from: from.get(what) ?? null, to: to.get(what) ?? null }))
    .filter((difference) => difference.from !== difference.to);
}

const rangesOf = ({ contract, shared }: VersionDetails) => new Map(Object.entries({ contract, ...shared }));

const flatten = (texts: NonNullable<VersionDetails['texts']>) =>
  new Map(
    Object.entries(texts).flatMap(([language, ofLanguage]) =>
      Object.entries(ofLanguage).map(([key, text]) => [`${language} ${key}`, text]),
    ),
  );

/** The rest of a file's name is the same in every version. */
const buildHash = /\.[0-9a-f]{4,}(?=\.\w+$)/;

type Files = VersionDetails['files'];

function compareFiles(from: Files, to: Files): Difference<number>[] {
  const isSame = (file: string) => from[file]?.integrity === to[file]?.integrity;
  const changed = (files: Files) => groupByKind(Object.keys(files).filter((file) => !isSame(file)));
  const [before, after] = [changed(from), changed(to)];
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((what) => {
    const [earlier = [], later = []] = [before.get(what), after.get(what)];
    return Array.from({ length: Math.max(earlier.length, later.length) }, (_, at) => ({
      what,
      from: from[earlier[at] ?? '']?.bytes ?? null,
      to: to[later[at] ?? '']?.bytes ?? null,
    }));
  });
}

function groupByKind(files: readonly string[]): Map<string, string[]> {
  const kinds = new Map<string, string[]>();
  for (const file of [...files].sort()) {
    const kind = file.replace(buildHash, '');
    kinds.set(kind, [...(kinds.get(kind) ?? []), file]);
  }
  return kinds;
}
