import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { HttpError } from '../../http/http-error.ts';
import { mostEntries } from '../../http/most-entries.ts';

export interface CacheLimits {
  /** Served without asking. */
  freshMs: number;
  /** Served when asking fails. */
  staleMs: number;
  /** An unknown id is not asked for again. */
  missingMs: number;
  /** After a failed refresh the old record is served at once for this long. */
  staleRetryMs: number;
}

interface CachedRecord<T> {
  value: T;
  loadedAt: number;
  askAgainAt: number;
}

export interface RecordCacheOptions<T> {
  load: (key: string) => Promise<T>;
  limits: CacheLimits;
  clock: Clock;
  log: FastifyBaseLogger;
  /** What is cached, for the log: `museum`. */
  name: string;
}

const maxRecords = 1000;
const maxMissing = 10_000;
const notFound = new Set(['museum-not-found', 'exhibition-not-found']);
const isNotFound = (error: unknown): error is HttpError => error instanceof HttpError && notFound.has(error.code);

/** Records of an upstream: one question at a time for a key, old records when it fails, unknown ids remembered. */
export function createRecordCache<T>({ load, limits, clock, log, name }: RecordCacheOptions<T>) {
  const records = new LRUCache<string, CachedRecord<T>>({ max: maxRecords });
  const missing = new LRUCache<string, { error: HttpError; until: number }>(mostEntries(maxMissing));
  const running = new Map<string, Promise<T>>();

  const isUsable = (cached: CachedRecord<T> | undefined): cached is CachedRecord<T> =>
    cached !== undefined && clock.now() - cached.loadedAt < limits.staleMs;

  const refresh = async (key: string): Promise<T> => {
    try {
      const value = await load(key);
      const now = clock.now();
      records.set(key, { value, loadedAt: now, askAgainAt: now + limits.freshMs });
      missing.delete(key);
      return value;
    } catch (error) {
      return fallBack(key, error);
    }
  };

  const fallBack = (key: string, error: unknown): T => {
    if (isNotFound(error)) {
      records.delete(key);
      missing.set(key, { error, until: clock.now() + limits.missingMs });
      throw error;
    }
    const cached = records.get(key);
    if (!isUsable(cached)) throw error;
    cached.askAgainAt = clock.now() + limits.staleRetryMs;
    log.warn({ record: name, reason: error instanceof HttpError ? (error.reason ?? error.code) : undefined }, 'serving an old record');
    return cached.value;
  };

  return {
    /** @throws what `load` threw, when nothing old can stand in */
    load(key: string): Promise<T> {
      const cached = records.get(key);
      if (cached && clock.now() < cached.askAgainAt && isUsable(cached)) return Promise.resolve(cached.value);
      const unknown = missing.get(key);
      if (unknown && clock.now() < unknown.until) return Promise.reject(unknown.error);
      const started = running.get(key) ?? refresh(key).finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
    /** The cached record, however old within `staleMs`; asks nobody. */
    peek(key: string) {
      const cached = records.get(key);
      return isUsable(cached) ? cached.value : undefined;
    },
  };
}
