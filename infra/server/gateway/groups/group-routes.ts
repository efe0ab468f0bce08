import { randomUUID } from 'node:crypto';
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
import { HttpError, parseInput, sendEvents, sendResponse } from '../../http/exchange.ts';
import { callEvery } from '../../http/kit.ts';
import { clientAddress } from '../../http/request-head.ts';
import { checkVisit, type VisitRoutes } from '../visits/visit-cookie.ts';
import type { Groups, KeptLine } from './groups.ts';

type OfGroup = { Params: { code: string } };

/** Interval of empty messages, by which devices and proxies detect that the connection is alive, and of the count of followers. */
const beatMs = 15_000;
/** A follower with this number of unread bytes is disconnected. */
const mostUnreadBytes = 256 * 1024;

/** Following starts no visit and stores nothing about the follower. */
export function registerGroupRoutes(app: FastifyInstance, groups: Groups, { museums, cookie, visitOf, clock }: VisitRoutes): void {
  const gateway = randomUUID();
  const feeds = new Map<string, GroupFeed>();
  let isClosed = false;
  // Followers reconnect to another gateway.
  app.addHook('preClose', async () => {
    isClosed = true;
    for (const feed of feeds.values()) feed.close();
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
    void feeds.get(code)?.look();
    return sendResponse(reply, groupLinesResponseSchema, { followers });
  });

  app.delete<OfGroup>('/api/groups/:code', async (request, reply) => {
    const code = codeOf(request);
    await groups.end(code, leaderOf(request).id);
    void feeds.get(code)?.look();
    return reply.code(204).send();
  });

  // A HEAD request would never end.
  app.get<OfGroup>('/api/groups/:code/events', { exposeHeadRoute: false }, async (request, reply) => {
    const code = codeOf(request);
    const seen = Number(/^\d{1,15}$/.exec(String(request.headers['last-event-id'] ?? ''))?.[0] ?? 0);
    const stream = new Readable({ read() {} });
    const feed = feeds.get(code) ?? createFeed(code, { groups, clock, gateway, onClose: () => feeds.delete(code) });
    feeds.set(code, feed);
    await feed.follow({ stream, seen }, clientAddress(request));
    if (isClosed) feed.close();
    return sendEvents(reply, stream);
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

function formatEvent(event: GroupEvent, id?: number): string {
  const { type, ...data } = groupEventSchema.parse(event);
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

interface Follower {
  stream: Readable;
  /** Sequence of the last line that the follower has. */
  seen: number;
}

/** Interval at which a gateway checks whether another gateway has changed the group. */
const lookMs = 500;

interface FeedOptions {
  groups: Groups;
  clock: Clock;
  gateway: string;
  onClose(): void;
}

type GroupFeed = ReturnType<typeof createFeed>;

function createFeed(code: string, { groups, clock, gateway, onClose }: FeedOptions) {
  const followers = new Set<Follower>();
  /** Includes followers that are about to join. */
  let count = 0;
  let endsAt = Number.POSITIVE_INFINITY;
  let sentFacts = '';
  let cancelLook = () => {};
  let isOver = false;
  const endBeats = callEvery(clock, beatMs, beat);

  function close(): void {
    if (isOver) return;
    isOver = true;
    cancelLook();
    endBeats();
    onClose();
    for (const { stream } of followers) stream.push(null);
  }
  function send(text: string, to: Iterable<Follower> = followers): void {
    for (const { stream } of to) {
      stream.push(text);
      if (stream.readableLength > mostUnreadBytes) stream.destroy();
    }
  }
  function sendFacts(event: GroupEvent): void {
    const facts = formatEvent(event);
    if (facts !== sentFacts) send(facts);
    sentFacts = facts;
  }
  function sendLine({ sequence, ...line }: KeptLine): void {
    const behind = [...followers].filter(({ seen }) => seen < sequence);
    for (const follower of behind) follower.seen = sequence;
    if (behind.length > 0) send(formatEvent({ ...line, type: 'line' }, sequence), behind);
  }
  function beat(): void {
    send(':\n\n');
    tellCount();
  }
  async function look(): Promise<void> {
    // A lost group comes back with its leader's next request, and the next check may reach the state.
    const found = await groups.read(code).catch(() => undefined);
    if (isOver) return;
    if (found === 'ended' || endsAt <= clock.now()) {
      send(formatEvent({ type: 'ended' }));
      return close();
    }
    if (found) {
      endsAt = found.facts.endsAt;
      sendFacts({ ...found.facts, type: 'group' });
      for (const line of found.lines.toSorted((a, b) => a.sequence - b.sequence)) sendLine(line);
    } else sendFacts({ type: 'interrupted' });
    // Looks never overlap, however slow the state is.
    cancelLook();
    cancelLook = clock.after(lookMs, () => void look());
  }
  const tellCount = () => void groups.count(code, { gateway, count }).catch(() => undefined);
  function leave(): void {
    count -= 1;
    if (count === 0) close();
  }

  return {
    look,
    close,
    async follow(follower: Follower, address: string): Promise<void> {
      count += 1;
      try {
        await groups.join(code, address, { gateway, count });
      } catch (error) {
        leave();
        throw error;
      }
      followers.add(follower);
      follower.stream.once('close', () => {
        followers.delete(follower);
        if (isOver) return;
        leave();
        tellCount();
      });
      // Other followers get the facts again.
      sentFacts = '';
      await look();
      if (isOver) follower.stream.push(null);
    },
  };
}
