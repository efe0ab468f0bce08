import { questionIds } from '@enfilade/shared-contracts/museum/question-ids';
import { screenPaths } from '@enfilade/shared-contracts/visit/arrival';
import { parseVisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { formatAddress, isOperatorPath, parseArrivalPath } from './addresses.ts';

const id = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 24, maxLength: 24 });

describe('an address', () => {
  it('says the same after it was written and read', () => {
    const parts = fc.record({
      path: fc.constantFrom('/' as const, ...Object.values(screenPaths)),
      museumId: fc.option(id, { nil: undefined }),
      exhibitionId: fc.option(id, { nil: undefined }),
      question: fc.option(fc.constantFrom(...questionIds), { nil: undefined }),
      wantsPremium: fc.boolean(),
    });
    fc.assert(
      fc.property(parts, ({ path, ...said }) => {
        const { pathname, searchParams } = new URL(formatAddress({ path, ...said }), 'https://guide.example');
        expect(parseArrivalPath(pathname)).toBe(path);
        expect(parseVisitAddress(searchParams, { answers: {} })).toMatchObject(said);
      }),
    );
  });

  it('may have a path with a closing slash', () => {
    expect([parseArrivalPath('/visit/'), parseArrivalPath('/'), isOperatorPath('/operator/')]).toEqual(['/visit', '/', true]);
  });

  it.each(['/nowhere', '/visit/room', '/Visit', '/operator'])('%s is no screen of a visit', (path) => {
    expect(parseArrivalPath(path)).toBeUndefined();
  });
});
