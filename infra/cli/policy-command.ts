import { removePolicy, setPolicy } from '@enfilade/server/registry/actions/access';
import {
  type Arguments,
  readOptionalText,
  readPositionals,
  readRemote,
  readText,
  UsageError,
} from '@enfilade/server/registry/actions/arguments';
import { policyAnswerSchema, type RemotePolicy, remotePolicySchema } from '@enfilade/shared-contracts/api/version-schemas';
import { z } from 'zod';
import { callAction } from './actions.ts';
import type { Command } from './command.ts';

const issuers: Readonly<Record<string, string>> = {
  'github.com': 'https://token.actions.githubusercontent.com',
  'gitlab.com': 'https://gitlab.com',
};

const parts = {
  repository: { type: 'string' },
  workflow: { type: 'string' },
  issuer: { type: 'string' },
  ref: { type: 'string' },
} as const;

export const policy: Command = {
  usage: 'NAME [--repository URL --workflow PATH [--ref REF] [--issuer URL] | --none]',
  help: 'shows or sets the pipeline that publishes a remote without a stored token',
  options: { ...parts, none: { type: 'boolean' } },
  async run(given, environment) {
    const [text = ''] = readPositionals(given, 'the name of one remote');
    const name = readRemote(text);
    const change = readChange(given);
    const registry = await environment.registry();
    const send = () => {
      if (change) return callAction(registry, setPolicy, { name, ...change });
      if (change === null) return callAction(registry, removePolicy, { name });
      return registry.call({ method: 'GET', path: `/remotes/${name}/policy`, response: policyAnswerSchema });
    };
    const answer = await send();
    return { json: answer, text: describe(answer) };
  },
};

/** Null removes the policy, undefined only reads the policy. @throws UsageError */
function readChange(given: Arguments): RemotePolicy | null | undefined {
  const isSet = Object.keys(parts).some((option) => given.values[option] !== undefined);
  if (given.values['none'] === true) {
    if (isSet) throw new UsageError('--none cannot be combined with other options');
    return null;
  }
  if (!isSet) return undefined;
  const repository = readText(given, 'repository').replace(/\/$/, '');
  const host = URL.canParse(repository) ? new URL(repository).hostname : '';
  const ref = readOptionalText(given, 'ref');
  const parsed = z.safeParse(remotePolicySchema, {
    repository,
    workflow: readText(given, 'workflow'),
    issuer: readOptionalText(given, 'issuer') ?? issuers[host] ?? readText(given, 'issuer'),
    ...(ref !== undefined && { ref }),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`--${String(issue?.path[0])} ${issue?.message}`);
}

function describe({ name, policy: found }: z.infer<typeof policyAnswerSchema>): string {
  if (!found) return `No pipeline may publish ${name} without a stored token.`;
  const { repository, workflow, ref, issuer } = found;
  const pipeline = `${workflow} of ${repository}${ref === undefined ? '' : ` at ${ref}`}, known by ${issuer}`;
  return `${name} may be published without a stored token by ${pipeline}.`;
}
