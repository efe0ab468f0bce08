import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Account, findAccount } from './account.ts';
import { makeOnce } from './make-once.ts';
import { hashPassword, matchesPassword } from './password.ts';

/** The operator of a site of one's own. */
export const firstName = 'local';

/** Where operators stand unless the settings name another file. */
export function ownOperatorsFile(dataDir: string): string {
  return path.join(dataDir, 'operators.json');
}

function passwordFile(dataDir: string): string {
  return path.join(dataDir, 'tokens/operator');
}

/**
 * At the first start makes `operators.json` with one operator over everything, and `tokens/operator` with the
 * password. The password comes first: when a start ends between the two, the next one goes on with it.
 */
export async function makeFirstAccount(dataDir: string): Promise<void> {
  const password = () => `${randomBytes(18).toString('base64url')}\n`;
  await makeOnce(ownOperatorsFile(dataDir), async () => {
    const account: Account = {
      name: firstName,
      password: await hashPassword((await makeOnce(passwordFile(dataDir), password)).trim()),
      museums: '*',
    };
    return `${JSON.stringify([account], null, 2)}\n`;
  });
}

/** The file that holds the first operator's password, undefined once that operator is gone or has another password. */
export async function findPasswordFile(dataDir: string, accounts: readonly Account[]): Promise<string | undefined> {
  const account = findAccount(accounts, firstName);
  const password = await readFile(passwordFile(dataDir), 'utf8').catch(() => undefined);
  if (!account || password === undefined) return undefined;
  return (await matchesPassword(password.trim(), account.password)) ? passwordFile(dataDir) : undefined;
}
