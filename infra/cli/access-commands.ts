import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  KeyError,
  type KeyKind,
  type RotationStep,
  rotateKeys,
  rotationSteps,
  sessionKeys,
  visitKeys,
} from '@enfilade/server/http/key-files';
import { siteTokens } from '@enfilade/server/registry/api/tokens';
import { signingKeys } from '@enfilade/server/registry/signing/signing-key';
import {
  issuedTokenSchema,
  type TokenSummary,
  tokenRequestSchema,
  tokenSummarySchema,
  tokensSchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import { z } from 'zod';
import { readMuseums, readNumber, readOptionalText, readPositionals } from './arguments.ts';
import { type Arguments, type Command, CommandFailedError, formatTable, UsageError, writePrivateFile } from './command.ts';
import { call } from './help.mjs';

const [fewestDays, mostDays] = [1, 730];
const usualDays = 365;

export const token: Command = {
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
    const { secret, ...issued } = await registry.call({ method: 'POST', path: '/tokens', json, response: issuedTokenSchema });
    const what = `${name} ${describe(issued)}, until ${issued.expiresAt}: token ${issued.id}.`;
    if (file === undefined)
      return { json: { ...issued, secret }, text: `${what}\nIt is kept nowhere; send it as "Authorization: Bearer …":\n${secret}` };
    const place = path.resolve(environment.cwd, file);
    await writePrivateFile(place, `${secret}\n`).catch(async (error: unknown) => {
      // Nobody has its secret.
      await registry.call({ method: 'DELETE', path: `/tokens/${issued.id}`, response: tokenSummarySchema });
      throw error;
    });
    return { json: { ...issued, file: place }, text: `${what}\nIt lies in ${place}, for its owner alone.` };
  },
};

/** @throws UsageError in the words of the field that is wrong */
function readTokenRequest(given: Arguments, name: string) {
  const museums = readMuseums(given);
  if (!museums) throw new UsageError('--museum ID, once for each, or --all must be given');
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
  if (field === 'remotes') throw new UsageError('--remote must be the name of a remote, once for each');
  throw new UsageError(`"${name}" is no name of a token: 1 to 40 small letters, digits, dots and hyphens`);
}

const everyOr = (list: readonly string[], every: string) => (list.includes('*') ? every : list.join(' '));

function describe({ actions, remotes, museums }: TokenSummary): string {
  return `may ${actions.join(' ')} ${everyOr(remotes, 'every remote')} at ${everyOr(museums, 'every museum')}`;
}

export const tokens: Command = {
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

export const revoke: Command = {
  options: {},
  async run(given, environment) {
    const [text = ''] = readPositionals(given, 'the id of one token');
    const id = z.safeParse(z.uuid(), text);
    if (!id.success) throw new UsageError(`"${text}" is not the id of a token, as \`tokens\` lists it`);
    const registry = await environment.registry();
    const json = await registry.call({ method: 'DELETE', path: `/tokens/${id.data}`, response: tokenSummarySchema });
    return { json, text: `${json.name} is revoked: nobody gets in with it any more.` };
  },
};

/** How long those who have the key that is replaced still need it, in the words of the step that comes before. */
const waits: Record<string, Partial<Record<RotationStep, string>>> = {
  visit: { use: 'after four hours, when the last visit of the old one is over' },
  session: { use: 'after 30 days, or sooner where operators may log in anew' },
  token: { use: 'once everybody who had the old one has the new one' },
  set: {
    add: 'after eight days, so that every browser that comes back has been told of it',
    use: 'after a day, when the last set of the old one is over',
  },
};

export const rotate: Command = {
  options: { file: { type: 'string' } },
  async run(given, environment) {
    const kinds: readonly KeyKind<unknown>[] = [visitKeys, sessionKeys, siteTokens, signingKeys];
    const [name = '', word = ''] = readPositionals(given, `one of ${kinds.map((kind) => kind.name).join(', ')}`, rotationSteps.join(', '));
    const kind = kinds.find((one) => one.name === name);
    if (!kind) throw new UsageError(`"${name}" is none of ${kinds.map((one) => one.name).join(', ')}`);
    const step = rotationSteps.find((one) => one === word);
    if (!step) throw new UsageError(`"${word}" is none of ${rotationSteps.join(', ')}`);
    const named = readOptionalText(given, 'file');
    const file = named === undefined ? environment.keyFile(kind) : path.resolve(environment.cwd, named);
    if (file.includes(',')) throw new CommandFailedError(`${kind.variable}_FILE names two files: change them and the setting by hand.`);
    const valid = await rotateFile(kind, step, file);
    return { json: { key: name, step, file, valid }, text: describeStep(name, step, { file, valid }) };
  },
};

/** @returns how many are valid from now on. @throws CommandFailedError */
async function rotateFile(kind: KeyKind<unknown>, step: RotationStep, file: string): Promise<number> {
  try {
    const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && step === 'add') return Buffer.alloc(0);
      throw new CommandFailedError(`${file} cannot be read.`, { cause: error });
    });
    const next = rotateKeys(kind, step, content, file);
    await writePrivateFile(file, next);
    return kind.split(next).length;
  } catch (cause) {
    if (cause instanceof KeyError) throw new CommandFailedError(cause.message, { cause });
    throw cause;
  }
}

function describeStep(name: string, step: RotationStep, { file, valid }: { file: string; valid: number }): string {
  const seen = 'A site that follows this file knows it within two seconds; where each machine has a copy, copy it to all of them first.';
  const next = (then: RotationStep) => `Then, ${waits[name]?.[step] ?? 'once every gateway knows it'}: ${call} rotate ${name} ${then}`;
  if (step === 'drop') return `The ${name} key that was replaced is gone from ${file}: the rotation is done.`;
  if (step === 'use') return `The second ${name} key of ${file} is used from now on; the other stays valid.\n${seen}\n${next('drop')}`;
  if (valid === 1) return `${file} holds a new ${name} key.`;
  return `${file} holds a second ${name} key, which is valid beside the first.\n${seen}\n${next('use')}`;
}
