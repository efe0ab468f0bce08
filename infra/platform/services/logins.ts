import { randomBytes } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';

const tokenLifeMs = 60 * 60 * 1000;
const mostTokens = 1000;

/** The tokens that were given out. They say nothing and end by themselves. */
export interface Logins {
  /** A new token, good for an hour. */
  open(): string;
  isOpen(token: string): boolean;
}

export function createLogins(clock: Clock): Logins {
  const expiries = new LRUCache<string, number>({ max: mostTokens });
  return {
    open() {
      const token = randomBytes(32).toString('base64url');
      expiries.set(token, clock.now() + tokenLifeMs);
      return token;
    },
    isOpen: (token) => (expiries.get(token) ?? 0) > clock.now(),
  };
}
