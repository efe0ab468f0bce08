import { type Account, findAccount } from './account.ts';
import { dummyHash, matchesPassword } from './password.ts';

/** Of libuv's four threads: files and the rest of the gateway's work have the other two, and memory is bounded. */
const atOnce = 2;
const mostWaiting = 16;

/** @returns the account when the password is its own. @throws PasswordsBusyError */
export type CheckPassword = (accounts: readonly Account[], name: string, password: string) => Promise<Account | undefined>;

/** More logins than can be checked in a few seconds. */
export class PasswordsBusyError extends Error {
  override readonly name = 'PasswordsBusyError';
}

/** A few checks at a time, the others in a short queue. An unknown name takes as long as a wrong password. */
export function createPasswordChecks(matches: typeof matchesPassword = matchesPassword): CheckPassword {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inQueue<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new PasswordsBusyError('Too many logins at once.');
      // A check that ends passes its turn to the next in the queue, so that no later one comes first.
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
    const hash = account?.password ?? dummyHash(accounts[0]?.password ?? '');
    return inQueue(async () => ((await matches(password, hash)) ? account : undefined));
  };
}
