import type { ServerEvent } from '@enfilade/shared-contracts/api/event-stream';
import {
  type GroupEvent,
  type GroupLinesRequest,
  type GroupResponse,
  groupEventSchema,
  groupLinesResponseSchema,
  groupResponseSchema,
} from '@enfilade/shared-contracts/api/group';
import { type RequestEnvironment, requestEvents, requestJson, requestVoid } from '@enfilade/shared-contracts/api/request';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import type { Visit } from '@enfilade/shared-contracts/visit/visit';

/** The gateway sends data at least every 15 s. */
const idleLimitMs = 40_000;

export interface FollowOptions {
  /** The site sends only lines after this sequence. */
  lastEventId: string | undefined;
  onEvent(event: GroupEvent, id: string | undefined): void;
  signal: AbortSignal;
}

/** `GuideApi` describes the rules of all requests. */
export type GroupApi = ReturnType<typeof createGroupApi>;

export function createGroupApi(environment: RequestEnvironment) {
  return {
    start: (visit: Visit, signal?: AbortSignal): Promise<GroupResponse> =>
      requestJson({ path: '/api/groups', body: { visit }, signal }, groupResponseSchema, environment),

    publish: async (code: string, update: GroupLinesRequest, signal?: AbortSignal): Promise<number> => {
      const request = { path: `/api/groups/${code}/lines`, method: 'PUT', body: update, signal } as const;
      return (await requestJson(request, groupLinesResponseSchema, environment)).followers;
    },

    // Ending the group may be the last request of a page.
    end: (code: string): Promise<void> => requestVoid({ path: `/api/groups/${code}`, method: 'DELETE', keepalive: true }, environment),

    /** Resolves when the group has ended; rejects when the connection breaks. */
    async follow(code: string, { lastEventId, onEvent, signal }: FollowOptions): Promise<void> {
      const request = { path: `/api/groups/${code}/events`, lastEventId, signal };
      const handleEvent = (event: ServerEvent) => {
        const read = readEvent(event);
        if (read) onEvent(read, event.id);
        return read?.type === 'ended' || undefined;
      };
      await requestEvents(request, { idleLimitMs, onEvent: handleEvent }, environment);
    },
  };
}

/** Undefined for an unknown event, which a newer gateway may send. */
const readEvent = ({ name, data }: ServerEvent): GroupEvent | undefined =>
  groupEventSchema.safeParse({ ...Object(parseJson(data)), type: name }).data;
