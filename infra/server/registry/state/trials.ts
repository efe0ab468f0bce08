import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Trial } from '@enfilade/shared-contracts/api/version-schemas';
import type { Pins } from './museum-pins.ts';
import { PublishRefusedError } from './registry-error.ts';
import { type MuseumResults, nameMuseum, type RegistryState } from './registry-state.ts';

interface Tried extends Trial {
  name: string;
  version: string;
}

const keyOf = ({ name, version }: { name: string; version: string }) => `${name} ${version}`;

/** Of a museum the last result counts. */
export function withTrial(trials: RegistryState['trials'], tried: Tried): RegistryState['trials'] {
  const results = new Map([...(trials.get(keyOf(tried)) ?? []), ...Object.entries(tried.results)]);
  return new Map(trials).set(keyOf(tried), results);
}

/** Whether the museum takes only versions whose plays did not fail there: as it says itself, else as the default does. */
export function hasGate({ gates }: Pick<RegistryState, 'gates'>, museumId: MuseumKey): boolean {
  return gates.get(museumId) ?? gates.get('*') ?? false;
}

interface Given {
  museumId: MuseumKey;
  name: string;
  version: string;
}

/**
 * Where the museum asks for it, a version's plays must have been played there without a failure. What is given to all is
 * given to every museum that pins nothing else: each that asks must have seen it, and none may have seen it fail.
 * @throws PublishRefusedError that names the play which failed, or says that it was not tried
 */
export function checkTried(state: RegistryState, { museumId, name, version }: Given): void {
  const results: MuseumResults = state.trials.get(keyOf({ name, version })) ?? new Map();
  for (const asking of whoAsks(state, museumId, name)) {
    const result = asking === '*' ? resultForAll(results) : results.get(asking);
    if (result === null) continue;
    const what = `${nameMuseum(asking)} takes only versions that were tried`;
    if (!result)
      throw new PublishRefusedError(`${what}, and ${name} ${version} was not; run \`remotes can-ship ${name}@${version} --gate\` first.`);
    const { play, host, problem } = result;
    throw new PublishRefusedError(`${what}, and of ${name} ${version} “${play}” failed with host ${host}: ${problem}`);
  }
}

function whoAsks(state: RegistryState, museumId: MuseumKey, name: string): MuseumKey[] {
  if (museumId !== '*') return hasGate(state, museumId) ? [museumId] : [];
  const reached = [...state.gates.keys()].filter((museum) => museum === '*' || !pinsItself(state.pins.get(museum), name));
  return reached.filter((museum) => hasGate(state, museum));
}

const pinsItself = (pins: Pins | undefined, name: string) => pins?.get(name)?.version !== undefined;

/** Undefined where nothing was tried, else the first failure, or null. */
function resultForAll(results: MuseumResults): Trial['results'][string] | undefined {
  if (results.size === 0) return undefined;
  return [...results.values()].find((result) => result !== null) ?? null;
}
