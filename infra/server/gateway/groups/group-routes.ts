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
import { clientAddress } from '../../http/request-head.ts';
import { checkVisit, type VisitRoutes } from '../visits/visit-cookie.ts';
import { crowdMs, type Groups } from './groups.ts';

type OfGroup = { Params: { code: string } };

/** Followers' devices and proxies use these messages to see that the connection is alive. */
const beatMs = 15_000;
/** Who reads so little of what comes has gone. */
const mostUnreadBytes = 256 * 1024;

/**
 * A visit that others follow on their own devices: its leader sends what the guide said, and they read it. Following begins no
 * visit and says nothing of who follows.
 */
export function registerGroupRoutes(app: FastifyInstance, groups: Groups, { museums, cookie, visitOf, clock }: VisitRoutes): void {
  const feeds = createGroupFeeds({ groups, clock });
  // Followers come again, to another gateway.
  app.addHook('preClose', async () => feeds.close());

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
    const stream = new Readable({ read() {} });
    await feeds.follow(code, { stream, seen }, clientAddress(request));
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

/** Who reads the events of a group until it ends or they leave. */
interface Follower {
  stream: Readable;
  /** The id of the last line that it has. */
  seen: number;
}

/** How often it is looked whether another gateway has got something. */
const lookMs = 500;

/** Passes on to followers at this gateway what leaders send to any of the site: each group is looked at once for all of them. */
function createGroupFeeds({ groups, clock }: { groups: Groups; clock: Clock }) {
  const gateway = randomUUID();
  const feeds = new Map<string, GroupFeed>();
  let isClosed = false;

  return {
    /**
     * Sends what the group is, its newest lines after the one that was `seen`, and then what comes, until `ended`.
     * @throws HttpError, see `Groups.join`
     */
    async follow(code: string, follower: Follower, address: string): Promise<void> {
      const feed = feeds.get(code) ?? createFeed(code, { groups, clock, gateway, onClose: () => feeds.delete(code) });
      feeds.set(code, feed);
      await feed.follow(follower, address);
      if (isClosed) feed.close();
    },
    /** Something of it was changed here. */
    onChanged: (code: string) => void feeds.get(code)?.look(),
    /** Ends what followers read: nobody is passed anything from here on. */
    close() {
      isClosed = true;
      for (const feed of feeds.values()) feed.close();
    },
  };
}

interface FeedOptions {
  groups: Groups;
  clock: Clock;
  gateway: string;
  /** Nobody follows any more, the group has ended, or the gateway closes. */
  onClose(): void;
}

/** A group that somebody follows at this gateway. */
type GroupFeed = ReturnType<typeof createFeed>;

function createFeed(code: string, { groups, clock, gateway, onClose }: FeedOptions) {
  const followers = new Set<Follower>();
  /** Those included who are about to follow. */
  let count = 0;
  let endsAt = Number.POSITIVE_INFINITY;
  /** The facts that were sent last. */
  let sentFacts = '';
  let [countedAt, beatenAt] = [clock.now(), clock.now()];
  let cancel = () => {};
  /** One check at a time, and one more if another was requested meanwhile. */
  let looking: Promise<void> | undefined;
  let isStale = false;
  let isOver = false;

  function close(): void {
    if (isOver) return;
    isOver = true;
    cancel();
    onClose();
    for (const { stream } of followers) stream.push(null);
  }
  function send(text: string, to: Iterable<Follower> = followers): void {
    if (isOver) return;
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
  async function sendLines(last: number): Promise<void> {
    if (![...followers].some(({ seen }) => seen < last)) return;
    const inOrder = (await groups.readLines(code)).toSorted((a, b) => a.sequence - b.sequence);
    for (const follower of followers) {
      for (const { sequence, ...line } of inOrder)
        if (sequence > follower.seen) send(formatEvent({ ...line, type: 'line' }, sequence), [follower]);
      follower.seen = Math.max(follower.seen, last, inOrder.at(-1)?.sequence ?? 0);
    }
  }
  async function lookOnce(): Promise<void> {
    const found = await groups.read(code);
    if (found === 'ended' || endsAt <= clock.now()) {
      send(formatEvent({ type: 'ended' }));
      return close();
    }
    // A lost group comes back with its leader's next request.
    if (!found) return sendFacts({ type: 'interrupted' });
    endsAt = found.facts.endsAt;
    sendFacts({ ...found.facts, type: 'group' });
    await sendLines(found.sequence);
    if (clock.now() - countedAt < crowdMs.told) return;
    countedAt = clock.now();
    await groups.count(code, { gateway, count });
  }
  function look(): Promise<void> {
    isStale = looking !== undefined;
    looking ??= lookOnce()
      // The next look may reach the state.
      .catch(() => sendFacts({ type: 'interrupted' }))
      .then(() => {
        looking = undefined;
        cancel();
        if (isOver) return undefined;
        if (isStale) return look();
        if (clock.now() - beatenAt >= beatMs) {
          beatenAt = clock.now();
          send(':\n\n');
        }
        cancel = clock.after(lookMs, () => void look());
        return undefined;
      });
    return looking;
  }
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
        groups.count(code, { gateway, count }).catch(() => undefined);
      });
      // Followers that have the facts already receive them again.
      sentFacts = '';
      await look();
      if (isOver) follower.stream.push(null);
    },
  };
}
