import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Pin } from './museum-pins.ts';
import { runningRollouts } from './museum-rollouts.ts';
import type { RegistryState } from './registry-state.ts';

/** Open pages and visits on paper come back after days; nobody comes back to a version after so many. */
const restDays = 30;
const dayMs = 86_400_000;
export const restMs = restDays * dayMs;

interface Version {
  name: string;
  version: string;
}

const museumsNamed = (museums: readonly MuseumKey[]) =>
  museums.map((museumId) => (museumId === '*' ? 'the default' : `museum ${museumId}`)).join(', ');

/** Why a version must stay, as the end of a sentence about it which names who uses it; undefined when nobody does. */
export function reasonToKeep(state: RegistryState, { name, version }: Version, nowMs: number): string | undefined {
  const pinning = [...state.pins].filter(([, pins]) => pins.get(name)?.version === version).map(([museumId]) => museumId);
  if (pinning.length > 0) return `is pinned by ${museumsNamed(pinning)}; pin another version there first`;
  const rollouts = [...state.rollouts.keys()].flatMap((museumId) => runningRollouts(state.rollouts, museumId));
  const rollout = rollouts.find(({ versions }) => versions[name] === version);
  if (rollout) return `is in rollout ${rollout.id} of ${museumsNamed([rollout.museumId])}; halt that first`;
  const grant = [...state.grants.values()].find((one) => one.remote === name && one.version === version && one.expiresAt > nowMs);
  if (grant) return `is shown at ${museumsNamed([grant.museumId])} by a grant until ${new Date(grant.expiresAt).toISOString()}`;
  const usedMs = lastUse(state, { name, version });
  const freeMs = (usedMs ?? 0) + restMs;
  if (usedMs === undefined || freeMs <= nowMs) return undefined;
  return `was in use on ${dayOf(usedMs)} and may go ${restDays} days later, on ${dayOf(freeMs + dayMs)}`;
}

const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

/** When the last pin, rollout or grant of the version ended; undefined if it had none. */
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

/** The changes that ended a pin of the version. */
function pinEnds(newest: Pin | undefined, version: string): Pin[] {
  const ends: Pin[] = [];
  for (let pin = newest; pin; pin = pin.before) if (pin.before?.version === version) ends.push(pin);
  return ends;
}
