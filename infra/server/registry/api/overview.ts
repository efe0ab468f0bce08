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

/** Facts about museums that the registry does not have. */
export interface OverviewFacts {
  /** The museums that the site knows from the start. */
  museumIds: readonly EntityId[];
  describeMuseum(museumId: EntityId): Described;
  healthOf(museumId: MuseumKey): Promise<Health>;
  /** What was spent for the museum, of `*` by the whole site. */
  spendingOf(museumId: MuseumKey): Promise<SpentDay[]>;
  /** Visits that tried the rollout, and those for which it failed. */
  rolloutHealth(museumId: MuseumKey, id: string): Promise<TriedRollout['tried']>;
  /** What visitors felt of a version, or of those published last; at `*` of all museums together. @throws UnknownReleaseError */
  vitalsOf(museumId: MuseumKey, remote: string, version?: string): Promise<VersionVitals[]>;
}

/** Every museum that the scope may read: the site's museums, museums with their own releases, and museums that the scope names. By name. */
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
