import path from 'node:path';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { createMemoryState } from './memory-state.ts';
import { openPostgresState } from './postgres-state.ts';
import type { SharedState } from './shared-state.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { openValkeyState } from './valkey-state.ts';

/** Where a site of one process keeps what it counts, below DATA_DIR, and what no restart may forget. Backups hold them. */
export const keptFile = 'kept.db';
export const stateFiles = ['state.db', keptFile] as const;

interface SiteStateOptions {
  /** Of the Valkey or Redis server that the site's gateways share. Absent: the site has one process, which keeps a file. */
  url: string | undefined;
  dataDir: string;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** What the gateways of a site count together, or one by itself, also after a restart. */
export async function openSiteState({ url, dataDir, clock, log }: SiteStateOptions): Promise<SharedState> {
  if (url !== undefined) return openValkeyState({ url, clock, log });
  return createMemoryState({ clock, store: openSqliteStore(path.join(dataDir, stateFiles[0]), clock), log });
}

interface KeptStateOptions extends Pick<SiteStateOptions, 'dataDir' | 'clock' | 'log'> {
  /** Of the database that the site's gateways share. Absent: the site has one process, which keeps a file. */
  databaseUrl: string | undefined;
}

/**
 * What no restart may forget and no visitor can push out: operators' sessions and logins, how releases fare, what was
 * spent.
 */
export async function openKeptState({ databaseUrl: url, dataDir, clock, log }: KeptStateOptions): Promise<SharedState> {
  if (url !== undefined) return openPostgresState({ url, clock, log });
  return createMemoryState({ clock, store: openSqliteStore(path.join(dataDir, keptFile), clock), writeAfterMs: 0, log });
}
