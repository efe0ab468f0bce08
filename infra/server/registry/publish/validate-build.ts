import { pinnedRemoteSchema } from '@enfilade/shared-contracts/remote/release-set';
import { type Release, releaseSchema } from '../state/record.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import { entryFile, pinnedRemote } from '../state/releases.ts';
import { type BuildFacts, parseDescription, parseManifest } from './build-facts.ts';
import { type BuildFiles, printable } from './build-files.ts';
import { checkBudget } from './check-budget.ts';
import { checkEntry, checkIntegrity, hashedFiles, initialFiles } from './check-files.ts';
import { checkContainer, checkContractBuilt, checkContractRange, checkName, checkPublicPath } from './check-identity.ts';
import { checkShared, checkSingleReact, federationRange, sharedRanges } from './check-shared.ts';

/** What validation found: what the journal shall record about the build, or every problem of it. */
export interface BuildValidation {
  /** Present exactly when there is no problem. */
  release?: Release;
  problems: readonly PublishRefusedError[];
}

const factChecks: readonly ((facts: BuildFacts) => void)[] = [
  checkName,
  checkContainer,
  checkPublicPath,
  checkContractRange,
  checkContractBuilt,
  checkShared,
  checkSingleReact,
  checkIntegrity,
];

/**
 * Checks what a build must be to become an immutable version.
 * @param name the remote it is published as
 * @returns what the journal shall record about it
 * @throws PublishRefusedError with one sentence that says how to mend the build
 */
export function assertValidBuild(name: string, build: BuildFiles): Release {
  const { release, problems } = validateBuild(build, name);
  if (release) return release;
  throw problems[0];
}

/**
 * The same validation, which continues after a problem: a team mends all of them at once.
 * @param name the remote it is published as; left out, the one the build says it is
 */
export function validateBuild(build: BuildFiles, name?: string): BuildValidation {
  const problems: PublishRefusedError[] = [];
  const attempt = attemptInto(problems);
  const description = attempt(() => parseDescription(build.description));
  const manifest = attempt(() => parseManifest(build.manifest));
  attempt(() => checkEntry(build.served.get(entryFile)));
  if (!description || !manifest) return { problems };
  const facts: BuildFacts = { name: name ?? description.name, description, manifest, served: build.served };
  for (const check of factChecks) attempt(() => check(facts));
  const federation = attempt(() => federationRange(manifest));
  const shared = attempt(() => sharedRanges(manifest));
  const initial = attempt(() => initialFiles(facts));
  if (initial) attempt(() => checkBudget(facts, initial));
  if (problems.length > 0 || federation === undefined || !shared || !initial) return { problems };
  const { version, contract } = description;
  const files = hashedFiles(build.served);
  const release = attempt(() => checkShape({ name: facts.name, version, contract, federation, shared, initial, files }));
  return release ? { release, problems } : { problems };
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

/** The last word: what is recorded must be readable again, and what is derived from it must be a release set. */
function checkShape(release: Release): Release {
  const recorded = releaseSchema.safeParse(release);
  const named = pinnedRemoteSchema.safeParse(pinnedRemote(release));
  const issue = recorded.error?.issues[0] ?? named.error?.issues[0];
  if (!issue) return release;
  const at = `${printable(issue.path.join('.'))}" (${printable(issue.message)})`;
  throw new PublishRefusedError(`The release set cannot hold this build at "${at}; use shorter, plain names.`);
}
