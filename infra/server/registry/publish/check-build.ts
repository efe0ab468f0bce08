import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { budgetLimits, entryBudget, loadedAtMost, stockEntryBudget } from '@enfilade/shared-contracts/build/budgets';
import { hostOffer } from '@enfilade/shared-contracts/releases/check-remote';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import { pinnedRemoteSchema } from '@enfilade/shared-contracts/releases/release-set';
import { isVersionRange, satisfies } from '@enfilade/shared-contracts/releases/version-range';
import type { VersionFirstPaints } from '../../http/first-paint-template.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import { entryOf, isScriptOrStyle, pinnedRemote, type Release, releaseSchema, type StoredFiles } from '../state/releases.ts';
import { type Build, readBuild } from './build.ts';
import { type BuildFiles, byName, collectProblems, printable } from './build-files.ts';
import { cutFirstPaints, privateChecks } from './check-contents.ts';
import { checkDeclaration } from './check-declaration.ts';
import { checkIntegrity, checkOffered, fallbacksOf, federationChecks } from './check-federation.ts';
import { checkStyles } from './check-styles.ts';
import { type ContractMismatch, checkContract } from './contract-history.ts';

/** @throws PublishRefusedError for a build of another remote */
function checkName({ name }: Release, wanted: string | undefined): void {
  if (wanted === undefined || name === wanted) return;
  throw new PublishRefusedError(`The build calls itself "${name}"; publish it under that name, or build ${wanted}.`);
}

/** @throws PublishRefusedError for a range that no page can read, or that holds none of the contracts of this site's host */
function checkContractRange({ release: { name, contract } }: Build): void {
  if (!isVersionRange(contract)) {
    throw new PublishRefusedError(`"contract" of the build is no range of versions a page can read; write it as "^${contractVersion}".`);
  }
  const { contracts } = hostOffer;
  if (contracts.some((version) => satisfies(version, contract))) return;
  throw new PublishRefusedError(
    `${name} was built for contract ${contract}, this site runs ${contracts.join(' and ')}; build it against shared-contracts ${contractVersion}.`,
  );
}

const doubts: Record<ContractMismatch, (built: string) => string> = {
  other: (built) => `calls itself ${built} but is another one; build it with the shared-contracts ${built} that was released`,
  unknown: (built) => `calls itself ${built}, which this site does not know; build it with shared-contracts ${contractVersion}`,
};

/**
 * The range is the team's own claim; number and fingerprint together are the build's facts.
 * @throws PublishRefusedError
 */
function checkContractBuilt({ release: { name }, builtWith }: Build): void {
  const doubt = checkContract(builtWith);
  if (doubt) throw new PublishRefusedError(`${name} was built against a contract that ${doubts[doubt](builtWith.version)}.`);
}

interface Measured {
  file: string;
  /** After gzip. */
  bytes: number;
}

/** Number of the largest files that a refusal names. */
const namedFiles = 3;

/**
 * What a screen costs each visitor, after gzip: its entry, its first view, and all it can load.
 * @throws PublishRefusedError which names the largest files
 */
function checkBudget(build: Build): void {
  const { release, served, budget } = build;
  const { name, stock, initial, declaration } = release;
  const limits = budgetLimits[declaration.audience === 'operators' ? 'operators' : 'visitors'];
  const promised = budget ?? limits;
  const entry = entryOf(release);
  const fallbacks = fallbacksOf(build);
  const counted = [...served].filter(([file]) => isScriptOrStyle(file) && !fallbacks.has(file));
  const measured = counted.map(([file, bytes]) => ({ file, bytes: gzipSync(bytes, { level: 9 }).length }));
  // A stock entry is the ecosystem's runtime for the most part, of which its team has no choice.
  const ofScreen = stock ? measured.filter(({ file }) => file !== entry) : measured;
  const firstView = new Set([entry, ...initial]);
  refuseOver(entry, stock ? stockEntryBudget : entryBudget, {
    files: measured.filter(({ file }) => file === entry),
    advice: stock
      ? 'load with import() what the screen needs'
      : 'share only react and react-dom, and build with the preset of shared-contracts',
  });
  refuseOver(`The first view of ${name}`, Math.min(promised.firstView, limits.firstView), {
    files: ofScreen.filter(({ file }) => firstView.has(file)),
    advice: 'load with import() what is not seen at once',
  });
  refuseOver(`All of ${name}`, Math.min(promised.all, limits.all), {
    files: loadedAtMost(ofScreen),
    advice: 'leave out what the screen does not need, or import less of it',
  });
}

function refuseOver(what: string, limit: number, { files, advice }: { files: readonly Measured[]; advice: string }): void {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= limit) return;
  const sorted = [...files].sort((a, b) => b.bytes - a.bytes || byName(a.file, b.file)).slice(0, namedFiles);
  const largest = sorted.map(({ file, bytes }) => `${file} ${bytes}`).join(', ');
  throw new PublishRefusedError(`${what} has ${total} bytes after gzip and may have ${limit} (${largest}); ${advice}.`);
}

/** The last check: what is recorded must be readable again, and what is derived from it must be a release set. */
function checkShape(release: Release): void {
  const issue = releaseSchema.safeParse(release).error?.issues[0] ?? pinnedRemoteSchema.safeParse(pinnedRemote(release)).error?.issues[0];
  if (!issue) return;
  const at = `${printable(issue.path.join('.'))}" (${printable(issue.message)})`;
  throw new PublishRefusedError(`The release set cannot hold this build at "${at}; use shorter, plain names.`);
}

export interface CheckOptions {
  /** The remote that the build is published as. By default the one that the build says it is. */
  name?: string | undefined;
  /** True for a build of the dev server, which is not minified and hashes no chunks: size and hashes are not checked. */
  isDraft?: boolean;
  /**
   * What visitors are served of a version that is published. Where that is the build's own, it is not checked again, which is half
   * of a site's start.
   */
  publishedFiles?(version: string): StoredFiles | undefined;
}

/** What is published of a build. */
export interface CheckedBuild extends Build {
  /** What pages need of its first paints. Undefined for a build without any, or one that is published. */
  firstPaints: VersionFirstPaints | undefined;
}

/** The build, or else every problem of it, each with one sentence that says how to fix the build. */
export function checkBuild(
  files: BuildFiles,
  { name, isDraft = false, publishedFiles = () => undefined }: CheckOptions = {},
): { build?: CheckedBuild; problems: readonly PublishRefusedError[] } {
  const { problems, attempt } = collectProblems();
  const build = readBuild(files, attempt);
  if (!build) return { problems };
  const { release } = build;
  attempt(() => checkName(release, name));
  const isNew = !isDeepStrictEqual(publishedFiles(release.version), release.files);
  const checks = [
    ...federationChecks(release),
    ...[checkContractRange, checkContractBuilt, checkDeclaration],
    ...privateChecks,
    ...(isNew ? [checkStyles] : []),
    ...(isNew && !isDraft ? [checkIntegrity, checkBudget] : []),
  ];
  for (const check of checks) attempt(() => check(build));
  for (const [what, wanted] of Object.entries(release.shared)) attempt(() => checkOffered(what, wanted));
  // A draft's styles are for the dev server.
  const firstPaints = isNew ? attempt(() => cutFirstPaints(build, isDraft ? [] : release.initial)) : undefined;
  if (problems.length === 0) attempt(() => checkShape(release));
  return problems.length > 0 ? { problems } : { build: { ...build, firstPaints }, problems };
}
