import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/remote/clock';

export const visitCookieName = '__Host-visit';
const lifeSeconds = 4 * 60 * 60;

/** Seals visits into cookie values: `<id>.<seconds since the epoch>.<signature>`. */
export interface VisitSeal {
  /** A new visit: 128 random bits. */
  mint(): string;
  /** The visit of a cookie value, undefined when it was forged, damaged or is over. */
  open(value: string | undefined): string | undefined;
  /** The whole Set-Cookie header for a visit. */
  header(visitId: string): string;
}

const form = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;

export function createVisitSeal(key: Buffer, clock: Clock): VisitSeal {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const nowSeconds = () => Math.floor(clock.now() / 1000);
  const seal = (visitId: string) => {
    const text = `${visitId}.${nowSeconds()}`;
    return `${text}.${sign(text)}`;
  };
  return {
    mint: () => randomBytes(16).toString('base64url'),
    open(value) {
      const [, visitId, seconds, signature] = form.exec(value ?? '') ?? [];
      if (!visitId || !seconds || !signature) return undefined;
      const isOurs = timingSafeEqual(Buffer.from(sign(`${visitId}.${seconds}`)), Buffer.from(signature));
      return isOurs && nowSeconds() - Number(seconds) < lifeSeconds ? visitId : undefined;
    },
    header: (visitId) => `${visitCookieName}=${seal(visitId)}; Max-Age=${lifeSeconds}; Path=/; HttpOnly; Secure; SameSite=Lax`,
  };
}
