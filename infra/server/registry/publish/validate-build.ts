import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { budgetLimits, entryBudget, loadedAtMost, stockEntryBudget } from '@enfilade/shared-contracts/build/budgets';
import { hostOffer } from '@enfilade/shared-contracts/releases/check-remote';
import { containerName } from '@enfilade/shared-contracts/releases/container-name';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import { pinnedRemoteSchema } from '@enfilade/shared-contracts/releases/release-set';
import { isVersionRange, satisfies } from '@enfilade/shared-contracts/releases/version-range';
import type { VersionFirstPaints } from '../../http/first-paint-template.ts';
import { integrityOf } from '../../http/integrity.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import { entryFile, isScriptOrStyle, pinnedRemote, publicPath, type Release, releaseSchema, type StoredFiles } from '../state/releases.ts';
import { type BuildDescription, type BuildFacts, parseDescription, parseManifest, stockBuildOf } from './build-facts.ts';
import { type BuildFiles, buildLimits, byName, hashedFiles, printable, privateChecks } from './build-files.ts';
import { checkDeclaration } from './check-declaration.ts';
import { checkOffered, checkShared, checkSingleReact, sharedRanges } from './check-shared.ts';
import { stockChecks } from './check-stock.ts';
import { checkStyles } from './check-styles.ts';
import { type ContractMismatch, checkContract } from './contract-history.ts';
import { cutFirstPaints } from './cut-first-paints.ts';

/** @throws PublishRefusedError for a build of another remote */
function checkName(name: string | undefined, description: BuildDescription): void {
  if (name === undefined || description.name === name) return;
  throw new PublishRefusedError(`The build calls itself "${description.name}"; publish it under that name, or build ${name}.`);
}

/** @throws PublishRefusedError for a global that does not carry the version: two versions of it in one page would share chunks */
function checkContainer({ name, description, manifest }: BuildFacts): void {
  const container = containerName(name, description.version);
  const { globalName } = manifest.metaData;
  if (globalName === undefined || globalName === container) return;
  throw new PublishRefusedError(
    `The build's container is not called ${container}, as the host expects; build it with the preset of shared-contracts.`,
  );
}

/** @throws PublishRefusedError for chunks that would be asked for elsewhere than in the version's own folder */
function checkPublicPath({ name, description, manifest }: BuildFacts): void {
  const base = publicPath(name, description.version);
  const given = manifest.metaData.publicPath;
  if (given === undefined || given === base || given === 'auto') return;
  throw new PublishRefusedError(`The build loads its chunks from elsewhere than ${base}; set output.assetPrefix to that path.`);
}

/** @throws PublishRefusedError for a range that no page can read, or that holds none of the contracts of this site's host */
function checkContractRange({ name, description: { contract } }: BuildFacts): void {
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
 * The range says what a team believes it built for; number and fingerprint together say what it did. Asked at publish
 * only: versions from before the fingerprint stay servable.
 * @throws PublishRefusedError
 */
function checkContractBuilt({ name, description }: BuildFacts): void {
  const { contractVersion: version, contractFingerprint: fingerprint } = description;
  if (version === undefined || fingerprint === undefined) {
    throw new PublishRefusedError(
      `${name} does not say which contract it was built against; build it with the preset of shared-contracts ${contractVersion}.`,
    );
  }
  const doubt = checkContract({ version, fingerprint });
  if (doubt) throw new PublishRefusedError(`${name} was built against a contract that ${doubts[doubt](version)}.`);
}

const exposedScreen = './screen';

const entryOf = ({ stock }: Pick<BuildFacts, 'stock'>) => stock?.entry ?? entryFile;

/** @throws PublishRefusedError */
function checkEntry({ served }: BuildFacts): void {
  if (served.get(entryFile)?.length) return;
  throw new PublishRefusedError(`The build has no ${entryFile}; set "filename" of the federation plugin to that name and build again.`);
}

/**
 * Scripts and styles of the first view besides the entry, sorted.
 * @throws PublishRefusedError
 */
function initialFiles({ stock, manifest: { exposes }, served }: BuildFacts): string[] {
  const screen = exposes.find((expose) => expose.path === exposedScreen)?.assets;
  if (!screen) throw new PublishRefusedError(`The build exposes no "${exposedScreen}"; expose it and build again.`);
  const initial = [...screen.js.sync, ...screen.css.sync].filter((file) => file !== entryOf({ stock }) && isScriptOrStyle(file));
  for (const file of [...initial, ...screen.js.async, ...screen.css.async]) {
    if (!served.has(file)) throw new PublishRefusedError('The manifest names a file that is not in the build; empty dist and build again.');
  }
  if (initial.length > buildLimits.initial) {
    throw new PublishRefusedError(
      `The first view needs ${initial.length} scripts and styles and may need ${buildLimits.initial}; switch splitChunks off and build again.`,
    );
  }
  return [...new Set(initial)].sort(byName);
}

/**
 * The release set vouches for the entry, the entry for whatever it loads: a chunk whose hash the entry does not hold
 * would be run without being checked.
 * @throws PublishRefusedError
 */
function checkIntegrity({ stock, served }: BuildFacts): void {
  const entryName = entryOf({ stock });
  const entry = served.get(entryName);
  if (!entry?.length) return;
  for (const [file, contents] of served) {
    if (file === entryName || !isScriptOrStyle(file) || entry.includes(integrityOf(contents))) continue;
    const mend = stock
      ? 'set security.sri.enable to true (the SubresourceIntegrityPlugin of Rspack, or webpack-subresource-integrity), with sha384'
      : 'switch security.sri on and build again';
    throw new PublishRefusedError(`${entryName} does not hold the hash of "${file}"; ${mend}.`);
  }
}

interface Measured {
  file: string;
  /** After gzip. */
  bytes: number;
}

/** Of the largest files, so many are named. */
const namedFiles = 3;

/**
 * What a screen costs each visitor, after gzip: its entry, its first view, and all it can load.
 * @param initial scripts and styles of the first view besides the entry
 * @throws PublishRefusedError which names the largest files
 */
function checkBudget({ name, stock, served, description: { declaration } }: BuildFacts, initial: readonly string[]): void {
  const limits = budgetLimits[declaration?.audience === 'operators' ? 'operators' : 'visitors'];
  const promised = declaration?.budget ?? limits;
  const budget = { firstView: Math.min(promised.firstView, limits.firstView), all: Math.min(promised.all, limits.all) };
  const entry = entryOf({ stock });
  const counted = [...served].filter(([file]) => isScriptOrStyle(file) && !stock?.fallbacks.has(file));
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
  refuseOver(`The first view of ${name}`, budget.firstView, {
    files: ofScreen.filter(({ file }) => firstView.has(file)),
    advice: 'load with import() what is not seen at once',
  });
  refuseOver(`All of ${name}`, budget.all, {
    files: loadedAtMost(ofScreen),
    advice: 'leave out what the screen does not need, or import less of it',
  });
}

function refuseOver(what: string, limit: number, { files, advice }: { files: readonly Measured[]; advice: string }): void {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= limit) return;
  throw new PublishRefusedError(`${what} has ${total} bytes after gzip and may have ${limit} (${largestOf(files)}); ${advice}.`);
}

function largestOf(files: readonly Measured[]): string {
  const sorted = [...files].sort((a, b) => b.bytes - a.bytes || byName(a.file, b.file));
  return sorted
    .slice(0, namedFiles)
    .map(({ file, bytes }) => `${file} ${bytes}`)
    .join(', ');
}

/** What validation found: what the journal shall record about the build, or every problem of it. */
export interface BuildValidation {
  /** Present exactly when there is no problem. */
  release?: Release;
  /** What its screen says of itself, where it does. */
  declaration?: Declaration | undefined;
  /** What pages need of its first paints. Undefined for a build without any, or one that is published. */
  firstPaints?: VersionFirstPaints | undefined;
  problems: readonly PublishRefusedError[];
}

/** Of a build of the preset; `stockChecks` are those of the others. */
const presetChecks: readonly ((facts: BuildFacts) => void)[] = [checkEntry, checkContainer, checkPublicPath];
const factChecks: typeof presetChecks = [
  checkContractRange,
  checkContractBuilt,
  checkDeclaration,
  checkShared,
  checkSingleReact,
  ...privateChecks,
];
/** Of what visitors are served, and of nothing else. */
const servedChecks: typeof factChecks = [checkStyles];
/** Besides, of a build that is not a draft. */
const finishedChecks: typeof factChecks = [checkIntegrity];

/** What visitors are served of a version that is published. */
type FilesOfVersion = (version: string) => StoredFiles | undefined;

/**
 * Checks what a build must be to become an immutable version.
 * @param name the remote it is published as
 * @param publishedFiles of its versions: where they are the build's, they are not looked at again, which is half of a site's start
 * @returns what the journal shall record about it
 * @throws PublishRefusedError with one sentence that says how to fix the build
 */
export function assertValidBuild(
  name: string,
  build: BuildFiles,
  publishedFiles: FilesOfVersion,
): Required<Omit<BuildValidation, 'problems'>> {
  const { release, declaration, firstPaints, problems } = validateBuild(build, name, false, publishedFiles);
  if (release) return { release, declaration, firstPaints };
  throw problems[0];
}

/**
 * The same validation, which continues after a problem: a team can fix all of them at once.
 * @param name the remote it is published as; left out, the one the build says it is
 * @param isDraft of the dev server, which makes nothing small and hashes no chunks: size and hashes are not asked for
 */
export function validateBuild(
  build: BuildFiles,
  name?: string,
  isDraft = false,
  publishedFiles: FilesOfVersion = () => undefined,
): BuildValidation {
  const problems: PublishRefusedError[] = [];
  const attempt = attemptInto(problems);
  const description = attempt(() => parseDescription(build.description));
  const manifest = attempt(() => parseManifest(build.manifest));
  if (!description || !manifest) return { problems };
  attempt(() => checkName(name, description));
  const stock = stockBuildOf(manifest);
  // By its own name: what else is wrong is wrong under either.
  const facts: BuildFacts = { name: description.name, ...build, description, manifest, stock };
  const files = hashedFiles(build.served);
  const isNew = !isDeepStrictEqual(publishedFiles(description.version), files);
  const isFinished = isNew && !isDraft;
  for (const check of checksOf(stock, { isNew, isFinished })) attempt(() => check(facts));
  const ranges = attempt(() => sharedRanges(facts)) ?? {};
  Object.entries(ranges).map(([what, wanted]) => attempt(() => checkOffered(what, wanted)));
  const initial = attempt(() => initialFiles(facts));
  if (isFinished) attempt(() => initial && checkBudget(facts, initial));
  // A draft's styles are for the dev server.
  const inPages = isDraft ? [] : initial;
  const firstPaints = attempt(() => isNew && cutFirstPaints(facts, inPages)) || undefined;
  if (problems.length > 0 || !initial) return { problems };
  const { version, contract } = description;
  const release = attempt(() =>
    checkShape({
      ...{ name: facts.name, version, contract, shared: ranges, initial, files },
      ...recordedStock(stock),
    }),
  );
  return release ? { release, declaration: declarationOf(description), firstPaints, problems } : { problems };
}

const checksOf = (stock: BuildFacts['stock'], { isNew, isFinished }: { isNew: boolean; isFinished: boolean }) =>
  [stock ? stockChecks : presetChecks, factChecks, isNew ? servedChecks : [], isFinished ? finishedChecks : []].flat();

const recordedStock = (stock: BuildFacts['stock']) => (stock ? { stock: { container: stock.container, entry: stock.entry } } : {});

/** What it promises to weigh is for this check alone. */
function declarationOf({ declaration }: BuildFacts['description']): Declaration | undefined {
  if (!declaration) return undefined;
  const { budget: _, ...lasting } = declaration;
  return lasting;
}

/** Runs a check; what it refuses is added to the problems instead of being thrown. */
function attemptInto(problems: PublishRefusedError[]): <T>(check: () => T) => T | undefined {
  return (check) => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof PublishRefusedError)) throw error;
      problems.push(error);
      return undefined;
    }
  };
}

/** The last check: what is recorded must be readable again, and what is derived from it must be a release set. */
function checkShape(release: Release): Release {
  const recorded = releaseSchema.safeParse(release);
  const named = pinnedRemoteSchema.safeParse(pinnedRemote(release));
  const issue = recorded.error?.issues[0] ?? named.error?.issues[0];
  if (!issue) return release;
  const at = `${printable(issue.path.join('.'))}" (${printable(issue.message)})`;
  throw new PublishRefusedError(`The release set cannot hold this build at "${at}; use shorter, plain names.`);
}
