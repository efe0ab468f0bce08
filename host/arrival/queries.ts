import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { QueryClient } from '@tanstack/react-query';

const staleAfterMs = 5 * 60_000;
const retries = 2;
const retryCapMs = 30_000;

type Fetch = typeof globalThis.fetch;

/**
 * A fetch whose second request for an address goes past the HTTP cache. The first one may use what the page preloaded;
 * a second one wants a new answer, and a request that hangs would otherwise block its address.
 */
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

/** Whether a retry may help: the gateway's refusals are final. */
function isTemporary(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.category === 'network' || error.category === 'timeout' || (error.status ?? 0) >= 500;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleAfterMs,
        retry: (failures, error) => failures < retries && isTemporary(error),
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, retryCapMs),
        // Inside a museum a phone is often wrong about being offline: send the request anyway.
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
    },
  });
}

export const museumQuery = (api: Pick<GuideApi, 'loadMuseum'>, museumId: EntityId | undefined) => ({
  queryKey: ['museum', museumId] as const,
  enabled: museumId !== undefined,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.loadMuseum(museumId as EntityId, signal),
});

export const exhibitionQuery = (
  api: Pick<GuideApi, 'loadExhibition'>,
  museumId: EntityId | undefined,
  exhibitionId: EntityId | undefined,
) => ({
  queryKey: ['exhibition', museumId, exhibitionId] as const,
  enabled: museumId !== undefined && exhibitionId !== undefined,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.loadExhibition(museumId as EntityId, exhibitionId as EntityId, signal),
});

/** The gateway knows no such museum or exhibition, or the id was malformed. */
export function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
