import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyKind } from '../../http/key-files.ts';
import { everything, type Scope } from '../actions/scope.ts';
import type { IssuedToken } from '../state/registry-state.ts';

/** As the journal names whoever has the site's own token. */
const localName = 'local';
const secretPattern = /^[A-Za-z0-9_-]{43,}$/;

export interface Token {
  /** Stands as the actor in the audit log. */
  name: string;
  /** SHA-256 of the secret, which is not held in memory. */
  hash: Buffer;
  scope: Scope;
}

/** May everything; teams and museums get tokens of their own. */
export const siteTokens: KeyKind<Token> = {
  name: 'token',
  variable: 'SITE_TOKEN',
  file: `tokens/${localName}`,
  create: () => randomBytes(32).toString('base64url'),
  split: (text) => text.split(/[\s,]+/).filter(Boolean),
  parse: (text) => (secretPattern.test(text) ? createToken(localName, text, everything) : undefined),
  says: {
    form: 'a token of at least 43 letters, digits, hyphens and underscores',
    wayOut: 'delete it and start again to have one made',
  },
};

export function createToken(name: string, secret: string, scope: Scope): Token {
  return { name, hash: sha256(secret), scope };
}

/** A token that was issued, as a caller. */
export const callerOf = ({ name, actions, remotes, museums, hash }: IssuedToken): Token => ({
  name: `token:${name}`,
  hash,
  scope: { actions, remotes, museums },
});

/** The token of that secret. Every wrong one costs the same time. */
export function findToken(tokens: readonly Token[], secret: string): Token | undefined {
  const hash = sha256(secret);
  let found: Token | undefined;
  for (const token of tokens) if (timingSafeEqual(token.hash, hash)) found = token;
  return found;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
