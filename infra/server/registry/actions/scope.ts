import { tokenActions } from '@enfilade/shared-contracts/api/registry-schemas';

/** What a caller can do. No token can be issued for `tokens`: one that was stolen would make its own successors. */
export const registryActions = [...tokenActions, 'tokens'] as const;
export type RegistryAction = (typeof registryActions)[number];

/** Where and what a token may; `*` in a list stands for everything. */
export interface Scope {
  actions: readonly (RegistryAction | '*')[];
  remotes: readonly string[];
  museums: readonly string[];
}

export const everything: Scope = { actions: ['*'], remotes: ['*'], museums: ['*'] };

/**
 * Whether a scope covers an action. A remote or museum that the action does not touch is left undefined;
 * `*` as one means all of them, which only a scope over all of them covers.
 */
export function allows(scope: Scope, action: RegistryAction, remote?: string, museum?: string): boolean {
  return covers(scope.actions, action) && covers(scope.remotes, remote) && covers(scope.museums, museum);
}

/** Whether everything that the inner scope covers is covered by the outer one. */
export function isWithin(outer: Scope, inner: Scope): boolean {
  const contains = (list: readonly string[], part: readonly string[]) => list.includes('*') || part.every((one) => list.includes(one));
  return contains(outer.actions, inner.actions) && contains(outer.remotes, inner.remotes) && contains(outer.museums, inner.museums);
}

function covers(list: readonly string[], wanted: string | undefined): boolean {
  return wanted === undefined || list.includes('*') || list.includes(wanted);
}
