import { randomUUID } from 'node:crypto';
import type { GroupEvent } from '@enfilade/shared-contracts/api/group';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { crowdMs, type KeptLine } from './group-record.ts';
import type { Groups } from './groups.ts';

/** What goes to one follower; a line has an id by which it resumes. */
export type Emit = (event: GroupEvent, id?: number) => void;

interface Follower {
  emit: Emit;
  /** Of the last line it has. */
  seen: number;
}

/** A group that somebody follows at this gateway. */
interface Feed {
  followers: Set<Follower>;
  endsAt: number;
  /** As they were told last. */
  facts: string;
  countedAt: number;
  cancel(): void;
  /** One look at a time, and one more where it was asked for meanwhile. */
  looking: Promise<void> | undefined;
  isStale: boolean;
}

/** How often it is looked whether another gateway has got something. */
const lookMs = 500;

/** Passes on to followers at this gateway what leaders send to any of the site: each group is looked at once for all of them. */
export type GroupFeeds = ReturnType<typeof createGroupFeeds>;

export function createGroupFeeds({ groups, clock }: { groups: Groups; clock: Clock }) {
  const id = randomUUID();
  const feeds = new Map<string, Feed>();
  /** How many follow each group here, those included who are about to. */
  const counts = new Map<string, number>();
  const add = (code: string, change: 1 | -1): number => {
    const count = (counts.get(code) ?? 0) + change;
    if (count > 0) counts.set(code, count);
    else counts.delete(code);
    return count;
  };
  let isClosed = false;

  function look(code: string): Promise<void> {
    const feed = feeds.get(code);
    if (!feed) return Promise.resolve();
    feed.isStale = feed.looking !== undefined;
    feed.looking ??= lookOnce(code, feed)
      // The next look may reach the state.
      .catch(() => tellFacts(feed, { type: 'interrupted' }))
      .then(() => {
        feed.looking = undefined;
        feed.cancel();
        if (feeds.get(code) !== feed) return undefined;
        if (feed.isStale) return look(code);
        feed.cancel = clock.after(lookMs, () => void look(code));
        return undefined;
      });
    return feed.looking;
  }

  async function lookOnce(code: string, feed: Feed): Promise<void> {
    const found = await groups.read(code);
    if (found === 'ended' || feed.endsAt <= clock.now()) return end(code, feed);
    // A lost group comes back with its leader's next request.
    if (!found) return tellFacts(feed, { type: 'interrupted' });
    feed.endsAt = found.facts.endsAt;
    tellFacts(feed, { ...found.facts, type: 'group' });
    const isBehind = [...feed.followers].some(({ seen }) => seen < found.sequence);
    if (isBehind) tellLines(feed, await groups.readLines(code), found.sequence);
    if (clock.now() - feed.countedAt < crowdMs.told) return;
    feed.countedAt = clock.now();
    await groups.count(code, id, counts.get(code) ?? 0);
  }

  function end(code: string, feed: Feed): void {
    feeds.delete(code);
    for (const { emit } of feed.followers) emit({ type: 'ended' });
  }

  async function leave(code: string, feed: Feed, follower: Follower): Promise<void> {
    feed.followers.delete(follower);
    const count = add(code, -1);
    if (feeds.get(code) === feed && feed.followers.size === 0) {
      feeds.delete(code);
      feed.cancel();
    }
    if (!isClosed) await groups.count(code, id, count).catch(() => undefined);
  }

  return {
    /**
     * Calls with what the group is, its newest lines after the one that was `seen`, and then with what comes, until `ended`.
     * @returns what leaves @throws HttpError, see `Groups.join`
     */
    async follow(code: string, { address, seen, emit }: { address: string; seen: number; emit: Emit }): Promise<() => void> {
      try {
        await groups.join(code, { address, gateway: id, count: add(code, 1) });
      } catch (error) {
        add(code, -1);
        throw error;
      }
      const feed = feeds.get(code) ?? createFeed(clock.now());
      feeds.set(code, feed);
      const follower = { emit, seen };
      feed.followers.add(follower);
      // Told again to those who know.
      feed.facts = '';
      await look(code);
      return () => void leave(code, feed, follower);
    },
    /** Something of it was changed here. */
    onChanged: (code: string) => void look(code),
    isClosed: () => isClosed,
    /** Nobody is passed anything from here on. */
    close() {
      isClosed = true;
      for (const feed of feeds.values()) feed.cancel();
      feeds.clear();
    },
  };
}

const createFeed = (now: number): Feed => ({
  followers: new Set(),
  endsAt: Number.POSITIVE_INFINITY,
  facts: '',
  countedAt: now,
  cancel: () => {},
  looking: undefined,
  isStale: false,
});

function tellFacts(feed: Feed, event: GroupEvent): void {
  const facts = JSON.stringify(event);
  if (facts === feed.facts) return;
  feed.facts = facts;
  for (const { emit } of feed.followers) emit(event);
}

function tellLines(feed: Feed, lines: readonly KeptLine[], last: number): void {
  const inOrder = lines.toSorted((a, b) => a.sequence - b.sequence);
  for (const follower of feed.followers) {
    for (const { sequence, ...line } of inOrder) if (sequence > follower.seen) follower.emit({ ...line, type: 'line' }, sequence);
    follower.seen = Math.max(follower.seen, last, inOrder.at(-1)?.sequence ?? 0);
  }
}
