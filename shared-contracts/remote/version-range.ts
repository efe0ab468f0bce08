/** The semver package costs a page 6 kB gzip; these lines answer the one question a page has, and are tested against it. */

type Release = readonly [major: number, minor: number, patch: number];
interface Version {
  release: Release;
  /** Identifiers of a pre-release; empty for a release. */
  pre: readonly string[];
}
/** One bound of a range. */
interface Bound {
  operator: '<' | '<=' | '>' | '>=';
  version: Version;
}

const part = '(0|[1-9]\\d{0,14}|[xX*])';
const prePattern = '(?:-((?:0|[1-9]\\d*|\\d*[A-Za-z-][\\dA-Za-z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[A-Za-z-][\\dA-Za-z-]*))*))?';
const partialPattern = new RegExp(`^v?${part}(?:\\.${part}(?:\\.${part}${prePattern})?)?$`);

/** As much of a version as is written: `1.x` is [1]. Undefined when it is none. */
function parsePartial(text: string): { numbers: number[]; pre: readonly string[] } | undefined {
  const [, major, minor, patch, identifiers] = partialPattern.exec(text) ?? [];
  if (major === undefined) return undefined;
  const written = [major, minor, patch];
  const isNumber = (number: string | undefined) => number !== undefined && /^\d/.test(number);
  const end = written.findIndex((number) => !isNumber(number));
  if (end >= 0 && written.slice(end).some(isNumber)) return undefined;
  const numbers = written.slice(0, end < 0 ? 3 : end).map(Number);
  return { numbers, pre: numbers.length === 3 && identifiers ? identifiers.split('.') : [] };
}

function parseVersion(text: string): Version | undefined {
  const partial = parsePartial(text);
  const [major, minor, patch] = partial?.numbers ?? [];
  return partial && patch !== undefined ? { release: [major ?? 0, minor ?? 0, patch], pre: partial.pre } : undefined;
}

function compareIdentifiers(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  const [isANumber, isBNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isANumber && isBNumber) return Number(a) - Number(b);
  if (isANumber !== isBNumber) return isANumber ? -1 : 1;
  return a < b ? -1 : 1;
}

function compare(a: Version, b: Version): number {
  for (const index of [0, 1, 2] as const) if (a.release[index] !== b.release[index]) return a.release[index] - b.release[index];
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  const longer = a.pre.length > b.pre.length ? a.pre : b.pre;
  return longer.map((_, index) => compareIdentifiers(a.pre[index], b.pre[index])).find((order) => order !== 0) ?? 0;
}

const lowest = ([major = 0, minor = 0, patch = 0]: readonly number[]): Release => [major, minor, patch];

/** The first release beyond all that share the first `kept` numbers. */
function beyond(numbers: readonly number[], kept: number): Release {
  return lowest(numbers.slice(0, kept).map((number, index) => (index === kept - 1 ? number + 1 : number)));
}

const nothing: Bound = { operator: '<', version: { release: [0, 0, 0], pre: ['0'] } };

/** How many numbers of `^1.2.3` must stay: up to the first that is not 0. */
function keptByCaret(numbers: readonly number[]): number {
  const first = numbers.findIndex((number) => number > 0);
  return first < 0 ? numbers.length : first + 1;
}

/** A comparator's version as far as it is written. */
interface Written {
  numbers: readonly number[];
  isWhole: boolean;
  /** What it stands for itself, missing numbers as 0. */
  version: Version;
}

/** Below all that share the first `kept` numbers, pre-releases of the next one excluded. */
const below = ({ numbers }: Written, kept: number): Bound => ({ operator: '<', version: { release: beyond(numbers, kept), pre: ['0'] } });

/** Operator → the bounds it sets; `>1.2` means what lies beyond all of 1.2. */
const operators = new Map<string, (written: Written) => Bound[]>([
  ['^', (written) => [{ operator: '>=', version: written.version }, below(written, keptByCaret(written.numbers))]],
  ['~', (written) => [{ operator: '>=', version: written.version }, below(written, Math.min(written.numbers.length, 2))]],
  ['>=', ({ version }) => [{ operator: '>=', version }]],
  ['<', ({ version, isWhole }) => [{ operator: '<', version: isWhole ? version : { ...version, pre: ['0'] } }]],
  ['<=', (written) => [written.isWhole ? { operator: '<=', version: written.version } : below(written, written.numbers.length)]],
  [
    '>',
    ({ version, isWhole, numbers }) => [
      isWhole ? { operator: '>', version } : { operator: '>=', version: { release: beyond(numbers, numbers.length), pre: [] } },
    ],
  ],
  [
    '=',
    (written) => [
      { operator: '>=', version: written.version },
      written.isWhole ? { operator: '<=', version: written.version } : below(written, written.numbers.length),
    ],
  ],
]);

/** The bounds one comparator stands for; undefined when it is none. */
function parseComparator(text: string): Bound[] | undefined {
  const [, operator = '', rest = ''] = /^(\^|~>?|[<>]=?|=)?\s*(.*)$/.exec(text) ?? [];
  const partial = parsePartial(rest);
  if (!partial) return undefined;
  const { numbers, pre } = partial;
  if (numbers.length === 0) return operator === '<' || operator === '>' ? [nothing] : [];
  const written: Written = { numbers, isWhole: numbers.length === 3, version: { release: lowest(numbers), pre } };
  return operators.get(operator === '~>' ? '~' : operator || '=')?.(written);
}

/** The bounds of a set without `||`; undefined when any part of it is no comparator. */
function parseSet(text: string): Bound[] | undefined {
  const spaced = text
    .trim()
    .replace(/^(\S+)\s+-\s+(\S+)$/, '>=$1 <=$2')
    .replace(/([\^~<>=])\s+(?=[\dvxX*])/g, '$1');
  const bounds: Bound[] = [];
  for (const comparator of spaced.split(/\s+/)) {
    const parsed = parseComparator(comparator === '' ? '*' : comparator);
    if (!parsed) return undefined;
    bounds.push(...parsed);
  }
  return bounds;
}

const holds = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
};

function isWithin(version: Version, bounds: readonly Bound[]): boolean {
  if (!bounds.every((bound) => holds[bound.operator](compare(version, bound.version)))) return false;
  // A pre-release is meant only where the range names one of the same release.
  return (
    version.pre.length === 0 ||
    bounds.some(({ version: named }) => named.pre.length > 0 && String(named.release) === String(version.release))
  );
}

/** Whether a set lets every release in, however it is written: `x`, `>=0`, `0.0.0 - *`. */
const isAnything = (bounds: readonly Bound[]): boolean =>
  bounds.every(
    ({ operator, version: { release, pre } }) => operator === '>=' && pre.length === 0 && release.every((number) => number === 0),
  );

/**
 * Whether `version` lies in `range`, as npm reads ranges: `^1.2.0`, `~1.2`, `1.x`, `>=1 <3`, `1.2 - 2`, `a || b`.
 * What is no version or no range satisfies nothing.
 */
export function satisfies(version: string, range: string): boolean {
  const parsed = parseVersion(version);
  const sets = range.split('||').map(parseSet);
  if (!parsed || sets.some((set) => set === undefined)) return false;
  // npm reads `1.0.0-0 || *` as `*` alone: the pre-release is then not meant.
  if (sets.some((set) => set && isAnything(set))) return parsed.pre.length === 0;
  return sets.some((set) => set && isWithin(parsed, set));
}
