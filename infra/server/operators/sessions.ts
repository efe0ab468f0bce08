import { createHash, randomBytes } from 'node:crypto';
import { operatorSessionSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { z } from 'zod';
import { type CookieRequest, createSignedCookie, type SignedCookieOptions } from '../http/signed-cookie.ts';
import type { SharedState } from '../shared-state/shared-state.ts';
import type { Account, Accounts } from './accounts.ts';

const hourMs = 60 * 60_000;
const lifeMs = { short: 12 * hourMs, remembered: 30 * 24 * hourMs };

/** An account of the operators' file, or a person from an identity provider. */
export type SessionOwner = Account | Pick<Account, 'name' | 'museums'>;

export interface Session {
  name: string;
  museums: Account['museums'];
  /** Resolves once no gateway accepts the session. */
  end(): Promise<void>;
}

const storedSchema = z.object({
  ...operatorSessionSchema.shape,
  /** A new password ends the session. Missing if the owner has no account. */
  password: z.string().optional(),
});

/** A reader of the database cannot log in with the digest. */
const digestOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
const keyOf = (id: string) => `session:${digestOf(id)}`;

/** A signed cookie has 256 random bits, and the shared state has a record. A session without a record is over. */
export type Sessions = ReturnType<typeof createSessions>;

interface SessionsOptions extends Pick<SignedCookieOptions, 'keys' | 'publicOrigin'> {
  kept: Pick<SharedState, 'change'>;
  accounts: Pick<Accounts, 'current'>;
}

export function createSessions({ kept, accounts, keys, publicOrigin }: SessionsOptions) {
  const cookie = createSignedCookie({ name: 'operator', sameSite: 'Strict', keys, publicOrigin });

  const change = (id: string, lastsMs: number, values?: readonly unknown[]): Promise<unknown> =>
    kept.change({ keys: [keyOf(id)], lastsMs, decide: ([result]) => ({ result, ...(values && { values }) }) });

  return {
    /** @returns the Set-Cookie header; unless `isRemembered`, a closed browser deletes the cookie */
    async open(request: CookieRequest, owner: SessionOwner, isRemembered: boolean): Promise<string> {
      const { name, museums } = owner;
      const id = randomBytes(32).toString('base64url');
      const lastsMs = isRemembered ? lifeMs.remembered : lifeMs.short;
      const password = 'password' in owner ? { password: digestOf(owner.password) } : {};
      await change(id, lastsMs, [{ name, museums, ...password } satisfies z.infer<typeof storedSchema>]);
      return cookie.header(request, id, { maxAgeSeconds: isRemembered ? lastsMs / 1000 : undefined });
    },
    /** @throws OperatorsUnavailableError */
    async find(request: CookieRequest): Promise<Session | undefined> {
      const id = cookie.find(request);
      const stored = id === undefined ? undefined : storedSchema.safeParse(await change(id, 0)).data;
      if (id === undefined || !stored) return undefined;
      const end = () => change(id, 0, [undefined]).then(() => undefined);
      const { name, museums, password } = stored;
      if (password === undefined) return { name, museums, end };
      const account = (await accounts.current()).find((one) => one.name === name);
      return account && digestOf(account.password) === password ? { name, museums: account.museums, end } : undefined;
    },
    removal: cookie.removal,
  };
}
