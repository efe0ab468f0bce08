import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { QueryClient } from '@tanstack/react-query';

const staleAfterMs = 5 * 60_000;
const retries = 2;
const retryCapMs = 30_000;

/** A "no" is final; only what may be otherwise in a moment is asked again. */
function isPassing(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.category === 'network' || error.category === 'timeout' || (error.status ?? 0) >= 500;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleAfterMs,
        retry: (failures, error) => failures < retries && isPassing(error),
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, retryCapMs),
        // A phone that says it is offline is often wrong inside a museum: ask, and let the answer decide.
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
    },
  });
}

export const museumQuery = (api: GuideApi, museumId: EntityId | undefined) => ({
  queryKey: ['museum', museumId] as const,
  enabled: museumId !== undefined,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.loadMuseum(museumId as EntityId, signal),
});

export const exhibitionQuery = (api: GuideApi, museumId: EntityId | undefined, exhibitionId: EntityId | undefined) => ({
  queryKey: ['exhibition', museumId, exhibitionId] as const,
  enabled: museumId !== undefined && exhibitionId !== undefined,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.loadExhibition(museumId as EntityId, exhibitionId as EntityId, signal),
});

/** The gateway knows no such museum or exhibition, or the id was none. */
export function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
