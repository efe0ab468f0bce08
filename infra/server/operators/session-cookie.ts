import { randomBytes } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { type CookieRequest, createSignedCookie } from '../http/signed-cookie.ts';
import type { Account } from './account.ts';

const hourSeconds = 60 * 60;
const lifeSeconds = { short: 12 * hourSeconds, remembered: 30 * 24 * hourSeconds };
const lifeOf = (isRemembered: boolean) => (isRemembered ? lifeSeconds.remembered : lifeSeconds.short);

/**
 * The signed cookie of a session: `<256 random bits>.<name>.<seconds since the epoch>.<remembered: 1 or 0>.<signature>`.
 * The signature covers the password's hash too: with another password, or without the account, the session is over.
 * Nothing is stored, so every gateway with the key knows every session, also after a restart.
 */
export interface SessionCookie {
  /** The whole Set-Cookie header of a new session. The browser forgets one that is not remembered when it closes. */
  create(request: CookieRequest, account: Account, isRemembered: boolean): string;
  /** The account a request's cookie has a session of. */
  find(request: CookieRequest, accounts: readonly Account[]): Account | undefined;
  /** Set-Cookie, which ends the session on that browser. */
  removal(request: CookieRequest): string;
}

export function createSessionCookie(key: Buffer, clock: Clock, publicOrigin?: string): SessionCookie {
  const cookie = createSignedCookie({ name: 'operator', sameSite: 'Strict', keys: [key], publicOrigin });
  const nowSeconds = () => Math.floor(clock.now() / 1000);
  return {
    create(request, account, isRemembered) {
      const name = Buffer.from(account.name).toString('base64url');
      const text = [randomBytes(32).toString('base64url'), name, nowSeconds(), isRemembered ? 1 : 0].join('.');
      return cookie.header(request, text, { binding: account.password, maxAgeSeconds: isRemembered ? lifeSeconds.remembered : undefined });
    },
    find(request, accounts) {
      const accountOf = (text: string) => {
        const [, name = ''] = text.split('.');
        return accounts.find((account) => account.name === Buffer.from(name, 'base64url').toString());
      };
      const text = cookie.find(request, (signed) => accountOf(signed)?.password);
      const [, , seconds, remembered] = text?.split('.') ?? [];
      return text && Number(seconds) + lifeOf(remembered === '1') > nowSeconds() ? accountOf(text) : undefined;
    },
    removal: cookie.removal,
  };
}
