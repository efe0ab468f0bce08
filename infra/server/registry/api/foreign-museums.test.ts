import { auditSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { beforeEach, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { ofEachTest } from '../../database/testing/of-each-test.ts';
import { openRoutesStage } from './testing/routes-stage.ts';

const museums = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
const places = [...museums, '*'];

const stage = ofEachTest(openRoutesStage);
beforeEach(async () => {
  for (const version of ['1.0.0', '1.1.0']) await stage.temporary.publish({ version });
});

const place = fc.constantFrom(...places);
const version = fc.constantFrom('1.0.0', '1.1.0');
const expected = fc.constantFrom(null, '1.0.0', '1.1.0');
const wish = fc.oneof(
  fc.record({ at: place, method: fc.constant('PUT'), path: fc.constant('pins/landing'), json: fc.record({ version, expected }) }),
  fc.record({ at: place, method: fc.constant('DELETE'), path: fc.constant('pins/landing'), json: fc.record({ expected }) }),
  fc.record({
    at: place,
    method: fc.constant('POST'),
    path: fc.constant('rollouts'),
    json: fc.record({ versions: fc.record({ landing: version }), percent: fc.constantFrom(0, 50) }),
  }),
  fc.record({ at: place, method: fc.constant('POST'), path: fc.constant('rollback'), json: fc.record({ toSequence: fc.nat(20) }) }),
  fc.record({ at: place, method: fc.constant('GET'), path: fc.constantFrom('rollouts', 'history', 'set') }),
);
const scope = fc.oneof(fc.subarray(museums, { minLength: 1, maxLength: 2 }), fc.constant('*' as const));

const isAbout =
  (foreign: readonly string[]) =>
  ({ payload }: { payload: object }): boolean =>
    'museumId' in payload && foreign.includes(String(payload.museumId));

it('no request of an operator changes or reads another museum’s data', async () => {
  const registry = stage.temporary.registry();
  const dumpOf = async (museumId: string) =>
    JSON.stringify([registry.releaseSet(museumId), registry.listRollouts(museumId), await registry.history(museumId)]);
  await fc.assert(
    fc.asyncProperty(scope, fc.array(wish, { minLength: 1, maxLength: 6 }), async (bound, wishes) => {
      stage.sessions.set('rossi', { name: 'rossi', museums: bound });
      const foreign = bound === '*' ? [] : places.filter((museumId) => !bound.includes(museumId));
      const numbers = (await registry.audit(0)).length;
      const before = await Promise.all(foreign.map(dumpOf));
      for (const { at, method, path, ...rest } of wishes) {
        const { status } = await stage.ask(method, `/museums/${at}/${path}`, { session: 'rossi', ...rest });
        expect(status === 403).toBe(foreign.includes(at));
      }
      expect(await Promise.all(foreign.map(dumpOf))).toEqual(before);
      const written = await registry.audit(numbers);
      expect(written.filter(isAbout(foreign))).toEqual([]);
      const { records } = auditSchema.parse((await stage.ask('GET', '/audit', { session: 'rossi' })).body);
      expect(records.filter(isAbout(foreign))).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
