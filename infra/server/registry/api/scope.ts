/** What a token can do. */
export const registryActions = ['read', 'publish', 'pin', 'rollout', 'rollback', 'grant', 'questions', 'spending'] as const;
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

function covers(list: readonly string[], wanted: string | undefined): boolean {
  return wanted === undefined || list.includes('*') || list.includes(wanted);
}
