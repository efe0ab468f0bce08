import { decodeText, EncodingError } from '@enfilade/shared-contracts/kit/decode-text';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { z } from 'zod';
import { passwordHashSchema } from './password.ts';

/** So that `operator:<name>` is an actor of the journal, which has at most 64 characters. */
const nameSchema = z.string().regex(/^[A-Za-z0-9][\w.-]{0,54}$/, 'must be 1 to 55 letters, digits, dots, hyphens and underscores');

const museumsMessage = 'must be a list of museum ids, or "*"';

/** An operator who may log in, and the museums they are bound to; `*` is all of them and the default. */
export const accountSchema = z.strictObject({
  name: nameSchema,
  email: z.email('must be an e-mail address').max(254).optional(),
  password: passwordHashSchema,
  museums: z.union([z.array(entityIdSchema).min(1, museumsMessage), z.literal('*')], museumsMessage),
});
export type Account = z.infer<typeof accountSchema>;

/** The operators' file is wrong. One line a problem; nothing of an entry is repeated but its place. */
export class OperatorsFileError extends Error {
  override readonly name = 'OperatorsFileError';
  readonly problems: readonly string[];

  constructor(file: string, problems: readonly string[]) {
    super([`The operators' file ${file} is wrong:`, ...problems].join('\n  '));
    this.problems = problems;
  }
}

/** @throws OperatorsFileError with every problem at once */
export function parseAccounts(file: string, content: Uint8Array): Account[] {
  const json = parseJson(readText(file, content));
  if (json === undefined) throw new OperatorsFileError(file, ['it is not JSON']);
  const parsed = z.array(accountSchema, 'must be a list of operators').safeParse(json);
  const problems = [...(parsed.error?.issues ?? []).map(describe), ...findDuplicates(json)];
  if (!parsed.success || problems.length > 0) throw new OperatorsFileError(file, problems);
  return parsed.data;
}

function readText(file: string, content: Uint8Array): string {
  try {
    return decodeText(content);
  } catch (cause) {
    if (cause instanceof EncodingError) throw new OperatorsFileError(file, [cause.message]);
    throw cause;
  }
}

/** The account that is meant by a name or an e-mail address, in any case. */
export function findAccount(accounts: readonly Account[], given: string): Account | undefined {
  const wanted = given.toLowerCase();
  return accounts.find(({ name, email }) => name.toLowerCase() === wanted || email?.toLowerCase() === wanted);
}

/** An unknown key may be a password that was put in the wrong place, so it is not repeated either. */
function describe({ path, message, code }: z.core.$ZodIssue): string {
  const [at, ...rest] = path;
  const what = code === 'unrecognized_keys' ? 'has a key that is not known' : message;
  return at === undefined ? `it ${what}` : [`operator ${Number(at) + 1}:`, rest.join('.'), what].filter((word) => word !== '').join(' ');
}

/** A name or an e-mail address must mean one operator. */
function findDuplicates(json: unknown): string[] {
  const entries = z.array(z.looseObject({ name: z.string().optional(), email: z.string().optional() })).safeParse(json).data ?? [];
  const first = new Map<string, number>();
  return entries.flatMap(({ name, email }, at) =>
    [...new Set([name, email].flatMap((word) => word?.toLowerCase() ?? []))].flatMap((word) => {
      const before = first.get(word);
      first.set(word, before ?? at);
      return before === undefined ? [] : [`operator ${at + 1}: has the name or the e-mail address of operator ${before + 1}`];
    }),
  );
}
