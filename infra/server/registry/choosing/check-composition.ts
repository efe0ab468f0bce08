import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { PinnedRemote } from '@enfilade/shared-contracts/releases/release-set';
import { fillerOf, findMisfit, offeredSlots, sharedSlot } from '@enfilade/shared-contracts/releases/slots';
import { type DeclaredScreen, decideArrival, type VisitFacts, visitorsScreens } from '@enfilade/shared-contracts/visit/arrival';
import { PublishRefusedError } from '../state/registry-error.ts';
import { nameMuseum, type RegistryState } from '../state/registry-state.ts';
import { choosePinned, museumReleaseState, pinnedRemotes } from './choose-versions.ts';

/** `changed`: versions at the museum (`*`: at every museum without its own pin). @throws PublishRefusedError that names the other remote */
export function checkClashes(state: RegistryState, museumId: MuseumKey, changed: ReadonlyMap<string, string>): void {
  const museums: readonly MuseumKey[] = museumId === '*' ? [...new Set<MuseumKey>(['*', ...state.pins.keys()])] : [museumId];
  for (const museum of museums) {
    const remotes = remotesWith(state, museum, { museumId, changed });
    const screens = visitorsScreens({ remotes });
    const pairs = screens.filter(({ name }) => changed.has(name)).flatMap((screen) => screens.map((other) => screenClashes(screen, other)));
    for (const clashes of [containerClashes(remotes, changed), slotClashes(remotes, changed), misfits(remotes, changed), ...pairs])
      for (const clash of clashes) throw new PublishRefusedError(`${nameMuseum(museum)} ${clash}.`);
  }
}

function remotesWith(
  state: RegistryState,
  museum: MuseumKey,
  { museumId, changed }: { museumId: MuseumKey; changed: ReadonlyMap<string, string> },
): Record<string, PinnedRemote> {
  const releaseState = museumReleaseState(state, museum);
  const pins = museumId === museum && museum !== '*' ? 'ownPins' : 'defaultPins';
  const versions = choosePinned({ ...releaseState, [pins]: new Map([...releaseState[pins], ...changed]) });
  return pinnedRemotes(state, versions);
}

type Remotes = Readonly<Record<string, PinnedRemote>>;
type Changed = ReadonlyMap<string, string>;
/** Each sentence begins with the museum and has no full stop. */
type Clashes = Generator<string>;

const hasAlready = (what: string, other: string, mend: string) =>
  `has ${what} already, of ${other}; ${mend}, or let the museum leave ${other} out`;

/** A page finds a stock remote by its global variable, so stock remotes need different containers. */
function* containerClashes(remotes: Remotes, changed: Changed): Clashes {
  for (const name of changed.keys()) {
    const container = remotes[name]?.container;
    const other = Object.keys(remotes).find((each) => each !== name && remotes[each]?.container === container);
    if (container !== undefined && other !== undefined)
      yield hasAlready(`a container "${container}"`, other, `change the "name" of the container of ${name}`);
  }
}

const fillersOf = (remotes: Remotes) => Object.entries(remotes).map(([name, { declaration }]) => fillerOf(name, declaration));

/** Each slot has at most one filler. */
function* slotClashes(remotes: Remotes, changed: Changed): Clashes {
  const fillers = fillersOf(remotes);
  for (const filler of fillers.filter(({ name }) => changed.has(name)))
    for (const other of fillers) {
      const slot = other === filler ? undefined : sharedSlot(filler, other);
      if (slot !== undefined) yield hasAlready(`something in ${slot}`, other.name, 'fill another place');
    }
}

/** A new version of a screen may have other props or a smaller budget for a slot. */
function* misfits(remotes: Remotes, changed: Changed): Clashes {
  const offered = offeredSlots(remotes);
  for (const filler of fillersOf(remotes)) {
    const isConcerned = changed.has(filler.name) || filler.fills.some(({ slot }) => changed.has(slot.split('.')[0] ?? ''));
    const misfit = isConcerned ? findMisfit(filler, offered) : undefined;
    if (misfit !== undefined)
      yield `cannot have both: ${filler.name} ${misfit}; pin a version of ${filler.name} that fits, or leave ${filler.name} out`;
  }
}

function* screenClashes(screen: DeclaredScreen, other: DeclaredScreen): Clashes {
  if (other === screen) return;
  const { routes, entries = [], provides, conversation } = screen;
  const both = (what: string, mend: string) => hasAlready(what, other.name, `${mend} for ${screen.name}`);
  const route = routes.find((path) => other.routes.includes(path));
  if (route !== undefined) yield both(`a screen at ${route}`, 'take another route');
  const entry = entries.find(({ id, place }) => other.entries?.some((each) => each.id === id && each.place === place));
  if (entry) yield both(`an entry "${entry.id}" at ${entry.place}`, 'take another id');
  if (provides !== undefined && other.provides === provides) yield both(`a screen that provides "${provides}"`, 'provide nothing');
  if (conversation !== undefined && other.conversation === conversation)
    yield both(`a screen with a conversation by ${conversation}`, 'declare no conversation');
}

export interface Visitors extends Pick<VisitFacts, 'entryScreen'> {
  /** Visitors do not choose an exhibition. */
  hasSingleExhibition: boolean;
}

/** @throws PublishRefusedError if visitors of the museum would have no other screen */
export function checkStillShown(state: RegistryState, museumId: MuseumKey, name: string, visitors: Visitors): void {
  const left = visitorsScreens({ remotes: remotesWith(state, museumId, { museumId, changed: new Map() }) }).filter(
    (screen) => screen.name !== name,
  );
  const arrival = { path: '/', hasMuseum: true, entryScreen: visitors.entryScreen, offeredQuestions: [], openQuestions: [] };
  const only = visitors.hasSingleExhibition ? { singleExhibitionId: '0'.repeat(24) } : {};
  const isShown = [false, true].every((hasExhibition) => decideArrival({ ...arrival, ...only, hasExhibition }, left).screen !== undefined);
  if (isShown) return;
  throw new PublishRefusedError(
    `Visitors of ${museumId === '*' ? 'museums' : `museum ${museumId}`} have no other screen than ${name}; pin another screen first.`,
  );
}
