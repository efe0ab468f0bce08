import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import type { PinnedRemote } from '@enfilade/shared-contracts/releases/release-set';
import { type Filler, fillerOf, findMisfit, offeredSlots, sharedSlot } from '@enfilade/shared-contracts/releases/slots';
import { type DeclaredScreen, decideArrival, type VisitFacts, visitorsScreens } from '@enfilade/shared-contracts/visit/arrival';
import { PublishRefusedError } from '../state/registry-error.ts';
import { nameMuseum, type RegistryState } from '../state/registry-state.ts';
import { choosePinned, museumReleaseState, pinnedRemotes } from './choose-versions.ts';

/** `changed`: versions at the museum (`*`: at every museum without its own pin). @throws PublishRefusedError that names the other remote */
export function checkClashes(state: RegistryState, museumId: MuseumKey, changed: ReadonlyMap<string, string>): void {
  const museums: readonly MuseumKey[] = museumId === '*' ? [...new Set<MuseumKey>(['*', ...state.pins.keys()])] : [museumId];
  for (const museum of museums) {
    const remotes = remotesWith(state, museum, { museumId, changed });
    checkContainers(remotes, changed, museum);
    checkFillers(remotes, changed, museum);
    const screens = visitorsScreens({ remotes });
    for (const screen of screens.filter(({ name }) => changed.has(name))) {
      for (const other of screens) if (other.name !== screen.name) checkPair(screen, other, museum);
    }
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

/** A page finds a stock remote by its global variable, so stock remotes need different containers. */
function checkContainers(remotes: Readonly<Record<string, PinnedRemote>>, changed: ReadonlyMap<string, string>, museum: MuseumKey): void {
  for (const name of changed.keys()) {
    const container = remotes[name]?.container;
    const [other] = Object.entries(remotes).find(([each, remote]) => each !== name && remote.container === container) ?? [];
    if (container === undefined || other === undefined) continue;
    throw new PublishRefusedError(
      `${nameMuseum(museum)} has a container "${container}" already, of ${other}; change the "name" of the container of ${name}, or let the museum leave ${other} out.`,
    );
  }
}

/** Each slot has at most one filler, whose facts and size fit. */
function checkFillers(remotes: Readonly<Record<string, PinnedRemote>>, changed: ReadonlyMap<string, string>, museum: MuseumKey): void {
  const all = Object.entries(remotes).map(([name, { declaration }]) => fillerOf(name, declaration));
  const offered = offeredSlots(remotes);
  for (const filler of all.filter(({ fills }) => fills.length > 0)) {
    if (changed.has(filler.name)) checkAlone(filler, all, museum);
    // A new version of the screen may have other props or a smaller budget for the slot.
    const isConcerned = changed.has(filler.name) || filler.fills.some(({ slot }) => changed.has(slot.split('.')[0] ?? ''));
    const misfit = isConcerned ? findMisfit(filler, offered) : undefined;
    if (misfit !== undefined)
      throw new PublishRefusedError(
        `${nameMuseum(museum)} cannot have both: ${filler.name} ${misfit}; pin a version of ${filler.name} that fits, or leave ${filler.name} out.`,
      );
  }
}

function checkAlone(filler: Filler, all: readonly Filler[], museum: MuseumKey): void {
  for (const other of all) {
    const slot = other.name === filler.name ? undefined : sharedSlot(filler, other);
    if (slot === undefined) continue;
    throw new PublishRefusedError(
      `${nameMuseum(museum)} has something in ${slot} already, of ${other.name}; fill another place, or let the museum leave ${other.name} out.`,
    );
  }
}

function checkPair(screen: DeclaredScreen, other: DeclaredScreen, museum: MuseumKey): void {
  const refuse = (what: string, mend: string): never => {
    throw new PublishRefusedError(
      `${nameMuseum(museum)} has ${what} already, of ${other.name}; ${mend} for ${screen.name}, or let the museum leave ${other.name} out.`,
    );
  };
  const route = screen.routes.find((path) => other.routes.includes(path));
  if (route !== undefined) refuse(`a screen at ${route}`, 'take another route');
  const entry = entriesOf(screen).find(({ id, place }) => entriesOf(other).some((each) => each.id === id && each.place === place));
  if (entry) refuse(`an entry "${entry.id}" at ${entry.place}`, 'take another id');
  const { provides, conversation } = screen;
  if (provides !== undefined && other.provides === provides) refuse(`a screen that provides "${provides}"`, 'provide nothing');
  if (conversation !== undefined && other.conversation === conversation)
    refuse(`a screen with a conversation by ${conversation}`, 'declare no conversation');
}

const entriesOf = ({ entries = [] }: Declaration) => entries;

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
