import { parseBlockedVersions, parseGrantId, parseGrants, type RemoteVersion } from '@enfilade/shared-contracts/api/choice-cookies';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Declaration, DeclaredTexts, Fill } from '@enfilade/shared-contracts/releases/declaration';
import { firstFiles, type PinnedRemote, type ReleaseSet, type UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { offeredSlots, type Slot } from '@enfilade/shared-contracts/releases/slots';
import { parseVisitorId } from '@enfilade/shared-contracts/visit/visit-cookies';
import { createTable } from '../../http/kit.ts';

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
  /** The same object for the same choice, until a change affects the choice. */
  chooseSet(choice: SetChoice): UnsignedSet;
  /** What keeps it from giving museums what they run, each in a sentence. */
  findProblems(): Promise<readonly { of: 'journal' | 'artifacts'; problem: string }[]>;
}

/** Signs what browsers are to load. */
export interface SetSigner {
  /** The same object until the set is issued again. */
  sign(set: UnsignedSet, museumId: EntityId | '*'): ReleaseSet;
  /** The public keys pages are to trust: SPKI in base64. */
  readonly publicKeys: readonly string[];
}

/** Which versions a visitor gets at a museum, signed for it. */
export type ReleaseSets = ReturnType<typeof createReleaseSets>;

export function createReleaseSets({ registry, signer, clock }: { registry: UnsignedSets; signer: SetSigner; clock: Clock }) {
  // By the object itself: the registry hands out the same one until a change touches it.
  const forPages = new WeakMap<UnsignedSet, Map<string, UnsignedSet>>();
  return {
    findProblems: () => registry.findProblems(),
    /**
     * @param visitor absent: nobody in particular, who gets what everybody gets
     * @param language of the page, which gets no more of the set than it needs; absent: the whole set
     */
    releaseSet(museumId: EntityId | '*', visitor: Visitor = { grants: [], avoid: [] }, language?: Language): ReleaseSet {
      const { id: visitorId, grants, avoid } = visitor;
      const chosen = registry.chooseSet({ museumId, visitorId, grants, avoid, now: clock.now() });
      const made = forPages.get(chosen) ?? new Map<string, UnsignedSet>();
      forPages.set(chosen, made);
      const key = `${museumId === '*'} ${language}`;
      const set = made.get(key) ?? (language ? setForPage(chosen, museumId, language) : chosen);
      made.set(key, set);
      return signer.sign(set, museumId);
    },
    /** Screens of which `set` has another version than everybody gets: on trial, shown by a grant, or in place of one that failed. */
    findTrials(set: ReleaseSet, museumId: EntityId): readonly string[] {
      const common = registry.chooseSet({ museumId, grants: [], avoid: [], now: clock.now() });
      return Object.keys(set.remotes).filter((name) => set.remotes[name]?.version !== common.remotes[name]?.version);
    },
  };
}

/** What a page fetches and shows itself. Operators have no museum: only a page without one gets their console. */
function setForPage(set: UnsignedSet, museumId: EntityId | '*', language: Language): UnsignedSet {
  const offered = offeredSlots(set.remotes);
  const remotes = Object.entries(set.remotes).filter(
    ([, { declaration }]) =>
      declaration &&
      (museumId === '*' || declaration.audience !== 'operators') &&
      (declaration.routes.length > 0 || fillsIn(declaration, offered).length > 0),
  );
  const narrow = ({ declaration, ...remote }: PinnedRemote): PinnedRemote => {
    const files = new Set(firstFiles(remote, language));
    // A stock container brings no rule of its own for the addresses of its chunks: the page compares each with the set.
    const isAsked = ([path]: [string, string]) => remote.container !== undefined || files.has(path);
    return {
      ...remote,
      integrity: createTable(Object.entries(remote.integrity).filter(isAsked)),
      ...(declaration && { declaration: declarationIn(declaration, language, fillsIn(declaration, offered)) }),
    };
  };
  return { ...set, remotes: Object.fromEntries(remotes.map(([name, remote]) => [name, narrow(remote)])) };
}

/** The slots that the remote fills, with their limits. */
function fillsIn({ fills = [] }: Declaration, offered: ReadonlyMap<string, Slot>): Fill[] {
  return fills.flatMap(({ slot, props }) => {
    const place = offered.get(slot);
    return place?.props === props ? [{ slot, props, ms: place.budget.ms, height: place.height }] : [];
  });
}

/** With the texts of one language, no weights, and no more of places than their fillers need. */
function declarationIn(
  { slots: _, fillerBytes: __, fills: ___, budget: ____, ...declaration }: Declaration,
  language: Language,
  fills: Fill[],
): Declaration {
  const { title, entries } = declaration;
  const pick = (texts: DeclaredTexts): DeclaredTexts => (texts[language] === undefined ? texts : { [language]: texts[language] });
  const narrow = (entry: NonNullable<typeof entries>[number]) => ({
    ...entry,
    title: pick(entry.title),
    ...(entry.note && { note: pick(entry.note) }),
  });
  return { ...declaration, title: pick(title), ...(entries && { entries: entries.map(narrow) }), ...(fills.length > 0 && { fills }) };
}

/** Whom a set is chosen for, by cookies and the grant in an address. Each piece that is not well formed is as if it were absent. */
export function readVisitor(cookie = '', grant?: string | null): Visitor {
  const shown = parseGrantId(grant);
  return { id: parseVisitorId(cookie), grants: [...(shown ? [shown] : []), ...parseGrants(cookie)], avoid: parseBlockedVersions(cookie) };
}
