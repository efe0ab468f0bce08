import path from 'node:path';
import { issueToken, revokeToken } from '@enfilade/server/registry/actions/access';
import {
  type Arguments,
  readMuseums,
  readNumber,
  readOptionalText,
  readPositionals,
  UsageError,
} from '@enfilade/server/registry/actions/arguments';
import { type TokenSummary, tokenRequestSchema, tokensSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { z } from 'zod';
import { callAction } from './actions.ts';
import { type Command, formatTable, writePrivateFile } from './command.ts';

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
    const what = `${name} ${describe(issued)}, until ${issued.expiresAt}: token ${issued.id}.`;
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

function describe({ actions, remotes, museums }: TokenSummary): string {
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
