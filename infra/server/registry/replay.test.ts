import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { Registry } from './registry.ts';
import { StaleError, UnknownReleaseError } from './state/registry-error.ts';
import { openTemporaryRegistry, type TemporaryRegistry } from './testing/temporary-registry.ts';

const museums: MuseumKey[] = ['*', 'a'.repeat(24), 'b'.repeat(24)];
const names = ['landing', 'visit'];
const versions = ['1.0.0', '1.1.0', '2.0.0'];
const expectedPin = fc.constantFrom('1.0.0', '1.1.0', null);
const place = { museumId: fc.constantFrom(...museums), name: fc.constantFrom(...names) };

const command = fc.oneof(
  fc.record({ do: fc.constant('publish' as const), name: place.name, version: fc.constantFrom(...versions) }),
  fc.record({ do: fc.constant('pin' as const), ...place, version: fc.constantFrom(...versions), expected: expectedPin }),
  fc.record({ do: fc.constant('unpin' as const), ...place, expected: expectedPin }),
  fc.record({ do: fc.constant('restart' as const) }),
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

async function run(temporary: TemporaryRegistry, given: Command): Promise<void> {
  const registry = temporary.registry();
  if (given.do === 'restart') await temporary.reopen();
  else if (given.do === 'publish') await temporary.publish(given);
  else {
    const change = { ...given, actor: 'tests' };
    await ('version' in change ? registry.pin(change) : registry.unpin(change)).catch((error: unknown) => {
      if (!(error instanceof StaleError || error instanceof UnknownReleaseError)) throw error;
    });
  }
}

async function everythingOf(registry: Registry) {
  const remotes = registry.listRemotes();
  return {
    sets: museums.map((museumId) => registry.releaseSet(museumId)),
    own: museums.map((museumId) => registry.ownPins(museumId).size > 0),
    remotes,
    versions: remotes.map(({ name }) => registry.listVersions(name)),
    audit: await registry.audit(0),
  };
}

describe('a registry that is opened again', () => {
  it('is the one that was closed, whatever was done to it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
        const temporary = await openTemporaryRegistry();
        try {
          for (const given of commands) await run(temporary, given);
          const before = await everythingOf(temporary.registry());
          expect(await everythingOf(await temporary.reopen())).toEqual(before);
        } finally {
          await temporary.close();
        }
      }),
      // A run publishes up to 25 builds.
      { numRuns: 5 },
    );
  });
});
