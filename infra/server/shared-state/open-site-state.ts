import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { createMemoryState, type StateStore } from './memory-state.ts';
import { openPostgresState } from './postgres-state.ts';
import type { Merges, SharedState } from './shared-state.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { openValkeyState } from './valkey-state.ts';

interface SiteStateOptions {
  /** Of a Valkey or Redis server that the site's gateways share. Absent: the site has one process, which keeps a file. */
  url?: string | undefined;
  dataDir: string;
  /** Several gateways, by whatever else they share: a file of one process would be wrong for the others. */
  hasOthers: boolean;
  merges: Merges;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** What the gateways of a site count together, or one by itself, also after a restart. */
export async function openSiteState({ url, dataDir, hasOthers, merges, clock, log }: SiteStateOptions): Promise<SharedState> {
  if (url !== undefined) return openValkeyState({ url, merges, clock, log });
  if (!hasOthers) return createMemoryState({ clock, store: openStore(path.join(dataDir, 'state.db'), { clock, log }), log });
  log.warn('Without VALKEY_URL each gateway has budgets and slots of its own, and forgets them when it ends');
  return createMemoryState({ clock });
}

interface KeptStateOptions extends Pick<SiteStateOptions, 'dataDir' | 'clock' | 'log'> {
  /** Of the database that the site's gateways share. Absent: the site has one process, which keeps a file. */
  databaseUrl: string | undefined;
}

/**
 * What no restart may forget and no visitor can push out: operators' sessions and logins, how releases fare, what was
 * spent. Unlike the site's state it is never decided about by one gateway alone.
 */
export async function openKeptState({ databaseUrl: url, dataDir, clock, log }: KeptStateOptions): Promise<SharedState> {
  if (url !== undefined) return openPostgresState({ url, clock, log });
  return createMemoryState({ clock, store: openStore(path.join(dataDir, 'kept.db'), { clock, log }), writeAfterMs: 0, log });
}

/** What was spent, and who waits, is no reason not to start: a file that cannot be read is laid aside. */
function openStore(file: string, { clock, log }: Pick<SiteStateOptions, 'clock' | 'log'>): StateStore {
  try {
    return openSqliteStore(file, clock);
  } catch (error) {
    const aside = `${file}.damaged-${clock.now()}`;
    if (!existsSync(file)) throw error;
    renameSync(file, aside);
    log.error({ err: error, file, aside }, 'What this site has counted cannot be read: it was laid aside, and is counted anew');
    return openSqliteStore(file, clock);
  }
}
