import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createFileOnce } from '../http/key-files.ts';
import { type Account, findAccount } from './account.ts';
import { hashPassword, matchesPassword } from './password.ts';

/** The operator of a site of one's own. */
export const bootstrapName = 'local';

/** Where operators stand unless the settings name another file. */
export function defaultOperatorsFile(dataDir: string): string {
  return path.join(dataDir, 'operators.json');
}

function passwordFile(dataDir: string): string {
  return path.join(dataDir, 'tokens/operator');
}

/**
 * At the first start makes `operators.json` with one operator over everything, and `tokens/operator` with the
 * password. The password comes first: when a start ends between the two, the next one uses it.
 */
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

/** The file that holds the first operator's password, undefined once that operator is gone or has another password. */
export async function findPasswordFile(dataDir: string, accounts: readonly Account[]): Promise<string | undefined> {
  const account = findAccount(accounts, bootstrapName);
  const password = await readFile(passwordFile(dataDir), 'utf8').catch(() => undefined);
  if (!account || password === undefined) return undefined;
  return (await matchesPassword(password.trim(), account.password)) ? passwordFile(dataDir) : undefined;
}
