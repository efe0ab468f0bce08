import { randomUUID } from 'node:crypto';
import type { GroupEvent } from '@enfilade/shared-contracts/api/group';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { crowdMs, type Groups } from './groups.ts';

/** What goes to one follower; a line has an id by which it resumes. */
export type Emit = (event: GroupEvent, id?: number) => void;

interface Follower {
  emit: Emit;
  /** Of the last line it has. */
  seen: number;
}

/** How often it is looked whether another gateway has got something. */
const lookMs = 500;

/** Passes on to followers at this gateway what leaders send to any of the site: each group is looked at once for all of them. */
export type GroupFeeds = ReturnType<typeof createGroupFeeds>;

export function createGroupFeeds({ groups, clock }: { groups: Groups; clock: Clock }) {
  const gateway = randomUUID();
  const feeds = new Map<string, GroupFeed>();
  let isClosed = false;

  return {
    /**
     * Calls with what the group is, its newest lines after the one that was `seen`, and then with what comes, until `ended`.
     * @returns what leaves @throws HttpError, see `Groups.join`
     */
    async follow(code: string, { address, seen, emit }: { address: string; seen: number; emit: Emit }): Promise<() => void> {
      const feed = feeds.get(code) ?? createFeed(code, { groups, clock, gateway, onClose: () => feeds.delete(code) });
      feeds.set(code, feed);
      return feed.follow({ emit, seen }, address);
    },
    /** Something of it was changed here. */
    onChanged: (code: string) => void feeds.get(code)?.look(),
    isClosed: () => isClosed,
    /** Nobody is passed anything from here on. */
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
  /** As they were sent last. */
  let sentFacts = '';
  let countedAt = clock.now();
  let cancel = () => {};
  /** One look at a time, and one more where it was asked for meanwhile. */
  let looking: Promise<void> | undefined;
  let isStale = false;
  let isOver = false;

  function close(): void {
    if (isOver) return;
    isOver = true;
    cancel();
    onClose();
  }
  function sendFacts(event: GroupEvent): void {
    const facts = JSON.stringify(event);
    if (facts !== sentFacts) for (const { emit } of followers) emit(event);
    sentFacts = facts;
  }
  async function sendLines(last: number): Promise<void> {
    if (![...followers].some(({ seen }) => seen < last)) return;
    const inOrder = (await groups.readLines(code)).toSorted((a, b) => a.sequence - b.sequence);
    for (const follower of followers) {
      for (const { sequence, ...line } of inOrder) if (sequence > follower.seen) follower.emit({ ...line, type: 'line' }, sequence);
      follower.seen = Math.max(follower.seen, last, inOrder.at(-1)?.sequence ?? 0);
    }
  }
  async function lookOnce(): Promise<void> {
    const found = await groups.read(code);
    if (found === 'ended' || endsAt <= clock.now()) {
      close();
      for (const { emit } of followers) emit({ type: 'ended' });
      return;
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
    async follow(follower: Follower, address: string): Promise<() => void> {
      count += 1;
      try {
        await groups.join(code, address, { gateway, count });
      } catch (error) {
        leave();
        throw error;
      }
      followers.add(follower);
      // Those who know the facts get them again.
      sentFacts = '';
      await look();
      return () => {
        if (!followers.delete(follower) || isOver) return;
        leave();
        groups.count(code, { gateway, count }).catch(() => undefined);
      };
    },
  };
}
