import { isDeepStrictEqual } from 'node:util';
import { policyAnswerSchema, type RemotePolicy, remotePolicySchema } from '@enfilade/shared-contracts/api/version-schemas';
import { remoteNameSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import { checkedBefore, defineAction, defineRecord, text, touchesRemote } from './define-action.ts';

const policySet = defineRecord({
  name: 'policy-set',
  /** Null: no pipeline any more. */
  payload: z.object({ name: text, policy: z.nullable(checkedBefore<RemotePolicy>()) }),
  touches: touchesRemote,
  change(state, { name, policy }) {
    const policies = new Map(state.policies);
    if (policy) policies.set(name, policy);
    else policies.delete(name);
    return { ...state, policies };
  },
  sentence: ({ name, policy }) =>
    policy
      ? {
          en: `${name} comes from ${policy.workflow} of ${policy.repository}`,
          de: `${name} kommt von ${policy.workflow} in ${policy.repository}`,
          fr: `${name} vient de ${policy.workflow} de ${policy.repository}`,
        }
      : {
          en: `${name} may come from anywhere`,
          de: `${name} darf von überall kommen`,
          fr: `${name} peut venir de partout`,
        },
});

/** As for a token: a policy lets somebody publish, whichever museums run the remote. */
const touches = ({ name }: { name?: string | undefined }) => ({ remotes: [name], museums: ['*'] });

/** Which pipeline may publish a remote without a stored token. */
export const setPolicy = defineAction({
  route: 'PUT /remotes/:name/policy',
  request: z.strictObject({ name: remoteNameSchema, ...remotePolicySchema.shape }),
  scope: 'tokens',
  touches,
  record: policySet,
  decide: ({ policies }, { name, ...policy }) => (isDeepStrictEqual(policies.get(name), policy) ? undefined : { name, policy }),
  answer: ({ request: { name, ...policy } }) => ({ name, policy }),
  response: policyAnswerSchema,
});

/** What is published and pinned stays. */
export const removePolicy = defineAction({
  route: 'DELETE /remotes/:name/policy',
  request: z.strictObject({ name: remoteNameSchema }),
  scope: 'tokens',
  touches,
  record: policySet,
  decide: ({ policies }, { name }) => (policies.has(name) ? { name, policy: null } : undefined),
  answer: ({ request: { name } }) => ({ name, policy: null }),
  response: policyAnswerSchema,
});
