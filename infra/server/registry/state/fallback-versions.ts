import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { type Pin, type RegistryState, rolloutsOf } from './registry-state.ts';
import { isLoadable } from './releases.ts';

/** An old version is not a good fallback. */
const mostVersions = 8;

interface Verdict {
  version: string;
  isGood: boolean;
}

/**
 * Best first, including the current version. The museum's own pins come first, newest first, with the default's pins for times without
 * an own pin. The default's other pins come last. A version is excluded if, after its last pin,
 * - a rollback undid the pin, even if another version followed;
 * - the version failed for every visit;
 * - failures or a rollback halted a rollout of the version. A halt by an operator may follow a success and does not count;
 * - the version was retired, or the host cannot load the version.
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

/** Newest first, with duplicates. */
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

/** Newest first. */
function judgePins(newest: Pin | undefined, failedAt: ReadonlyMap<string | undefined, number>): JudgedPin[] {
  const judged: JudgedPin[] = [];
  let floor = Number.POSITIVE_INFINITY;
  for (let pin = newest; pin; pin = pin.before) {
    judged.push({ pin, isGood: pin.seq <= floor && pin.seq > (failedAt.get(pin.version) ?? 0) });
    floor = Math.min(floor, pin.backTo ?? floor);
  }
  return judged;
}

/** By version, including failed rollouts. */
function failures(state: RegistryState, museums: readonly MuseumKey[], name: string): ReadonlyMap<string | undefined, number> {
  const failedAt = new Map<string | undefined, number>();
  const add = (version: string | undefined, seq: number) => failedAt.set(version, Math.max(seq, failedAt.get(version) ?? 0));
  for (const { versions, halted, seq } of museums.flatMap((key) => rolloutsOf(state.rollouts, key))) {
    if (halted === 'failures' || halted === 'rolled-back') add(versions[name], seq);
  }
  for (const { museumId, name: remote, version, seq } of state.failed) if (remote === name && museums.includes(museumId)) add(version, seq);
  return failedAt;
}
