import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { MuseumResponse } from '@enfilade/shared-contracts/api/schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { createStore, type ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Exhibition } from '@enfilade/shared-contracts/museum/museum';
import { useEffect } from 'react';

const staleAfterMs = 5 * 60_000;
const retries = 2;
const firstRetryMs = 500;

type Fetch = typeof globalThis.fetch;

/** The first request for an address may use the preload. Later requests bypass the cache and do not wait for a hung request. */
export function createFetch(fetch: Fetch): Fetch {
  const requested = new Set<string>();
  return (input, init = {}) => {
    if ((init.method ?? 'GET') !== 'GET') return fetch(input, init);
    const address = input instanceof Request ? input.url : String(input);
    const isRepeated = requested.has(address);
    requested.add(address);
    return fetch(input, isRepeated ? { ...init, cache: 'reload' } : init);
  };
}

/** Stale data stays while newer data loads. */
interface RecordState<Data> {
  data?: Data;
  error?: unknown;
}

interface LoadedRecord<Data> extends ReadableStore<RecordState<Data>> {
  /** Sends no request if one is pending or the data is less than five minutes old. */
  load(): void;
  /** Sends a request even if an earlier one is pending. */
  reload(): void;
}

/** Refusals of the gateway are final. */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.category === 'network' || error.category === 'timeout' || (error.status ?? 0) >= 500;
}

function createRecord<Data>(ask: (signal: AbortSignal) => Promise<Data>, clock: Clock): LoadedRecord<Data> {
  const { set, ...store } = createStore<RecordState<Data>>({});
  let loadedAt = Number.NEGATIVE_INFINITY;
  let running: AbortController | undefined;

  async function askWithRetries({ signal }: AbortController): Promise<Data> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await ask(signal);
      } catch (error) {
        if (signal.aborted || attempt === retries || !isTemporary(error)) throw error;
        await new Promise<void>((resolve) => clock.after(firstRetryMs * 2 ** attempt, resolve));
      }
    }
  }

  async function start(): Promise<void> {
    running?.abort();
    const thisRun = new AbortController();
    running = thisRun;
    const { data: before } = store.getState();
    if (before === undefined) set({});
    const result = await askWithRetries(thisRun).then(
      (data): RecordState<Data> => ({ data }),
      (error: unknown): RecordState<Data> => (before === undefined ? { error } : { data: before }),
    );
    if (running !== thisRun) return;
    running = undefined;
    if (result.data !== before) loadedAt = clock.now();
    set(result);
  }

  return {
    ...store,
    load() {
      if (!running && clock.now() - loadedAt >= staleAfterMs) void start();
    },
    reload: () => void start(),
  };
}

/** Requests each record once and refreshes it. */
export type MuseumRecords = ReturnType<typeof createRecords>;

export function createRecords({ api, clock }: { api: Pick<GuideApi, 'loadMuseum' | 'loadExhibition'>; clock: Clock }) {
  const museums = new Map<EntityId, LoadedRecord<MuseumResponse>>();
  const exhibitions = new Map<string, LoadedRecord<Exhibition>>();
  function find<Data>(records: Map<string, LoadedRecord<Data>>, key: string, ask: (signal: AbortSignal) => Promise<Data>) {
    const record = records.get(key) ?? createRecord(ask, clock);
    records.set(key, record);
    return record;
  }
  return {
    museum: (id: EntityId) => find(museums, id, (signal) => api.loadMuseum(id, signal)),
    exhibition: (museumId: EntityId, id: EntityId) =>
      find(exhibitions, `${museumId} ${id}`, (signal) => api.loadExhibition(museumId, id, signal)),
  };
}

const nothing: RecordState<never> = {};
const noRecord: ReadableStore<RecordState<never>> = { getState: () => nothing, subscribe: () => () => undefined };

export function useRecord<Data>(record: LoadedRecord<Data> | undefined): RecordState<Data> {
  const state = useStore<RecordState<Data>, RecordState<Data>>(record ?? noRecord, (current) => current);
  useEffect(() => record?.load(), [record]);
  return state;
}

/** The gateway answers 400 for a malformed id. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
