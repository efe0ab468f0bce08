import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { type Pin, type Pins, pinnedVersions } from '../state/museum-pins.ts';
import { JournalBrokenError } from '../state/registry-error.ts';
import type { RegistryState } from '../state/registry-state.ts';
import type { Journal } from './journal.ts';
import { recordOf } from './journal-row.ts';

/** What a museum (or `*`) pinned itself from a number on. */
interface SetOfPins {
  sequence: number;
  pins: Record<string, string>;
}

/** With the record that made it; `never-pinned` is what stood before the first one. */
export type EarlierSet = SetOfPins &
  ({ at: string; actor: string; action: 'pin-set' | 'pin-removed' | 'rolled-back' } | { at: null; actor: null; action: 'never-pinned' });

/** Newest first. */
const mostSets = 50;

/** The sets a museum can be rolled back to. The state knows their numbers, the journal who made them: only those rows are read. */
export async function readHistory(state: RegistryState, journal: Journal, museumId: MuseumKey): Promise<EarlierSet[]> {
  const pins = state.pins.get(museumId);
  const sets: EarlierSet[] = [];
  for (const sequence of pinChanges(pins).slice(0, mostSets)) sets.push(await readSet(journal, pins, sequence));
  // A site without any default has nothing to show.
  const canBeUnpinned = museumId !== '*' && pins !== undefined && sets.length < mostSets;
  return canBeUnpinned ? [...sets, { sequence: 0, pins: {}, at: null, actor: null, action: 'never-pinned' }] : sets;
}

function pinChanges(pins: Pins | undefined): number[] {
  const numbers = new Set<number>();
  for (const newest of pins?.values() ?? []) for (let pin: Pin | undefined = newest; pin; pin = pin.before) numbers.add(pin.seq);
  return [...numbers].sort((a, b) => b - a);
}

async function readSet(journal: Journal, pins: Pins | undefined, sequence: number): Promise<EarlierSet> {
  const [row] = await journal.read(sequence - 1, 1);
  const record = row && recordOf(row);
  if (record?.action !== 'pin-set' && record?.action !== 'pin-removed' && record?.action !== 'rolled-back')
    throw new JournalBrokenError(`Record ${sequence} of the journal is not the change of pins that it was when it was read.`);
  const { at, actor, action } = record;
  return { sequence, pins: Object.fromEntries(pinnedVersions(pins, sequence)), at, actor, action };
}
