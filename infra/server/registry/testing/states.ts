import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { applyRecord, type Change } from '../actions/actions.ts';
import { emptyState, ownPin, type RegistryState } from '../state/registry-state.ts';
import type { Release } from '../state/releases.ts';
import { releaseOf } from './built-remote.ts';

export type Step = (state: RegistryState) => RegistryState;

/** The record is one second younger than the record before. */
export const follow = (state: RegistryState, change: Change): RegistryState =>
  applyRecord(state, { seq: state.seq + 1, at: new Date(state.seq * 1_000).toISOString(), actor: 'tests', ...change });

export const publish =
  (release: Partial<Release>): Step =>
  (state) =>
    follow(state, { action: 'version-published', payload: releaseOf(release) });

export const pin =
  (name: string, version: string, museumId: MuseumKey = '*'): Step =>
  (state) =>
    follow(state, { action: 'pin-set', payload: { museumId, name, version, previous: ownPin(state, museumId, name) } });

export const stateAfter = (...steps: Step[]): RegistryState => steps.reduce((state, step) => step(state), emptyState);

export const publishAll = (names: readonly string[], versions: readonly string[], release: Partial<Release> = {}): RegistryState =>
  stateAfter(...names.flatMap((name) => versions.map((version) => publish({ ...release, name, version }))));
