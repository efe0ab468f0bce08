import { parseBlockedVersions, parseGrantId, parseGrants, type RemoteVersion } from '@enfilade/shared-contracts/api/choice-cookies';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Declaration, DeclaredTexts, Fill } from '@enfilade/shared-contracts/releases/declaration';
import { firstFiles, type PinnedRemote, type ReleaseSet, type UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { offeredSlots, type Slot } from '@enfilade/shared-contracts/releases/slots';
import { parseVisitorId } from '@enfilade/shared-contracts/visit/visit-cookies';
import { createTable } from '../../http/kit.ts';

/** From the browser's cookies, which are unsigned and only choose a set. */
export interface Visitor {
  /** Absent: an unnumbered visitor, whom only complete rollouts reach. */
  id?: string | undefined;
  /** Unknown grants and grants of other museums are ignored. */
  grants: readonly string[];
  /** Versions that failed for the visitor. Versions that the visitor would not get are ignored. */
  avoid: readonly RemoteVersion[];
}

export interface SetChoice extends Omit<Visitor, 'id'> {
  museumId: EntityId | '*';
  visitorId?: string | undefined;
  now: number;
}

/** A museum without pins of its own gets the default set. */
export interface UnsignedSets {
  /** The same object for the same choice, until a change affects the choice. */
  chooseSet(choice: SetChoice): UnsignedSet;
  findProblems(): Promise<readonly { of: 'journal' | 'artifacts'; problem: string }[]>;
}

export interface SetSigner {
  /** The same object until the set is issued again. */
  sign(set: UnsignedSet, museumId: EntityId | '*'): ReleaseSet;
  /** The public keys that pages trust: SPKI in base64. */
  readonly publicKeys: readonly string[];
}

export type ReleaseSets = ReturnType<typeof createReleaseSets>;

export function createReleaseSets({ registry, signer, clock }: { registry: UnsignedSets; signer: SetSigner; clock: Clock }) {
  // Keyed by the object, because the registry returns the same object until a change affects the set.
  const forPages = new WeakMap<UnsignedSet, Map<string, UnsignedSet>>();
  return {
    findProblems: () => registry.findProblems(),
    /** @param visitor absent: the common set @param language absent: the whole set, not only what a page in this language needs */
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
    /** Screens whose version in `set` differs from the common one: on trial, shown by a grant, or replacing a failed version. */
    findTrials(set: ReleaseSet, museumId: EntityId): readonly string[] {
      const common = registry.chooseSet({ museumId, grants: [], avoid: [], now: clock.now() });
      return Object.keys(set.remotes).filter((name) => set.remotes[name]?.version !== common.remotes[name]?.version);
    },
  };
}

/** Only a page without a museum gets the operators' console, because operators have no museum. */
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
    // A container of the stock plugin can load any chunk, so the page needs the hashes of all its files.
    const isAsked = ([path]: [string, string]) => remote.container !== undefined || files.has(path);
    return {
      ...remote,
      integrity: createTable(Object.entries(remote.integrity).filter(isAsked)),
      ...(declaration && { declaration: declarationIn(declaration, language, fillsIn(declaration, offered)) }),
    };
  };
  return { ...set, remotes: Object.fromEntries(remotes.map(([name, remote]) => [name, narrow(remote)])) };
}

function fillsIn({ fills = [] }: Declaration, offered: ReadonlyMap<string, Slot>): Fill[] {
  return fills.flatMap(({ slot, props }) => {
    const place = offered.get(slot);
    return place?.props === props ? [{ slot, props, ms: place.budget.ms, height: place.height }] : [];
  });
}

/** Leaves out byte budgets, texts of other languages, and slots that the remote does not fill. */
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

/** Malformed parts of cookies and of the grant in an address count as absent. */
export function readVisitor(cookie = '', grant?: string | null): Visitor {
  const shown = parseGrantId(grant);
  return { id: parseVisitorId(cookie), grants: [...(shown ? [shown] : []), ...parseGrants(cookie)], avoid: parseBlockedVersions(cookie) };
}
