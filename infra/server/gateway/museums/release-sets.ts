import { parseBlockedVersions, parseGrantId, parseGrants, type RemoteVersion } from '@enfilade/shared-contracts/api/choice-cookies';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { remoteNames, screenNames } from '@enfilade/shared-contracts/releases/contract';
import { firstFiles, type PinnedRemote, type ReleaseSet, type UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { parseVisitorId } from '@enfilade/shared-contracts/visit/visit-cookies';
import { createTable } from '../../http/create-table.ts';

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
  findProblems(): Promise<readonly { of: 'journal' | 'artifacts'; problem: string }[]>;
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
  // By the object itself: the registry hands out the same one until a change touches it.
  const forPages = new WeakMap<UnsignedSet, Map<string, UnsignedSet>>();
  const trials = new WeakMap<UnsignedSet, WeakMap<ReleaseSet, readonly string[]>>();
  return {
    findProblems: () => registry.findProblems(),
    /**
     * @param visitor absent: nobody in particular, who gets what everybody gets
     * @param language of the page, which gets no more of the set than it needs; absent: all of it, as pages of older hosts ask for it
     */
    releaseSet(museumId: EntityId | '*', visitor: Visitor = { grants: [], avoid: [] }, language?: Language): ReleaseSet {
      const { id: visitorId, grants, avoid } = visitor;
      const chosen = registry.chooseSet({ museumId, visitorId, grants, avoid, now: clock.now() });
      if (!language) return signer.sign(chosen, museumId);
      const ofLanguages = forPages.get(chosen) ?? new Map<string, UnsignedSet>();
      forPages.set(chosen, ofLanguages);
      const key = museumId === '*' ? `* ${language}` : language;
      const set = ofLanguages.get(key) ?? setForPage(chosen, museumId, language);
      ofLanguages.set(key, set);
      return signer.sign(set, museumId);
    },
    /** Screens of which `set` has another version than everybody gets: on trial, shown by a grant, or in place of one that failed; the same list for the same sets. */
    findTrials(set: ReleaseSet, museumId: EntityId): readonly string[] {
      const common = registry.chooseSet({ museumId, grants: [], avoid: [], now: clock.now() });
      const ofCommon = trials.get(common) ?? new WeakMap<ReleaseSet, readonly string[]>();
      trials.set(common, ofCommon);
      const found =
        ofCommon.get(set) ?? Object.keys(set.remotes).filter((name) => set.remotes[name]?.version !== common.remotes[name]?.version);
      ofCommon.set(set, found);
      return found;
    },
  };
}

/** What the host can show, with the hashes of what it fetches itself. Operators have no museum: only that page gets their console. */
function setForPage(set: UnsignedSet, museumId: EntityId | '*', language: Language): UnsignedSet {
  const shown = new Set<string>(museumId === '*' ? remoteNames : screenNames);
  const remotes = Object.entries(set.remotes).filter(([name]) => shown.has(name));
  const narrow = (remote: PinnedRemote): PinnedRemote => {
    const files = new Set(firstFiles(remote, language));
    return { ...remote, integrity: createTable(Object.entries(remote.integrity).filter(([path]) => files.has(path))) };
  };
  return { ...set, remotes: Object.fromEntries(remotes.map(([name, remote]) => [name, narrow(remote)])) };
}

/** Whom a set is chosen for, by cookies and the grant in an address. Each piece that is not well formed is as if it were absent. */
export function readVisitor(cookie = '', grant?: string | null): Visitor {
  const shown = parseGrantId(grant);
  return { id: parseVisitorId(cookie), grants: [...(shown ? [shown] : []), ...parseGrants(cookie)], avoid: parseBlockedVersions(cookie) };
}
