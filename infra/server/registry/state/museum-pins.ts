import type { MuseumKey, PinDifference } from '@enfilade/shared-contracts/api/registry-schemas';

export interface Pin {
  /** Undefined when the pin was removed: the removal still numbers the museum's set. */
  version: string | undefined;
  seq: number;
  at: string;
  /** Who made it. */
  actor: string;
  /** The pins before it, back to the first: an earlier set can be found again. */
  before: Pin | undefined;
  /** When a rollback made it: the number it went back to. What was pinned in between was undone. */
  backTo: number | undefined;
}

/** Remote → pin. */
export type Pins = ReadonlyMap<string, Pin>;
export type MuseumPins = ReadonlyMap<MuseumKey, Pins>;

const noPins: Pins = new Map();

/** The versions a museum (or `*`) pins itself; with a number, those that stood when the record of that number was the last. */
export function pinnedVersions(pins: Pins = noPins, seq = Number.POSITIVE_INFINITY): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const [name, pin] of pins) {
    const version = pinAt(pin, seq)?.version;
    if (version !== undefined) versions.set(name, version);
  }
  return versions;
}

function pinAt(newest: Pin, seq: number): Pin | undefined {
  let pin: Pin | undefined = newest;
  while (pin && pin.seq > seq) pin = pin.before;
  return pin;
}

/** Sorted by the remotes' names; what is the same is left out. */
export function comparePins(from: ReadonlyMap<string, string>, to: ReadonlyMap<string, string>): PinDifference[] {
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((name) => ({ name, from: from.get(name) ?? null, to: to.get(name) ?? null }))
    .filter((difference) => difference.from !== difference.to)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Another map in which the museum stands, be it without a pin. */
export function withMuseum(all: MuseumPins, museumId: MuseumKey): MuseumPins {
  return new Map(all).set(museumId, all.get(museumId) ?? noPins);
}

/** Pins again with other versions in some places, null for none. Also without a change the museum stands in the map from then on. */
export function withVersions(
  all: MuseumPins,
  museumId: MuseumKey,
  changes: readonly { name: string; to: string | null }[],
  { backTo, ...stamp }: { seq: number; at: string; actor: string; backTo?: number },
): MuseumPins {
  const pins = new Map(all.get(museumId));
  for (const { name, to } of changes) pins.set(name, { version: to ?? undefined, ...stamp, before: pins.get(name), backTo });
  return new Map(all).set(museumId, pins);
}
