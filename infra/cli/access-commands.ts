import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Account, findAccount, OperatorsFileError, parseAccounts } from '@enfilade/server/operators/accounts';
import { hashPassword } from '@enfilade/server/operators/password';
import { issueToken, removePolicy, revokeToken, setPolicy } from '@enfilade/server/registry/actions/access';
import {
  type Arguments,
  readMuseums,
  readNumber,
  readOptionalText,
  readPositionals,
  readRemote,
  readText,
  UsageError,
} from '@enfilade/server/registry/actions/arguments';
import { type TokenSummary, tokenRequestSchema, tokensSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { policyAnswerSchema, type RemotePolicy, remotePolicySchema } from '@enfilade/shared-contracts/api/version-schemas';
import { z } from 'zod';
import { type Command, CommandFailedError, callAction, formatTable, writePrivateFile } from './command.ts';

const [fewestDays, mostDays] = [1, 730];
const usualDays = 365;

export const token: Command = {
  usage: 'NAME --may ACTION… [--remote NAME…] --museum ID…|--all [--days DAYS] [--file FILE]',
  help: 'issues a token with only these rights for --days (365): read, publish, pin, rollout, rollback, grant, questions, spending; --file writes the token to a file instead of printing it',
  options: {
    may: { type: 'string', multiple: true },
    remote: { type: 'string', multiple: true },
    museum: { type: 'string', multiple: true },
    all: { type: 'boolean' },
    days: { type: 'string' },
    file: { type: 'string' },
  },
  async run(given, environment) {
    const [name = ''] = readPositionals(given, "the token's name");
    const file = readOptionalText(given, 'file');
    const json = readTokenRequest(given, name);
    const registry = await environment.registry();
    const { secret, ...issued } = await callAction(registry, issueToken, json);
    const what = `${name} ${describeToken(issued)}, until ${issued.expiresAt}: token ${issued.id}.`;
    if (file === undefined)
      return { json: { ...issued, secret }, text: `${what}\nThe site does not store it; send it as "Authorization: Bearer …":\n${secret}` };
    const place = path.resolve(environment.cwd, file);
    await writePrivateFile(place, `${secret}\n`).catch(async (error: unknown) => {
      // The secret is lost, so nobody could use the token.
      await callAction(registry, revokeToken, { id: issued.id });
      throw error;
    });
    return { json: { ...issued, file: place }, text: `${what}\nThe token is in ${place}, readable by its owner alone.` };
  },
};

function readTokenRequest(given: Arguments, name: string) {
  const museums = readMuseums(given);
  if (!museums) throw new UsageError('Either --museum ID or --all must be given; repeat --museum for each museum');
  const listOf = (option: string) => [given.values[option] ?? []].flat().flatMap((text) => String(text).split(','));
  const parsed = z.safeParse(tokenRequestSchema, {
    name,
    actions: listOf('may'),
    remotes: listOf('remote').length > 0 ? listOf('remote') : ['*'],
    museums: museums === '*' ? ['*'] : museums,
    days: readOptionalText(given, 'days') === undefined ? usualDays : readNumber(given, 'days', { least: fewestDays, most: mostDays }),
  });
  if (parsed.success) return parsed.data;
  const [field] = parsed.error.issues[0]?.path ?? [];
  if (field === 'actions')
    throw new UsageError(`--may must name some of ${tokenRequestSchema.shape.actions._zod.def.element.options.join(', ')}`);
  if (field === 'remotes') throw new UsageError('--remote must be the name of a remote; repeat --remote for each remote');
  throw new UsageError(`"${name}" is not a name of a token: 1 to 40 small letters, digits, dots and hyphens`);
}

const everyOr = (list: readonly string[], every: string) => (list.includes('*') ? every : list.join(' '));

function describeToken({ actions, remotes, museums }: TokenSummary): string {
  return `may ${actions.join(' ')} ${everyOr(remotes, 'every remote')} at ${everyOr(museums, 'every museum')}`;
}

export const tokens: Command = {
  usage: '',
  help: 'lists the valid tokens',
  options: {},
  async run(given, environment) {
    readPositionals(given);
    const json = await (await environment.registry()).call({ method: 'GET', path: '/tokens', response: tokensSchema });
    const rows = json.tokens.map((one) => [
      one.id,
      one.name,
      one.actions.join(' '),
      everyOr(one.remotes, 'every'),
      everyOr(one.museums, 'every'),
      one.expiresAt,
      one.issuedBy,
    ]);
    return { json, text: formatTable(['token', 'name', 'may', 'remotes', 'museums', 'until', 'by'], rows) };
  },
};

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
    return { json: answer, text: describePolicy(answer) };
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

function describePolicy({ name, policy: found }: z.infer<typeof policyAnswerSchema>): string {
  if (!found) return `No pipeline may publish ${name} without a stored token.`;
  const { repository, workflow, ref, issuer } = found;
  const pipeline = `${workflow} of ${repository}${ref === undefined ? '' : ` at ${ref}`}, known by ${issuer}`;
  return `${name} may be published without a stored token by ${pipeline}.`;
}

export const operator: Command = {
  usage: 'NAME [--museum ID…|--all] [--email ADDRESS] [--file FILE]',
  help: "creates an operator's account or sets a new password, and prints the password; --file names the accounts file (OPERATORS_FILE, or operators.json in DATA_DIR)",
  options: {
    museum: { type: 'string', multiple: true },
    all: { type: 'boolean' },
    email: { type: 'string' },
    file: { type: 'string' },
  },
  async run(given, environment) {
    const [name = ''] = readPositionals(given, "the operator's name");
    const named = readOptionalText(given, 'file');
    const file = named === undefined ? environment.operatorsFile : path.resolve(environment.cwd, named);
    const [museums, email] = [readMuseums(given), readOptionalText(given, 'email')];
    const accounts = await readAccounts(file);
    const known = findAccount(accounts, name);
    const covers = museums ?? known?.museums;
    if (!covers)
      throw new UsageError(
        `${file} has no operator ${name} yet: either --museum ID or --all must be given; repeat --museum for each museum`,
      );
    const password = randomBytes(18).toString('base64url');
    const address = email ?? known?.email;
    const account: Account = {
      name: known?.name ?? name,
      ...(address !== undefined && { email: address }),
      password: await hashPassword(password),
      museums: covers,
    };
    await writeAccounts(file, [...accounts.filter((one) => one !== known), account]);
    const json = { name: account.name, museums: covers, file, password };
    const where = covers === '*' ? 'every museum' : covers.join(', ');
    return {
      json,
      text: `${account.name}, for ${where}, logs in from now on with the password ${password}\n${file} has only its hash.`,
    };
  },
};

async function readAccounts(file: string): Promise<Account[]> {
  try {
    return parseAccounts(file, await readFile(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new CommandFailedError(error instanceof OperatorsFileError ? error.message : `${file} cannot be read.`, { cause: error });
  }
}

async function writeAccounts(file: string, accounts: readonly Account[]): Promise<void> {
  const text = `${JSON.stringify(accounts, null, 2)}\n`;
  try {
    parseAccounts(file, Buffer.from(text));
  } catch (cause) {
    const problems = cause instanceof OperatorsFileError ? cause.problems.map((problem) => problem.replace(/^operator \d+: /, '')) : [];
    throw new CommandFailedError(`Such an account cannot be made: ${problems.join('; ')}.`, { cause });
  }
  await writePrivateFile(file, text);
}
