import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Account, findAccount, OperatorsFileError, parseAccounts } from '@enfilade/server/operators/accounts';
import { hashPassword } from '@enfilade/server/operators/password';
import { readMuseums, readOptionalText, readPositionals, UsageError } from '@enfilade/server/registry/actions/arguments';
import { type Command, CommandFailedError, writePrivateFile } from './command.ts';

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
