import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Account } from './account.ts';

const cookieName = '__Host-operator';
const hourSeconds = 60 * 60;
const lifeSeconds = { short: 12 * hourSeconds, kept: 30 * 24 * hourSeconds };
const lifeOf = (isKept: boolean) => (isKept ? lifeSeconds.kept : lifeSeconds.short);
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict';

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

const form = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43}\\.([\\w-]{2,80})\\.(\\d{1,12})\\.([01]))\\.([\\w-]{43})\\s*(?:;|$)`);

export function createSessionSeal(key: Buffer, clock: Clock): SessionSeal {
  const sign = (text: string, { password }: Account) => createHmac('sha256', key).update(`${text}.${password}`).digest();
  const nowSeconds = () => Math.floor(clock.now() / 1000);
  return {
    open(account, keep) {
      const name = Buffer.from(account.name).toString('base64url');
      const text = [randomBytes(32).toString('base64url'), name, nowSeconds(), keep ? 1 : 0].join('.');
      const life = keep ? ` Max-Age=${lifeSeconds.kept};` : '';
      return `${cookieName}=${text}.${sign(text, account).toString('base64url')};${life} ${attributes}`;
    },
    find(header, accounts) {
      const [, text, name, seconds, kept, signature] = form.exec(header ?? '') ?? [];
      if (!text || !name || !signature || Number(seconds) + lifeOf(kept === '1') <= nowSeconds()) return undefined;
      const account = accounts.find((one) => one.name === Buffer.from(name, 'base64url').toString());
      return account && timingSafeEqual(sign(text, account), Buffer.from(signature, 'base64url')) ? account : undefined;
    },
    closed: `${cookieName}=; Max-Age=0; ${attributes}`,
  };
}
