import fc from 'fast-check';
import type { Grant, Rollout } from '../../state/registry-state.ts';
import type { MuseumReleaseState, Recipient } from '../choose-versions.ts';

// Versions of pins begin with 1 (earlier pins: 0), of the museum's rollouts with 2, of default rollouts with 3, and of grants with 9.

export const museumId = 'a'.repeat(24);
const elsewhere = 'b'.repeat(24);
export const at = new Date(0).toISOString();
export const now = 1_000_000;

export const name = fc.constantFrom('landing', 'tailoring', 'visit', 'chat', 'operator');
const pins = fc.dictionary(name, fc.constantFrom('1.0.0', '1.1.0')).map((versions) => new Map(Object.entries(versions)));
export const percent = fc.oneof(
  fc.constantFrom(0, 100),
  fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
);
export const visitorId = fc.option(fc.string({ minLength: 1, maxLength: 8 }), { nil: undefined });

function rollouts(owner: string, version: string): fc.Arbitrary<Rollout[]> {
  const one = fc.record({
    id: fc.uuid(),
    versions: fc.dictionary(name, fc.constant(version), { minKeys: 1, maxKeys: 3 }),
    percent,
    halted: fc.constantFrom(null, null, 'operator' as const, 'failures' as const, 'rolled-back' as const),
  });
  return fc
    .array(
      one.map((given) => ({ ...given, museumId: owner, startedAt: at, seq: 1, at })),
      { maxLength: 3 },
    )
    .map(withoutOverlap);
}
/** The registry allows one running rollout for each remote of a museum. */
function withoutOverlap(all: Rollout[]): Rollout[] {
  return all.filter(
    (rollout, index) =>
      rollout.halted ||
      !all
        .slice(0, index)
        .some((before) => !before.halted && Object.keys(before.versions).some((one) => Object.hasOwn(rollout.versions, one))),
  );
}
const grant: fc.Arbitrary<Grant> = fc.record({
  id: fc.uuid(),
  remote: name,
  version: fc.constantFrom('9.0.0', '9.1.0'),
  museumId: fc.constantFrom(museumId, elsewhere),
  issuedAt: fc.constant(0),
  expiresAt: fc.constantFrom(now - 1, now, now + 1),
});
/** Some of these versions are pinned now. */
const fallbackVersions = fc
  .dictionary(name, fc.uniqueArray(fc.constantFrom('0.8.0', '0.9.0', '1.0.0', '1.1.0'), { maxLength: 3 }))
  .map((good) => (remote: string) => good[remote] ?? []);
export const releaseState: fc.Arbitrary<MuseumReleaseState> = fc.record({
  museumId: fc.constant(museumId),
  ownPins: pins,
  defaultPins: pins,
  ownRollouts: rollouts(museumId, '2.0.0'),
  defaultRollouts: rollouts('*', '3.0.0'),
  leftOut: fc.constant(new Set<string>()),
  fallbackVersions,
});
export const recipient: fc.Arbitrary<Recipient> = fc.record({
  id: visitorId,
  grants: fc.array(grant, { maxLength: 3 }),
  avoid: fc.constant([]),
});
