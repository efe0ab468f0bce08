import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { decodeText, EncodingError } from '@enfilade/shared-contracts/kit/decode-text';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { z } from 'zod';
import type { Log } from '../http/create-log.ts';
import { HttpError } from '../http/exchange.ts';
import { createFileOnce } from '../http/key-files.ts';
import { codeOf } from '../http/kit.ts';
import { hashPassword, matchesPassword, passwordHashSchema } from './password.ts';

/** The journal's actor `operator:<name>` has up to 64 characters. */
const nameSchema = z.string().regex(/^[A-Za-z0-9][\w.-]{0,54}$/, 'must be 1 to 55 letters, digits, dots, hyphens and underscores');

const museumsMessage = 'must be a list of museum ids, or "*"';

/** `*` stands for all museums and the default. */
export const accountSchema = z.strictObject({
  name: nameSchema,
  email: z.email('must be an e-mail address').max(254).optional(),
  password: passwordHashSchema,
  museums: z.union([z.array(entityIdSchema).min(1, museumsMessage), z.literal('*')], museumsMessage),
});
export type Account = z.infer<typeof accountSchema>;

/** Each problem is one line with the operator's number and never repeats the content. */
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

/** Ignores upper and lower case. */
export function findAccount(accounts: readonly Account[], given: string): Account | undefined {
  const wanted = given.toLowerCase();
  return accounts.find(({ name, email }) => name.toLowerCase() === wanted || email?.toLowerCase() === wanted);
}

/** An unknown key may be a misplaced password, so the message does not repeat the key. */
function describe({ path, message, code }: z.core.$ZodIssue): string {
  const [at, ...rest] = path;
  const what = code === 'unrecognized_keys' ? 'has an unknown key' : message;
  return at === undefined ? `it ${what}` : [`operator ${Number(at) + 1}:`, rest.join('.'), what].filter((word) => word !== '').join(' ');
}

/** A name or e-mail address must belong to one operator. */
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

/** No session is valid until the operators' file, or the state of sessions, can be read again. */
export class OperatorsUnavailableError extends HttpError {
  constructor(reason: string, cause?: unknown) {
    super('busy', { says: 'operators-unavailable', reason, cause });
  }
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** Rereads the file after changes. @throws OperatorsFileError if the file is wrong at the start */
export async function openAccounts(file: string, log: Log) {
  let read = await load(file);
  if (read.problem) throw read.problem;
  return {
    /** @throws OperatorsUnavailableError */
    async current(): Promise<readonly Account[]> {
      if ((await stampOf(file)) !== read.stamp) {
        read = await load(file);
        if (read.problem)
          log.error({ problems: read.problem.problems }, "the operators' file is wrong: no operator can log in until it is fixed");
        else log.info({ operators: read.accounts.length }, "the operators' file was read again");
      }
      if (read.problem) throw new OperatorsUnavailableError("The operators' file is wrong.");
      return read.accounts;
    },
  };
}

interface Read {
  stamp: string | undefined;
  accounts: Account[];
  problem?: OperatorsFileError;
}

/** Reads the stamp first, so that a change during the read causes another read. */
async function load(file: string): Promise<Read> {
  const stamp = await stampOf(file);
  try {
    return { stamp, accounts: parseAccounts(file, await readFile(file)) };
  } catch (error) {
    const code = codeOf(error) && ` (${codeOf(error)})`;
    const problem = error instanceof OperatorsFileError ? error : new OperatorsFileError(file, [`it cannot be read${code}`]);
    return { stamp, accounts: [], problem };
  }
}

/** Undefined if the file is missing. The inode reveals a replacement within one tick of the clock. */
async function stampOf(file: string): Promise<string | undefined> {
  const facts = await stat(file, { bigint: true }).catch(() => undefined);
  return facts && [facts.mtimeNs, facts.ctimeNs, facts.size, facts.ino].join();
}

export const bootstrapName = 'local';

export function defaultOperatorsFile(dataDir: string): string {
  return path.join(dataDir, 'operators.json');
}

function passwordFile(dataDir: string): string {
  return path.join(dataDir, 'tokens/operator');
}

/** Writes the password first: after a crash between the two files, the next start uses the same password. */
export async function createBootstrapAdmin(dataDir: string): Promise<void> {
  await createFileOnce(defaultOperatorsFile(dataDir), async () => {
    const password = await createFileOnce(passwordFile(dataDir), () => `${randomBytes(18).toString('base64url')}\n`);
    const account: Account = {
      name: bootstrapName,
      password: await hashPassword(password.toString().trim()),
      museums: '*',
    };
    return `${JSON.stringify([account], null, 2)}\n`;
  });
}

/** Undefined once the first operator is removed or has another password. */
export async function findPasswordFile(dataDir: string, accounts: readonly Account[]): Promise<string | undefined> {
  const account = findAccount(accounts, bootstrapName);
  const password = await readFile(passwordFile(dataDir), 'utf8').catch(() => undefined);
  if (!account || password === undefined) return undefined;
  return (await matchesPassword(password.trim(), account.password)) ? passwordFile(dataDir) : undefined;
}
