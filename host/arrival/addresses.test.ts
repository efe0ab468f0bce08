import { questionIds } from '@enfilade/shared-contracts/museum/question-ids';
import { screenPaths } from '@enfilade/shared-contracts/visit/arrival';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { formatAddress, parseAddress } from './addresses.ts';

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
      fc.property(parts, (wanted) => {
        const { pathname, search } = new URL(formatAddress(wanted), 'https://guide.example');
        expect(parseAddress(pathname, search)).toMatchObject(wanted);
      }),
    );
  });

  it('is read without an exception, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (pathname, search) => {
        const { museumId, exhibitionId } = parseAddress(pathname, search);
        for (const read of [museumId, exhibitionId]) if (read !== undefined) expect(read).toMatch(/^[0-9a-f]{24}$/);
      }),
    );
  });

  it('with a museum that is no id is told apart from one without a museum', () => {
    expect(parseAddress('/', '?museum=belmonte')).toMatchObject({ museumId: undefined, hasMalformedMuseum: true });
    expect(parseAddress('/', '')).toMatchObject({ museumId: undefined, hasMalformedMuseum: false });
  });

  it('takes ids in capitals and paths with a closing slash', () => {
    expect(parseAddress('/visit/', '?museum=6610A1B2C3D4E5F601000001')).toMatchObject({
      path: '/visit',
      museumId: '6610a1b2c3d4e5f601000001',
    });
  });

  it.each(['/nowhere', '/visit/room', '/Visit'])('%s is no screen', (path) => {
    expect(parseAddress(path, '').path).toBeUndefined();
  });
});
