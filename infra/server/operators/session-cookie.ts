import { randomBytes } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createSignedCookie } from '../http/signed-cookie.ts';
import type { Account } from './account.ts';

const hourSeconds = 60 * 60;
const lifeSeconds = { short: 12 * hourSeconds, kept: 30 * 24 * hourSeconds };
const lifeOf = (isKept: boolean) => (isKept ? lifeSeconds.kept : lifeSeconds.short);

/**
 * Seals sessions into cookie values: `<256 random bits>.<name>.<seconds since the epoch>.<kept: 1 or 0>.<signature>`.
 * The signature covers the kept password too: with another password, or without the account, the session is over.
 * Nothing is remembered, so every gateway with the key knows every session, also after a restart.
 */
export interface SessionSeal {
  /** The whole Set-Cookie header of a new session. The browser forgets one that is not kept when it closes. */
  open(account: Account, keep: boolean): string;
  /** The account a Cookie header has a session of. */
  find(header: string | undefined, accounts: readonly Account[]): Account | undefined;
  /** Set-Cookie, which ends the session on that browser. */
  readonly closed: string;
}

export function createSessionSeal(key: Buffer, clock: Clock): SessionSeal {
  const cookie = createSignedCookie({ name: '__Host-operator', sameSite: 'Strict', keys: [key] });
  const nowSeconds = () => Math.floor(clock.now() / 1000);
  return {
    open(account, keep) {
      const name = Buffer.from(account.name).toString('base64url');
      const text = [randomBytes(32).toString('base64url'), name, nowSeconds(), keep ? 1 : 0].join('.');
      return cookie.header(text, { binding: account.password, maxAgeSeconds: keep ? lifeSeconds.kept : undefined });
    },
    find(header, accounts) {
      const accountOf = (text: string) => {
        const [, name = ''] = text.split('.');
        return accounts.find((one) => one.name === Buffer.from(name, 'base64url').toString());
      };
      const text = cookie.find(header, (signed) => accountOf(signed)?.password);
      const [, , seconds, kept] = text?.split('.') ?? [];
      return text && Number(seconds) + lifeOf(kept === '1') > nowSeconds() ? accountOf(text) : undefined;
    },
    closed: cookie.removal,
  };
}
