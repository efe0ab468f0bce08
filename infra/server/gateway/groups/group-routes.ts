import { Readable } from 'node:stream';
import {
  type GroupEvent,
  groupEventSchema,
  groupLinesRequestSchema,
  groupLinesResponseSchema,
  groupRequestSchema,
  groupResponseSchema,
} from '@enfilade/shared-contracts/api/group';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { parseGroupCode } from '@enfilade/shared-contracts/visit/group-code';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from '../../http/client-address.ts';
import { parseInput, sendResponse } from '../../http/exchange.ts';
import { HttpError } from '../../http/http-error.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { checkVisit } from '../visits/check-visit.ts';
import type { VisitCookie, VisitOf } from '../visits/visit-cookie.ts';
import { createGroupFeeds, type Emit } from './group-feed.ts';
import type { Groups } from './groups.ts';

interface GroupRoutesOptions {
  groups: Groups;
  museums: MuseumDirectory;
  cookie: Pick<VisitCookie, 'find'>;
  visitOf: VisitOf;
  clock: Clock;
}

type OfGroup = { Params: { code: string } };

/** Followers' devices and proxies between know by it that the line is there. */
const beatMs = 15_000;
/** Who reads so little of what comes has gone. */
const mostUnreadBytes = 256 * 1024;

/**
 * A visit that others follow on their own devices: its leader sends what the guide said, and they read it. Following begins no
 * visit and says nothing of who follows.
 */
export function registerGroupRoutes(app: FastifyInstance, { groups, museums, cookie, visitOf, clock }: GroupRoutesOptions): void {
  const feeds = createGroupFeeds({ groups, clock });
  const streams = new Set<EventStream>();
  // Followers come again, to another gateway.
  app.addHook('preClose', async () => {
    feeds.close();
    for (const stream of streams) stream.end();
  });

  app.post('/api/groups', async (request, reply) => {
    const { visit } = parseInput(groupRequestSchema, request.body);
    const { museumId, exhibitionId } = visit;
    const { consent } = await checkVisit(visit, museums);
    const leader = visitOf(request, reply, { museumId, consent });
    return sendResponse(reply.code(201), groupResponseSchema, await groups.start(leader, { museumId, exhibitionId }));
  });

  app.put<OfGroup>('/api/groups/:code/lines', async (request, reply) => {
    const code = codeOf(request);
    const update = parseInput(groupLinesRequestSchema, request.body);
    const leader = leaderOf(request);
    await museums.loadExhibition(leader.museumId, update.exhibitionId);
    const followers = await groups.publish(code, leader, update);
    feeds.onChanged(code);
    return sendResponse(reply, groupLinesResponseSchema, { followers });
  });

  app.delete<OfGroup>('/api/groups/:code', async (request, reply) => {
    const code = codeOf(request);
    await groups.end(code, leaderOf(request).id);
    feeds.onChanged(code);
    return reply.code(204).send();
  });

  // Asked for its head alone it would never end.
  app.get<OfGroup>('/api/groups/:code/events', { exposeHeadRoute: false }, async (request, reply) => {
    const code = codeOf(request);
    const seen = Number(/^\d{1,15}$/.exec(String(request.headers['last-event-id'] ?? ''))?.[0] ?? 0);
    const address = clientAddress(request);
    const events = await openStream((emit) => feeds.follow(code, { address, seen, emit }), clock);
    streams.add(events);
    events.stream.once('close', () => streams.delete(events));
    if (feeds.isClosed()) events.end();
    return (
      reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        // Nginx would hold the lines back.
        .header('x-accel-buffering', 'no')
        .send(events.stream)
    );
  });

  function leaderOf(request: FastifyRequest) {
    const visit = cookie.find(request);
    if (!visit) throw new HttpError('unauthorized', { reason: 'no visit' });
    const { id, museumId } = visit;
    if (museumId === '*') throw new HttpError('forbidden');
    return { id, museumId };
  }
}

function codeOf({ params }: FastifyRequest<OfGroup>): string {
  const code = parseGroupCode(params.code);
  if (code === undefined) throw new HttpError('malformed', { reason: 'no code of a group' });
  return code;
}

interface EventStream {
  stream: Readable;
  end(): void;
}

/** What a follower reads until the group ends or it leaves. */
async function openStream(follow: (emit: Emit) => Promise<() => void>, clock: Clock): Promise<EventStream> {
  let leave = () => {};
  let cancelBeat = () => {};
  let isOver = false;
  const stream = new Readable({
    read() {},
    destroy(error, callback) {
      isOver = true;
      cancelBeat();
      leave();
      callback(error);
    },
  });
  const write = (text: string) => {
    if (isOver) return;
    stream.push(text);
    if (stream.readableLength > mostUnreadBytes) stream.destroy();
  };
  const end = () => {
    if (isOver) return;
    isOver = true;
    cancelBeat();
    stream.push(null);
  };
  const beat = () => {
    write(':\n\n');
    cancelBeat = isOver ? cancelBeat : clock.after(beatMs, beat);
  };
  leave = await follow((event, id) => {
    write(formatEvent(event, id));
    if (event.type === 'ended') end();
  });
  if (!isOver) beat();
  return { stream, end };
}

function formatEvent(event: GroupEvent, id: number | undefined): string {
  const { type, ...data } = groupEventSchema.parse(event);
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
