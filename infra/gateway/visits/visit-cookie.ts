import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/remote/clock';

const visitCookieName = '__Host-visit';
const lifeSeconds = 4 * 60 * 60;

/** Seals visits into cookie values: `<id>.<seconds since the epoch>.<signature>`. */
export interface VisitSeal {
  /** A new visit: 128 random bits. */
  mint(): string;
  /** The visit of a Cookie header; undefined when there is none, it was forged or damaged, or is over. */
  find(header: string | undefined): string | undefined;
  /** The whole Set-Cookie header for a visit. */
  header(visitId: string): string;
}

const form = new RegExp(`(?:^|;\\s*)${visitCookieName}=([\\w-]{22})\\.(\\d{1,12})\\.([\\w-]{43})\\s*(?:;|$)`);

export function createVisitSeal(key: Buffer, clock: Clock): VisitSeal {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const nowSeconds = () => Math.floor(clock.now() / 1000);
  const seal = (visitId: string) => {
    const text = `${visitId}.${nowSeconds()}`;
    return `${text}.${sign(text)}`;
  };
  return {
    mint: () => randomBytes(16).toString('base64url'),
    find(header) {
      const [, visitId, seconds, signature] = form.exec(header ?? '') ?? [];
      if (!visitId || !seconds || !signature) return undefined;
      const isOurs = timingSafeEqual(Buffer.from(sign(`${visitId}.${seconds}`)), Buffer.from(signature));
      return isOurs && nowSeconds() - Number(seconds) < lifeSeconds ? visitId : undefined;
    },
    header: (visitId) => `${visitCookieName}=${seal(visitId)}; Max-Age=${lifeSeconds}; Path=/; HttpOnly; Secure; SameSite=Lax`,
  };
}
