import type {
  Health,
  MuseumKey,
  MuseumOverview,
  Overview,
  SpentDay,
  TriedRollout,
  VersionVitals,
} from '@enfilade/shared-contracts/api/registry-schemas';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { allows, type Scope } from '../actions/define-action.ts';
import type { Registry } from '../registry.ts';

type Described = Pick<MuseumOverview, 'name' | 'code' | 'entryScreen'>;

export interface OverviewFacts {
  museumIds: readonly EntityId[];
  describeMuseum(museumId: EntityId): Described;
  healthOf(museumId: MuseumKey): Promise<Health>;
  /** `*` stands for the whole site. */
  spendingOf(museumId: MuseumKey): Promise<SpentDay[]>;
  rolloutHealth(museumId: MuseumKey, id: string): Promise<TriedRollout['tried']>;
  /** `version` (the newest versions). `*` stands for all museums together. @throws UnknownReleaseError */
  vitalsOf(museumId: MuseumKey, remote: string, version?: string): Promise<VersionVitals[]>;
}

/** By name: the site's museums, museums with changes, and museums that the scope names. */
export async function describeOverview(registry: Registry, scope: Scope, facts: OverviewFacts): Promise<Overview> {
  const ids = new Set([...facts.museumIds, ...registry.museums(), ...scope.museums]);
  ids.delete('*');
  const museums = [...ids]
    .filter((museumId) => allows(scope, 'read', undefined, museumId))
    .map(async (museumId) => ({
      museumId,
      ...facts.describeMuseum(museumId),
      ...(await describeReleases(registry, museumId, facts)),
      health: await facts.healthOf(museumId),
    }));
  return {
    museums: (await Promise.all(museums)).sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.museumId < b.museumId ? -1 : 1)),
    default: await describeReleases(registry, '*', facts),
    declarations: registry.declarations(),
  };
}

async function describeReleases(registry: Registry, museumId: MuseumKey, { rolloutHealth }: OverviewFacts): Promise<Overview['default']> {
  const { sequence, remotes } = registry.releaseSet(museumId);
  const own = registry.ownPins(museumId);
  const screens = Object.entries(remotes).map(([name, { version }]) => [name, { version, pinned: own.has(name) }]);
  const rollouts = registry
    .listRollouts(museumId)
    .map(async (rollout) => ({ ...rollout, tried: await rolloutHealth(museumId, rollout.id) }));
  const leftOut = [...registry.leftOut(museumId)];
  return {
    sequence,
    screens: Object.fromEntries(screens),
    rollouts: await Promise.all(rollouts),
    ...(leftOut.length > 0 && { leftOut }),
  };
}
