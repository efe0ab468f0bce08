import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { budgetLimits, entryBudget, loadedAtMost, stockEntryBudget } from '@enfilade/shared-contracts/build/budgets';
import { hostOffer } from '@enfilade/shared-contracts/releases/check-remote';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import { pinnedRemoteSchema } from '@enfilade/shared-contracts/releases/release-set';
import { isVersionRange, satisfies } from '@enfilade/shared-contracts/releases/version-range';
import type { VersionFirstPaints } from '../../http/first-paint-template.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import {
  type BuildFiles,
  byName,
  entryOf,
  isScriptOrStyle,
  pinnedRemote,
  type Release,
  releaseSchema,
  type StoredFiles,
} from '../state/releases.ts';
import { type Build, readBuild } from './build.ts';
import { collectProblems, contractHistory, printable } from './build-files.ts';
import { cutFirstPaints, mapProblems, playProblems, textProblems } from './check-contents.ts';
import { declarationProblems } from './check-declaration.ts';
import {
  fallbacksOf,
  integrityProblems,
  manifestProblems,
  presetProblems,
  rangeProblems,
  reactProblems,
  sharedProblems,
  stockProblems,
} from './check-federation.ts';
import { styleProblems } from './check-styles.ts';

function* nameProblems({ name }: Release, wanted = name): Generator<string> {
  if (name !== wanted) yield `The build is named "${name}"; publish the build under that name, or build ${wanted}.`;
}

/** The preset writes number and fingerprint of the contract, while the team writes the range. */
function* contractProblems({ release: { name, contract }, builtWith: { version: built, fingerprint } }: Build): Generator<string> {
  const { contracts } = hostOffer;
  if (!isVersionRange(contract))
    yield `"contract" of the build is not a range of versions that a page can read; write "^${contractVersion}".`;
  else if (!contracts.some((version) => satisfies(version, contract)))
    yield `${name} was built for contract ${contract}, this site runs ${contracts.join(' and ')}; build against shared-contracts ${contractVersion}.`;
  const recorded = contractHistory.get(built);
  if (recorded === undefined)
    yield `${name} was built against a contract that has the number ${built}, which this site does not know; build with shared-contracts ${contractVersion}.`;
  // For example because shared-contracts was copied and changed.
  else if (recorded !== fingerprint)
    yield `${name} was built against a contract that has the number ${built} but differs from the release; build with the released shared-contracts ${built}.`;
}

interface Measured {
  file: string;
  /** After gzip. */
  bytes: number;
}

const namedFiles = 3;

/** Sizes are after gzip. The problems name the largest files. */
function* budgetProblems(build: Build): Generator<string> {
  const { release, served, budget } = build;
  const { name, stock, initial, declaration } = release;
  const limits = budgetLimits[declaration.audience === 'operators' ? 'operators' : 'visitors'];
  const promised = budget ?? limits;
  const entry = entryOf(release);
  const fallbacks = fallbacksOf(build);
  const counted = [...served].filter(([file]) => isScriptOrStyle(file) && !fallbacks.has(file));
  const measured = counted.map(([file, bytes]) => ({ file, bytes: gzipSync(bytes, { level: 9 }).length }));
  // A stock entry is mostly the runtime of the federation plugin, which the team cannot make smaller.
  const ofScreen = stock ? measured.filter(({ file }) => file !== entry) : measured;
  const firstView = new Set([entry, ...initial]);
  yield* over(entry, stock ? stockEntryBudget : entryBudget, {
    files: measured.filter(({ file }) => file === entry),
    advice: stock
      ? 'load with import() what the screen needs'
      : 'share only react and react-dom, and build with the preset of shared-contracts',
  });
  yield* over(`The first view of ${name}`, Math.min(promised.firstView, limits.firstView), {
    files: ofScreen.filter(({ file }) => firstView.has(file)),
    advice: 'load with import() what the first view does not show',
  });
  yield* over(`All of ${name}`, Math.min(promised.all, limits.all), {
    files: loadedAtMost(ofScreen),
    advice: 'leave out what the screen does not need, or import less of it',
  });
}

function* over(what: string, limit: number, { files, advice }: { files: readonly Measured[]; advice: string }): Generator<string> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const sorted = [...files].sort((a, b) => b.bytes - a.bytes || byName(a.file, b.file)).slice(0, namedFiles);
  const largest = sorted.map(({ file, bytes }) => `${file} ${bytes}`).join(', ');
  if (total > limit) yield `${what} has ${total} bytes after gzip, but the limit is ${limit} (${largest}); ${advice}.`;
}

/** The journal must be able to hold the release, and the release set its entry. */
function checkShape(release: Release): void {
  const issue = releaseSchema.safeParse(release).error?.issues[0] ?? pinnedRemoteSchema.safeParse(pinnedRemote(release)).error?.issues[0];
  if (!issue) return;
  const at = `${printable(issue.path.join('.'))}" (${printable(issue.message)})`;
  throw new PublishRefusedError(`The release set cannot hold this build at "${at}; use shorter, plain names.`);
}

export interface CheckOptions {
  /** The name in the build by default. */
  name?: string | undefined;
  /** A build of the dev server is neither minified nor hashed, so its sizes and hashes are not checked. */
  isDraft?: boolean;
  /** Files that equal the published files are not checked again, which halves a site's start time. */
  publishedFiles?(version: string): StoredFiles | undefined;
}

export interface CheckedBuild extends Build {
  /** Undefined for a build without first paints, or a published build. */
  firstPaints: VersionFirstPaints | undefined;
}

/** The message of each problem says how to fix the build. */
export function checkBuild(
  files: BuildFiles,
  { name, isDraft = false, publishedFiles = () => undefined }: CheckOptions = {},
): { build?: CheckedBuild; problems: readonly PublishRefusedError[] } {
  const { problems, attempt } = collectProblems();
  const build = readBuild(files, attempt);
  if (!build) return { problems };
  const { release } = build;
  const isNew = !isDeepStrictEqual(publishedFiles(release.version), release.files);
  const checks = [
    ...[release.stock ? stockProblems : presetProblems, sharedProblems, reactProblems],
    ...[contractProblems, declarationProblems, playProblems, mapProblems, textProblems],
    ...(isNew ? [styleProblems] : []),
    ...(isNew && !isDraft ? [integrityProblems, budgetProblems] : []),
    rangeProblems,
  ];
  const found = [...manifestProblems(build), ...nameProblems(release, name), ...checks.flatMap((check) => [...check(build)])];
  problems.push(...found.map((problem) => new PublishRefusedError(problem)));
  // The dev server serves the styles of a draft.
  const firstPaints = isNew ? attempt(() => cutFirstPaints(build, isDraft ? [] : release.initial)) : undefined;
  if (problems.length === 0) attempt(() => checkShape(release));
  return problems.length > 0 ? { problems } : { build: { ...build, firstPaints }, problems };
}
