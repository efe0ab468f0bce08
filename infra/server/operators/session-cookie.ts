import { randomBytes } from 'node:crypto';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Keys } from '../http/key-files.ts';
import { type CookieRequest, createSignedCookie } from '../http/signed-cookie.ts';
import type { Account } from './account.ts';
import { OperatorsUnavailableError } from './accounts.ts';

const hourSeconds = 60 * 60;
const lifeSeconds = { short: 12 * hourSeconds, remembered: 30 * 24 * hourSeconds };
const lifeOf = (isRemembered: boolean) => (isRemembered ? lifeSeconds.remembered : lifeSeconds.short);

interface Session {
  /** The random bits; also a file name. */
  id: string;
  account: Account;
  /** Seconds since the epoch. */
  endsAt: number;
}

/**
 * The signed cookie of a session: `<256 random bits>.<name>.<seconds since the epoch>.<remembered: 1 or 0>.<signature>`.
 * The signature covers the password's hash too: with another password, or without the account, the session is over.
 * Sessions that run are stored nowhere, so every gateway with the key knows every one, also after a restart; those that
 * their operators ended are (`openEndedSessions`).
 */
export type SessionCookie = ReturnType<typeof createSessionCookie>;

export function createSessionCookie(keys: () => Keys<Buffer>, clock: Clock, publicOrigin?: string) {
  const cookie = createSignedCookie({ name: 'operator', sameSite: 'Strict', keys, publicOrigin });
  const nowSeconds = () => Math.floor(clock.now() / 1000);
  return {
    /** The whole Set-Cookie header of a new session. The browser forgets one that is not remembered when it closes. */
    create(request: CookieRequest, account: Account, isRemembered: boolean): string {
      const name = Buffer.from(account.name).toString('base64url');
      const text = [randomBytes(32).toString('base64url'), name, nowSeconds(), isRemembered ? 1 : 0].join('.');
      return cookie.header(request, text, { binding: account.password, maxAgeSeconds: isRemembered ? lifeSeconds.remembered : undefined });
    },
    /** The session of a request's cookie, be it ended. */
    find(request: CookieRequest, accounts: readonly Account[]): Session | undefined {
      const accountOf = (text: string) => {
        const [, name = ''] = text.split('.');
        return accounts.find((account) => account.name === Buffer.from(name, 'base64url').toString());
      };
      const text = cookie.find(request, (signed) => accountOf(signed)?.password);
      const [id = '', , seconds, remembered] = text?.split('.') ?? [];
      const account = text && accountOf(text);
      const endsAt = Number(seconds) + lifeOf(remembered === '1');
      return account && endsAt > nowSeconds() ? { id, account, endsAt } : undefined;
    },
    /** Set-Cookie, which ends the session on that browser. */
    removal: cookie.removal,
  };
}

/** Sessions that were logged out before their time; a file each, so that all gateways of a data folder know them, after a restart too. */
export type EndedSessions = ReturnType<typeof openEndedSessions>;

export function openEndedSessions(dataDir: string, clock: Clock) {
  const folder = path.join(dataDir, 'ended-sessions');
  const refuse = (cause: unknown) => {
    throw new OperatorsUnavailableError('The sessions that were ended cannot be read or written.', { cause });
  };

  /** A session whose time is over has ended without being remembered. */
  async function removeExpired(): Promise<void> {
    for (const name of await readdir(folder)) {
      // Another gateway may have removed it.
      const endsAt = Number(await readFile(path.join(folder, name), 'utf8').catch(() => 'gone'));
      if (endsAt * 1000 <= clock.now()) await rm(path.join(folder, name), { force: true });
    }
  }

  async function write({ id, endsAt }: Session): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeExpired();
    await writeFile(path.join(folder, id), String(endsAt), { mode: 0o600 });
  }

  return {
    /** Resolves when no gateway takes the session any more. @throws OperatorsUnavailableError */
    add: (session: Session) => write(session).catch(refuse),
    /** @throws OperatorsUnavailableError */
    has: ({ id }: Session) =>
      access(path.join(folder, id)).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && refuse(error),
      ),
  };
}
