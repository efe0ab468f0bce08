import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { Client } from 'pg';
import { connectionTo, journalTable } from './connection.ts';

/** What a notification did not bring, because its connection was broken, is seen after so long at the latest. */
const pollMs = 500;

export interface PostgresNews {
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Tells at every notification of the journal, and every 500 ms besides, which is also when a broken connection is made anew. */
export function createPostgresNews(url: string, clock: Clock): PostgresNews {
  const listeners = new Set<() => void>();
  let client: Client | undefined;
  let connected: Promise<unknown> = Promise.resolve();
  let cancel = () => {};

  function tell(): void {
    for (const listener of listeners) listener();
  }

  async function listen(to: Client): Promise<void> {
    const forget = () => {
      if (client === to) client = undefined;
    };
    to.on('error', forget).on('end', forget).on('notification', tell);
    try {
      await to.connect();
      await to.query(`LISTEN ${journalTable}`);
    } catch {
      // Whether the database answers is the reader's to say.
      forget();
      to.end().catch(() => {});
    }
  }

  function poll(): void {
    if (!client) {
      client = new Client(connectionTo(url));
      connected = listen(client);
    }
    tell();
    cancel = clock.after(pollMs, poll);
  }

  poll();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      cancel();
      listeners.clear();
      // A client that is ended while it connects never says that it ended.
      await connected;
      await client?.end().catch(() => {});
    },
  };
}
