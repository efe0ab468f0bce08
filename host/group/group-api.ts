import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import { readServerEvents, type ServerEvent } from '@enfilade/shared-contracts/api/event-stream';
import {
  type GroupEvent,
  type GroupLinesRequest,
  type GroupResponse,
  groupEventSchema,
  groupLinesResponseSchema,
  groupResponseSchema,
} from '@enfilade/shared-contracts/api/group';
import { parseResponse, type RequestEnvironment, requestJson, requestVoid, send } from '@enfilade/shared-contracts/api/request';
import { startRequestLifetime } from '@enfilade/shared-contracts/api/request-lifetime';
import type { Visit } from '@enfilade/shared-contracts/visit/visit';
import { z } from 'zod/mini';

/** Until the first byte, and between two: the gateway sends something every 15 s. */
const [firstByteLimitMs, idleLimitMs] = [15_000, 40_000];

export interface FollowOptions {
  /** Sequence of the last received line; the site sends later lines. */
  lastEventId: string | undefined;
  onEvent(event: GroupEvent, id: string | undefined): void;
  signal: AbortSignal;
}

/** What the gateway offers those who lead and follow groups; see GuideApi for what holds for each call. */
export type GroupApi = ReturnType<typeof createGroupApi>;

export function createGroupApi(environment: RequestEnvironment) {
  return {
    start: (visit: Visit, signal?: AbortSignal): Promise<GroupResponse> =>
      requestJson({ path: '/api/groups', body: { visit }, signal }, groupResponseSchema, environment),

    publish: async (code: string, update: GroupLinesRequest, signal?: AbortSignal): Promise<number> => {
      const request = { path: `/api/groups/${code}/lines`, method: 'PUT', body: update, signal } as const;
      return (await requestJson(request, groupLinesResponseSchema, environment)).followers;
    },

    // It may be the last thing a page does.
    end: (code: string): Promise<void> => requestVoid({ path: `/api/groups/${code}`, method: 'DELETE', keepalive: true }, environment),

    /** Resolves when the group has ended; rejects when the line to the gateway does. */
    async follow(code: string, { lastEventId, onEvent, signal }: FollowOptions): Promise<void> {
      const lifetime = startRequestLifetime(environment.clock, signal);
      lifetime.within(firstByteLimitMs);
      try {
        const request = { path: `/api/groups/${code}/events`, accept: 'text/event-stream', lastEventId };
        const response = await send(request, lifetime, environment);
        await readServerEvents(response, {
          ...{ lifetime, idleLimitMs, brokenOff },
          onEvent(event) {
            const read = readEvent(event);
            if (read) onEvent(read, event.id);
            return read?.type === 'ended' || undefined;
          },
        });
      } finally {
        lifetime.end();
      }
    },
  };
}

const brokenOff = (cause?: unknown) => new ApiError('interrupted', 'Stream broke off before the group had ended', { cause });

const types = new Set<string>(groupEventSchema._zod.def.options.flatMap(({ shape }) => shape.type._zod.def.values));

/** Unknown events of a newer gateway are no error. */
function readEvent({ name, data }: ServerEvent): GroupEvent | undefined {
  if (!types.has(name)) return undefined;
  const schema = z.pipe(
    z.transform((value) => ({ ...Object(value), type: name })),
    groupEventSchema,
  );
  return parseResponse(data, schema);
}
