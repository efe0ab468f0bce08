import type { MuseumKey, PinDifference } from '@enfilade/shared-contracts/api/registry-schemas';
import { checkRemote, hostOffer } from '@enfilade/shared-contracts/releases/check-remote';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import { PublishRefusedError, UnknownReleaseError, VersionRetiredError } from './registry-error.ts';
import { comparePins, nameMuseum, type Pin, pinnedVersions, type RegistryState, type Rollout, runningRollouts } from './registry-state.ts';
import type { Release } from './releases.ts';

/** @throws UnknownReleaseError */
export function findRelease(state: RegistryState, name: string, version: string): Release {
  const release = state.versions.get(name)?.get(version)?.release;
  if (release) return release;
  throw new UnknownReleaseError(`${name} ${version} was never published; publish ${name} ${version} first, or name a published version.`);
}

export const declarationOf = ({ versions }: RegistryState, name: string, version: string): Declaration | undefined =>
  versions.get(name)?.get(version)?.release.declaration;

interface Given {
  museumId: MuseumKey;
  name: string;
  version: string;
}

/** @throws UnknownReleaseError for a version that was never published, PublishRefusedError for a version that no visitor could get */
export function checkServable(state: RegistryState, { museumId, name, version }: Given): void {
  const release = findRelease(state, name, version);
  if (declarationOf(state, name, version)?.audience === 'operators' && museumId !== '*') {
    throw new PublishRefusedError(`${name} belongs to no museum; change ${name} for all museums.`);
  }
  if (state.versions.get(name)?.get(version)?.retiredAt !== undefined) throw new VersionRetiredError(name, version);
  const problem = checkRemote(release, hostOffer);
  if (!problem) return;
  const { code, package: shared = code, wanted = 'no range', offered = 'none' } = problem;
  throw new PublishRefusedError(
    `The host cannot load ${name} ${version}, which needs ${shared} ${wanted}: the site has ${offered}; build and publish ${name} again for this site.`,
  );
}

/** @throws PublishRefusedError if another running rollout of the museum names the same remote */
export function checkRolloutStart(state: RegistryState, museumId: MuseumKey, versions: Readonly<Record<string, string>>): void {
  for (const { id, versions: running } of runningRollouts(state.rollouts, museumId)) {
    const name = Object.keys(versions).find((one) => Object.hasOwn(running, one));
    if (name === undefined) continue;
    throw new PublishRefusedError(
      `${nameMuseum(museumId)} already rolls out ${name} in rollout ${id}; change or halt rollout ${id} first.`,
    );
  }
}

/** @throws UnknownReleaseError if the museum never had the rollout, PublishRefusedError if the rollout is halted */
export function findRunningRollout(state: RegistryState, { museumId, id }: { museumId: MuseumKey; id: string }): Rollout {
  const rollout = state.rollouts.get(museumId)?.get(id);
  if (!rollout) throw new UnknownReleaseError(`${nameMuseum(museumId)} has no rollout ${id}; the audit log names all rollouts.`);
  if (rollout.halted) throw new PublishRefusedError(`Rollout ${id} is halted for good; start a new rollout.`);
  return rollout;
}

export interface RollbackPlan {
  /** The museum's own pins after the rollback. */
  pins: Record<string, string>;
  changes: PinDifference[];
  halts: Rollout[];
}

/** @throws PublishRefusedError if the rollback changes nothing */
export function planRollback(state: RegistryState, museumId: MuseumKey, toSequence: number): RollbackPlan {
  const pins = state.pins.get(museumId);
  const then = pinnedVersions(pins, toSequence);
  const changes = comparePins(pinnedVersions(pins), then);
  const halts = runningRollouts(state.rollouts, museumId);
  if (changes.length > 0 || halts.length > 0) return { pins: Object.fromEntries(then), changes, halts };
  const elsewhere = museumId === '*' ? '' : ', or roll back the default';
  throw new PublishRefusedError(
    `${nameMuseum(museumId)} has the same pins as at sequence ${toSequence} and no running rollout; name a sequence before the change to undo${elsewhere}.`,
  );
}

/** Open pages and printed visits load a version again after days. After this time no page needs the version. */
const restDays = 30;
const dayMs = 86_400_000;
export const restMs = restDays * dayMs;

interface Version {
  name: string;
  version: string;
}

const museumsNamed = (museums: readonly MuseumKey[]) =>
  museums.map((museumId) => (museumId === '*' ? 'the default' : `museum ${museumId}`)).join(', ');

/** The end of a sentence that names the version's users. Undefined for an unused version. */
export function reasonToKeep(state: RegistryState, { name, version }: Version, nowMs: number): string | undefined {
  const pinning = [...state.pins].filter(([, pins]) => pins.get(name)?.version === version).map(([museumId]) => museumId);
  if (pinning.length > 0) return `is pinned by ${museumsNamed(pinning)}; pin another version there first`;
  const rollouts = [...state.rollouts.keys()].flatMap((museumId) => runningRollouts(state.rollouts, museumId));
  const rollout = rollouts.find(({ versions }) => versions[name] === version);
  if (rollout) return `is in rollout ${rollout.id} of ${museumsNamed([rollout.museumId])}; halt rollout ${rollout.id} first`;
  const grant = [...state.grants.values()].find((one) => one.remote === name && one.version === version && one.expiresAt > nowMs);
  if (grant) return `is shown at ${museumsNamed([grant.museumId])} by a grant until ${new Date(grant.expiresAt).toISOString()}`;
  const usedMs = lastUse(state, { name, version });
  const freeMs = (usedMs ?? 0) + restMs;
  if (usedMs === undefined || freeMs <= nowMs) return undefined;
  return `was in use on ${dayOf(usedMs)} and may go ${restDays} days later, on ${dayOf(freeMs + dayMs)}`;
}

const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

/** The end of the version's last pin, rollout or grant. Undefined if there was none. */
function lastUse({ pins, rollouts, grants }: RegistryState, { name, version }: Version): number | undefined {
  const ends = [...pins.values()].flatMap((ofMuseum) => pinEnds(ofMuseum.get(name), version));
  const halts = [...rollouts.values()].flatMap((ofMuseum) => [...ofMuseum.values()]);
  const times = [
    ...ends.map(({ at }) => Date.parse(at)),
    ...halts.filter((rollout) => rollout.versions[name] === version).map(({ at }) => Date.parse(at)),
    ...[...grants.values()].filter((grant) => grant.remote === name && grant.version === version).map(({ expiresAt }) => expiresAt),
  ];
  return times.length > 0 ? Math.max(...times) : undefined;
}

function pinEnds(newest: Pin | undefined, version: string): Pin[] {
  const ends: Pin[] = [];
  for (let pin = newest; pin; pin = pin.before) if (pin.before?.version === version) ends.push(pin);
  return ends;
}
