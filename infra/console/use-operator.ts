import type { OperatorProps } from '@enfilade/shared-contracts/remote/operator-props';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createOperatorsClient, type Login, type OperatorsClient } from './effects/operators-client.ts';
import { ConsoleError } from './model/console-error.ts';
import type { Operator } from './model/shapes.ts';

/** Who sits here. `hasEnded`: somebody was logged in until the site ended the session. */
export type Presence =
  | { kind: 'asking' }
  | { kind: 'unreachable' }
  | { kind: 'out'; hasEnded: boolean }
  | { kind: 'in'; operator: Operator };

export interface OperatorSession {
  presence: Presence;
  client: OperatorsClient;
  /** Rejects with ConsoleError. */
  logIn(login: Login): Promise<void>;
  /** Rejects with ConsoleError: whoever is not told otherwise believes to be logged out. */
  logOut(): Promise<void>;
  askAgain(): void;
}

/** The operator's session: asked for once, and over when any call says so. */
export function useOperator({ fetch, clock }: Pick<OperatorProps, 'fetch' | 'clock'>): OperatorSession {
  const [presence, setPresence] = useState<Presence>({ kind: 'asking' });
  // A login that was refused is no session that ended.
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

  const ask = useCallback(async () => {
    setPresence({ kind: 'asking' });
    try {
      const operator = await client.whoAmI();
      setPresence(operator ? { kind: 'in', operator } : { kind: 'out', hasEnded: false });
    } catch {
      setPresence({ kind: 'unreachable' });
    }
  }, [client]);
  useEffect(() => void ask(), [ask]);

  async function logIn(login: Login): Promise<void> {
    await client.logIn(login);
    const operator = await client.whoAmI();
    // The cookie did not come back: a browser that keeps none.
    if (!operator) throw new ConsoleError('unauthorized', 'no-cookie');
    setPresence({ kind: 'in', operator });
  }

  async function logOut(): Promise<void> {
    await client.logOut();
    setPresence({ kind: 'out', hasEnded: false });
  }

  return { presence, client, logIn, logOut, askAgain: () => void ask() };
}
