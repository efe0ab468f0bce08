import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { allows, everything, isWithin, type RegistryAction, registryActions, type Scope } from './define-action.ts';

const action = fc.constantFrom<RegistryAction>(...registryActions);
const name = fc.constantFrom('landing', 'visit', 'a'.repeat(24), '*');
const scope: fc.Arbitrary<Scope> = fc.record({
  actions: fc.array(fc.oneof(action, fc.constant('*' as const)), { maxLength: 2 }),
  remotes: fc.array(name, { maxLength: 2 }),
  museums: fc.array(name, { maxLength: 2 }),
});

describe('a scope', () => {
  it('covers everything when it is made for everything', () => {
    fc.assert(fc.property(action, name, name, (wanted, remote, museum) => allows(everything, wanted, remote, museum)));
  });

  it('covers nothing that any one of its lists leaves out', () => {
    fc.assert(
      fc.property(scope, action, name, name, (given, wanted, remote, museum) => {
        const inAll =
          given.actions.some((one) => one === '*' || one === wanted) &&
          given.remotes.some((one) => one === '*' || one === remote) &&
          given.museums.some((one) => one === '*' || one === museum);
        expect(allows(given, wanted, remote, museum)).toBe(inAll);
      }),
    );
  });

  it('covers the default of all museums only when it covers all museums', () => {
    expect(allows({ ...everything, museums: ['a'.repeat(24)] }, 'pin', 'landing', '*')).toBe(false);
  });

  it('does not ask for a remote or museum the action does not touch', () => {
    expect(allows({ actions: ['read'], remotes: [], museums: [] }, 'read')).toBe(true);
  });

  it('lies within another exactly when that one covers whatever it covers', () => {
    fc.assert(
      fc.property(scope, scope, fc.tuple(action, name, name), (outer, inner, wanted) => {
        if (isWithin(outer, inner) && allows(inner, ...wanted)) expect(allows(outer, ...wanted)).toBe(true);
        expect(isWithin(inner, inner)).toBe(true);
        expect(isWithin(everything, outer)).toBe(true);
      }),
    );
  });
});
