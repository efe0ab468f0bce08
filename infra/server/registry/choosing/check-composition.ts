import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import { type DeclaredScreen, decideArrival, type VisitFacts, visitorsScreens } from '@enfilade/shared-contracts/visit/arrival';
import { PublishRefusedError } from '../state/registry-error.ts';
import { nameMuseum, type RegistryState } from '../state/registry-state.ts';
import { choosePinned, museumReleaseState } from './choose-versions.ts';
import { pinnedRemotes } from './release-set.ts';

// What a museum's screens must be together, whichever teams they come from.

/**
 * @param changed remotes in the versions that the museum (`*`: every museum without its own) is to get
 * @throws PublishRefusedError which names the remote that has the place already
 */
export function checkClashes(state: RegistryState, museumId: MuseumKey, changed: ReadonlyMap<string, string>): void {
  const museums: readonly MuseumKey[] = museumId === '*' ? [...new Set<MuseumKey>(['*', ...state.pins.keys()])] : [museumId];
  for (const museum of museums) {
    const screens = screensWith(state, museum, { museumId, changed });
    for (const screen of screens.filter(({ name }) => changed.has(name))) {
      for (const other of screens) if (other.name !== screen.name) checkPair(screen, other, museum);
    }
  }
}

/** What a museum would have, sorted by name. */
function screensWith(
  state: RegistryState,
  museum: MuseumKey,
  { museumId, changed }: { museumId: MuseumKey; changed: ReadonlyMap<string, string> },
): DeclaredScreen[] {
  const releaseState = museumReleaseState(state, museum);
  const pins = museumId === museum && museum !== '*' ? 'ownPins' : 'defaultPins';
  const versions = choosePinned({ ...releaseState, [pins]: new Map([...releaseState[pins], ...changed]) });
  return visitorsScreens({ remotes: pinnedRemotes(state, versions) });
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
    refuse(`a screen with a conversation by ${conversation}`, 'have none');
}

const entriesOf = ({ entries = [] }: Declaration) => entries;

/** What is known of the visitors of a museum, or of all of them. */
export interface Visitors extends Pick<VisitFacts, 'entryScreen'> {
  /** Nothing has to be chosen there. */
  hasSingleExhibition: boolean;
}

/** @throws PublishRefusedError when without that screen a visitor would find nothing at the museum */
export function checkStillShown(state: RegistryState, museumId: MuseumKey, name: string, visitors: Visitors): void {
  const left = screensWith(state, museumId, { museumId, changed: new Map() }).filter((screen) => screen.name !== name);
  const arrival = { path: '/', hasMuseum: true, entryScreen: visitors.entryScreen, offeredQuestions: [], openQuestions: [] };
  const only = visitors.hasSingleExhibition ? { singleExhibitionId: '0'.repeat(24) } : {};
  const isShown = [false, true].every((hasExhibition) => decideArrival({ ...arrival, ...only, hasExhibition }, left).screen !== undefined);
  if (isShown) return;
  throw new PublishRefusedError(
    `Without ${name} visitors of ${museumId === '*' ? 'museums' : `museum ${museumId}`} would find nothing; pin another screen that takes its place first.`,
  );
}
