import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Account } from './account.ts';

const cookieName = '__Host-operator';
const hourSeconds = 60 * 60;
const lifeSeconds = { short: 12 * hourSeconds, remembered: 30 * 24 * hourSeconds };
const lifeOf = (isRemembered: boolean) => (isRemembered ? lifeSeconds.remembered : lifeSeconds.short);
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict';

/**
 * The signed cookie of a session: `<256 random bits>.<name>.<seconds since the epoch>.<remembered: 1 or 0>.<signature>`.
 * The signature covers the password's hash too: with another password, or without the account, the session is over.
 * Nothing is stored, so every gateway with the key knows every session, also after a restart.
 */
export interface SessionCookie {
  /** The whole Set-Cookie header of a new session. The browser forgets one that is not remembered when it closes. */
  create(account: Account, isRemembered: boolean): string;
  /** The account a Cookie header has a session of. */
  find(header: string | undefined, accounts: readonly Account[]): Account | undefined;
  /** Set-Cookie, which ends the session on that browser. */
  readonly cleared: string;
}

const form = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43}\\.([\\w-]{2,80})\\.(\\d{1,12})\\.([01]))\\.([\\w-]{43})\\s*(?:;|$)`);

export function createSessionCookie(key: Buffer, clock: Clock): SessionCookie {
  const sign = (text: string, { password }: Account) => createHmac('sha256', key).update(`${text}.${password}`).digest();
  const nowSeconds = () => Math.floor(clock.now() / 1000);
  return {
    create(account, isRemembered) {
      const name = Buffer.from(account.name).toString('base64url');
      const text = [randomBytes(32).toString('base64url'), name, nowSeconds(), isRemembered ? 1 : 0].join('.');
      const life = isRemembered ? ` Max-Age=${lifeSeconds.remembered};` : '';
      return `${cookieName}=${text}.${sign(text, account).toString('base64url')};${life} ${attributes}`;
    },
    find(header, accounts) {
      const [, text, name, seconds, remembered, signature] = form.exec(header ?? '') ?? [];
      if (!text || !name || !signature || Number(seconds) + lifeOf(remembered === '1') <= nowSeconds()) return undefined;
      const account = accounts.find((each) => each.name === Buffer.from(name, 'base64url').toString());
      return account && timingSafeEqual(sign(text, account), Buffer.from(signature, 'base64url')) ? account : undefined;
    },
    cleared: `${cookieName}=; Max-Age=0; ${attributes}`,
  };
}
