import { goodVersions } from '../state/fallback-versions.ts';
import { pinnedVersions } from '../state/museum-pins.ts';
import { rolloutsOf } from '../state/museum-rollouts.ts';
import type { MuseumKey } from '../state/record.ts';
import type { RegistryState } from '../state/registry-state.ts';
import type { Standing } from './choose-versions.ts';

export function standingOf(state: RegistryState, museumId: MuseumKey): Standing {
  const own = museumId !== '*';
  return {
    museumId,
    ownPins: own ? pinnedVersions(state.pins.get(museumId)) : new Map(),
    defaultPins: pinnedVersions(state.pins.get('*')),
    ownRollouts: own ? rolloutsOf(state.rollouts, museumId) : [],
    defaultRollouts: rolloutsOf(state.rollouts, '*'),
    goodBefore: (name) => goodVersions(state, museumId, name),
  };
}
