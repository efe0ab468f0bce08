import { type Account, findAccount } from './account.ts';
import { OperatorsUnavailableError } from './accounts.ts';
import { decoyOf, matchesPassword } from './password.ts';

/** Of libuv's four threads: files and the rest of the gateway's work keep two, and memory is bounded. */
const atOnce = 2;
const mostWaiting = 16;

/** @returns the account when the password is its own. @throws PasswordsBusyError */
export type CheckPassword = (accounts: readonly Account[], name: string, password: string) => Promise<Account | undefined>;

/** More logins than can be checked in a few seconds. */
export class PasswordsBusyError extends OperatorsUnavailableError {}

/** A few checks at a time, the others in a short line. An unknown name takes as long as a wrong password. */
export function createPasswordChecks(matches: typeof matchesPassword = matchesPassword): CheckPassword {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inLine<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new PasswordsBusyError('Too many logins at once.');
      // Whoever ends hands the place over, so that it is never free for somebody who came later.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return (accounts, name, password) => {
    const account = findAccount(accounts, name);
    const kept = account?.password ?? decoyOf(accounts[0]?.password ?? '');
    return inLine(async () => ((await matches(password, kept)) ? account : undefined));
  };
}
