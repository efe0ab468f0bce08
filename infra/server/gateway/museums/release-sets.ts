import { parseBlockedVersions, parseGrantId, parseGrants, type RemoteVersion } from '@enfilade/shared-contracts/api/choice-cookies';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { ReleaseSet, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { parseVisitorId } from '@enfilade/shared-contracts/visit/visit-cookies';

/** What a browser says of its visitor, in cookies; nothing of it is trusted further than to choose a set. */
export interface Visitor {
  /** Absent: nobody in particular; only a rollout to everybody reaches them. */
  id?: string | undefined;
  /** Ids of grants. */
  grants: readonly string[];
  /** What failed for this visitor. */
  avoid: readonly RemoteVersion[];
}

/** Who gets a set. */
export interface SetChoice extends Omit<Visitor, 'id'> {
  museumId: EntityId | '*';
  visitorId?: string | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Where sets come from; a museum without pins of its own gets the default one. */
export interface UnsignedSets {
  /** The same object for the same choice until a change touches it. */
  chooseSet(choice: SetChoice): UnsignedSet;
  /** What keeps it from giving museums what they run, each in a sentence. */
  findProblems(): Promise<readonly string[]>;
}

/** Signs what browsers are to load. */
export interface SetSigner {
  /** The same object until the set is issued anew. */
  sign(set: UnsignedSet, museumId: EntityId | '*'): ReleaseSet;
  /** The public keys pages are to trust: SPKI in base64. */
  readonly publicKeys: readonly string[];
}

/** Which versions a visitor gets at a museum, signed for it. */
export type ReleaseSets = ReturnType<typeof createReleaseSets>;

export function createReleaseSets({ registry, signer, clock }: { registry: UnsignedSets; signer: SetSigner; clock: Clock }) {
  return {
    findProblems: () => registry.findProblems(),
    /** @param visitor absent: nobody in particular, who gets what everybody gets */
    releaseSet(museumId: EntityId | '*', { id: visitorId, grants, avoid }: Visitor = { grants: [], avoid: [] }): ReleaseSet {
      return signer.sign(registry.chooseSet({ museumId, visitorId, grants, avoid, now: clock.now() }), museumId);
    },
  };
}

/** Whom a set is chosen for, by cookies and the grant in an address. Each piece that is not well formed is as if it were absent. */
export function readVisitor(cookie = '', grant?: string | null): Visitor {
  const shown = parseGrantId(grant);
  return { id: parseVisitorId(cookie), grants: [...(shown ? [shown] : []), ...parseGrants(cookie)], avoid: parseBlockedVersions(cookie) };
}
