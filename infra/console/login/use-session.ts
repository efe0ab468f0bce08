import type { OperatorSession as Operator } from '@enfilade/shared-contracts/api/registry-schemas';
import type { OperatorProps } from '@enfilade/shared-contracts/remote/operator-props';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createOperatorsClient, type Login } from '../common/operators-client.ts';

/** `hasEnded`: the site has ended the session of an operator. */
export type Presence =
  | { kind: 'loading' }
  | { kind: 'unreachable' }
  | { kind: 'out'; hasEnded: boolean }
  | { kind: 'in'; operator: Operator };

/** The login worked but its cookie did not return: the browser stores no cookies, or the address has no https. */
export class NoCookieError extends Error {
  override readonly name = 'NoCookieError';
}

export type OperatorSession = ReturnType<typeof useSession>;

/** Any response with status 401 ends the session. */
export function useSession({ fetch, clock }: Pick<OperatorProps, 'fetch' | 'clock'>) {
  const [presence, setPresence] = useState<Presence>({ kind: 'loading' });
  // A refused login must not count as a session that has ended.
  const isIn = useRef<boolean>(false);
  isIn.current = presence.kind === 'in';

  const client = useMemo(() => {
    const watched = async (url: string, options: RequestInit) => {
      const response = await fetch(url, options);
      if (response.status === 401 && isIn.current) setPresence({ kind: 'out', hasEnded: true });
      return response;
    };
    return createOperatorsClient({ fetch: watched, clock });
  }, [fetch, clock]);

  const load = useCallback(async () => {
    setPresence({ kind: 'loading' });
    try {
      const operator = await client.whoAmI();
      setPresence(operator ? { kind: 'in', operator } : { kind: 'out', hasEnded: false });
    } catch {
      setPresence({ kind: 'unreachable' });
    }
  }, [client]);
  useEffect(() => void load(), [load]);

  /** Rejects with ApiError or NoCookieError. */
  async function logIn(login: Login): Promise<void> {
    await client.logIn(login);
    const operator = await client.whoAmI();
    if (!operator) throw new NoCookieError();
    setPresence({ kind: 'in', operator });
  }

  /** Rejects with ApiError, because an operator must see that a logout has failed. */
  async function logOut(): Promise<void> {
    await client.logOut();
    setPresence({ kind: 'out', hasEnded: false });
  }

  return { presence, client, logIn, logOut, retry: () => void load() };
}
