import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { type Pin, type RegistryState, rolloutsOf } from './registry-state.ts';
import { isLoadable } from './releases.ts';

/** Distinct versions of one remote that are looked at, at most: a version from long ago is no good fallback. */
const mostVersions = 8;

/** A version that was pinned, and whether that speaks for it. */
interface Verdict {
  version: string;
  isGood: boolean;
}

/**
 * The versions of a remote that a museum can return its visitors to, the best one first: what it ran before, newest
 * first, with the default's versions for the time when it had no pin of its own; then what is and was the default
 * while it had one. The version that is pinned now is among them.
 *
 * Good is a version that was pinned and simply followed by another one. A version is not good if - a rollback went back behind it, also if
 * another version had followed it before; - it failed for every visit that tried it after its pin; - it was part of a rollout that failures
 * or a rollback halted after its pin. An operator's own halt says nothing against it: that is also how a rollout ends that was pinned for
 * all. The newest record about a version counts: a version that is pinned again is good again. A version that the host does not load, or
 * whose contract the site has retired, is left out, and so is one that is retired itself.
 */
export function fallbackVersions(state: RegistryState, museumId: MuseumKey, name: string): string[] {
  const isGoodOf = new Map<string, boolean>();
  for (const { version, isGood } of verdicts(state, museumId, name)) {
    if (isGoodOf.has(version)) continue;
    isGoodOf.set(version, isGood && isServable(state, name, version));
    if (isGoodOf.size === mostVersions) break;
  }
  return [...isGoodOf].filter(([, isGood]) => isGood).map(([version]) => version);
}

function isServable(state: RegistryState, name: string, version: string): boolean {
  const published = state.versions.get(name)?.get(version);
  if (published === undefined || published.retiredAt !== undefined) return false;
  return isLoadable(published.release);
}

/** Newest first, as the museum's visitors met them; some twice. */
function* verdicts(state: RegistryState, museumId: MuseumKey, name: string): Generator<Verdict> {
  const own = museumId === '*' ? [] : [museumId];
  const failedAt = failures(state, [...own, '*'], name);
  const byDefault = judgePins(state.pins.get('*')?.get(name), failedAt);
  let until = Number.POSITIVE_INFINITY;
  for (const { pin, isGood } of own.flatMap((key) => judgePins(state.pins.get(key)?.get(name), failedAt))) {
    if (pin.version === undefined) yield* pinnedBetween(byDefault, pin.seq, until);
    else yield { version: pin.version, isGood };
    until = pin.seq;
  }
  yield* pinnedBetween(byDefault, 0, until);
  yield* pinnedBetween(byDefault, 0, Number.POSITIVE_INFINITY);
}

/** Versions that were pinned at some time between two numbers. */
function* pinnedBetween(pins: readonly JudgedPin[], from: number, until: number): Generator<Verdict> {
  for (const { pin, isGood } of pins) {
    if (pin.seq >= until) continue;
    if (pin.version !== undefined) yield { version: pin.version, isGood };
    if (pin.seq <= from) return;
  }
}

interface JudgedPin {
  pin: Pin;
  isGood: boolean;
}

/** A museum's own pins of one remote, newest first. */
function judgePins(newest: Pin | undefined, failedAt: ReadonlyMap<string | undefined, number>): JudgedPin[] {
  const judged: JudgedPin[] = [];
  let floor = Number.POSITIVE_INFINITY;
  for (let pin = newest; pin; pin = pin.before) {
    judged.push({ pin, isGood: pin.seq <= floor && pin.seq > (failedAt.get(pin.version) ?? 0) });
    floor = Math.min(floor, pin.backTo ?? floor);
  }
  return judged;
}

/** Version → number of the last record by which it, or a rollout of it, failed. */
function failures(state: RegistryState, museums: readonly MuseumKey[], name: string): ReadonlyMap<string | undefined, number> {
  const failedAt = new Map<string | undefined, number>();
  const add = (version: string | undefined, seq: number) => failedAt.set(version, Math.max(seq, failedAt.get(version) ?? 0));
  for (const { versions, halted, seq } of museums.flatMap((key) => rolloutsOf(state.rollouts, key))) {
    if (halted === 'failures' || halted === 'rolled-back') add(versions[name], seq);
  }
  for (const { museumId, name: remote, version, seq } of state.failed) if (remote === name && museums.includes(museumId)) add(version, seq);
  return failedAt;
}
