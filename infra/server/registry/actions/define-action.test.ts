import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { allows, everything, isWithin, type RegistryAction, registryActions, type Scope } from './define-action.ts';

const action = fc.constantFrom<RegistryAction>(...registryActions);
const name = fc.constantFrom('landing', 'visit', 'a'.repeat(24), '*');
const scope: fc.Arbitrary<Scope> = fc.record({
  actions: fc.array(fc.oneof(action, fc.constant('*' as const)), { maxLength: 2 }),
  remotes: fc.array(name, { maxLength: 2 }),
  museums: fc.array(name, { maxLength: 2 }),
});

itHolds('the scope of everything covers every action, remote and museum', [action, name, name], (wanted, remote, museum) =>
  allows(everything, wanted, remote, museum),
);

itHolds('a scope covers an action only if all its lists cover the action', [scope, action, name, name], (given, wanted, remote, museum) => {
  const inAll =
    given.actions.some((one) => one === '*' || one === wanted) &&
    given.remotes.some((one) => one === '*' || one === remote) &&
    given.museums.some((one) => one === '*' || one === museum);
  expect(allows(given, wanted, remote, museum)).toBe(inAll);
});

it('a scope covers an action without a remote or museum whatever its lists are', () => {
  expect(allows({ actions: ['read'], remotes: [], museums: [] }, 'read')).toBe(true);
});

itHolds(
  'isWithin is true only if the outer scope covers everything that the inner scope covers',
  [scope, scope, fc.tuple(action, name, name)],
  (outer, inner, wanted) => {
    if (isWithin(outer, inner) && allows(inner, ...wanted)) expect(allows(outer, ...wanted)).toBe(true);
    expect(isWithin(inner, inner)).toBe(true);
    expect(isWithin(everything, outer)).toBe(true);
  },
);
