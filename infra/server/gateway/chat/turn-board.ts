import { randomUUID } from 'node:crypto';
import type { ReplyEvent } from '@enfilade/shared-contracts/api/reply-events';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { HttpError } from '../../http/http-error.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';

/** One question and its reply, however many ask for it: what came so far, and the rest as it comes. */
export interface ChatTurn {
  /** Calls with what was, then with what comes; `done` or `error` is the last. The returned function leaves. */
  subscribe(listener: (event: ReplyEvent) => void): () => void;
}

/** A turn as every gateway of the site sees it. Times are ms since the epoch. */
interface PostedTurn {
  fingerprint: string;
  /** The gateway that asks. */
  owner: string;
  /** When that one was last heard of. */
  heardAt: number;
  /** When another gateway last waited for it. */
  readAt: number;
  history: readonly ReplyEvent[];
}

/** An answer is remembered so long, a failure until those who wait have read it. */
const [answeredMs, failedMs] = [10 * 60_000, 5_000];
/** How often a gateway says that it is there, and after what silence its turn is another's. */
const [beatMs, silentMs] = [1_000, 4_000];
/** How often pieces of an answer are passed on. */
const pieceMs = 250;

/** Where the gateways of a site say which of them answers a message, and what it has answered. One process needs none. */
export type TurnBoard = ReturnType<typeof createTurnBoard>;

export function createTurnBoard({ state, clock }: { state: SharedState; clock: Clock }) {
  const id = randomUUID();
  const change = <Result>(key: string, decide: (posted: PostedTurn | undefined) => { result: Result; posted?: PostedTurn | null }) =>
    state.change<Result>({
      keys: [`turn:${key}`],
      lastsMs: answeredMs,
      decide([value]) {
        const { result, posted } = decide(value as PostedTurn | undefined);
        return posted === undefined ? { result } : { result, values: [posted ?? undefined] };
      },
    });
  const isLost = ({ heardAt, history }: PostedTurn) => {
    const last = history.at(-1)?.type;
    return last === 'error' ? heardAt + failedMs < clock.now() : last !== 'done' && heardAt + silentMs < clock.now();
  };

  return {
    /** Whether this gateway is to answer, another one does or did, or the id stands for another message. */
    async claim(key: string, fingerprint: string): Promise<'own' | 'taken' | 'another'> {
      if (!state.isShared) return 'own';
      return change(key, (posted) => {
        if (posted && !isLost(posted) && posted.history.at(-1)?.type !== 'error')
          return { result: posted.fingerprint === fingerprint ? 'taken' : 'another' };
        const now = clock.now();
        return { result: 'own', posted: { fingerprint, owner: id, heardAt: now, readAt: 0, history: [] } };
      });
    },
    /** This gateway does not answer after all. */
    async withdraw(key: string): Promise<void> {
      if (state.isShared)
        await change(key, (posted) => (posted?.owner === id ? { result: undefined, posted: null } : { result: undefined }));
    },
    post: (key: string) => (state.isShared ? createNotice((decide) => change(key, decide), { id, clock }) : privateNotice),
    /** What another gateway answers; `retake` begins anew where that one is lost before its first word. */
    follow: (key: string, retake: () => Promise<ChatTurn>) => createFollowedTurn({ read, retake, clock, isLost }, key),
  };

  function read(key: string): Promise<PostedTurn | undefined> {
    return change(key, (posted) => {
      const now = clock.now();
      if (!posted || now - posted.readAt < beatMs) return { result: posted };
      return { result: posted, posted: { ...posted, readAt: now } };
    });
  }
}

/** Nobody else can read it. */
const privateNotice = { update: () => {}, remove: () => {}, whenUnread: (call: () => void) => call() };

type ChangePosted = (decide: (posted: PostedTurn | undefined) => { result: boolean; posted?: PostedTurn | null }) => Promise<boolean>;

/** What this gateway posts of a turn of its own while it lasts. */
function createNotice(change: ChangePosted, { id, clock }: { id: string; clock: Clock }) {
  let history: readonly ReplyEvent[] = [];
  let isOver = false;
  let cancel = clock.after(beatMs, write);
  let isSoon = false;

  function write(): void {
    isSoon = false;
    cancel();
    if (!isOver) cancel = clock.after(beatMs, write);
    void change((posted) =>
      posted?.owner === id ? { result: true, posted: { ...posted, heardAt: clock.now(), history: [...history] } } : { result: false },
    );
  }

  return {
    update(current: readonly ReplyEvent[], isLast: boolean): void {
      history = current;
      isOver = isLast;
      if (isOver) write();
      if (isOver || isSoon) return;
      isSoon = true;
      cancel();
      cancel = clock.after(pieceMs, write);
    },
    remove(): void {
      isOver = true;
      cancel();
      void change((posted) => (posted?.owner === id ? { result: true, posted: null } : { result: false }));
    },
    /** Calls once no other gateway reads it. */
    whenUnread(call: () => void): void {
      const look = async () => {
        const isRead = await change((posted) => ({ result: posted !== undefined && clock.now() - posted.readAt < 3 * beatMs })).catch(
          () => false,
        );
        if (isRead && !isOver) clock.after(beatMs, () => void look());
        else call();
      };
      void look();
    },
  };
}

interface Following {
  read(key: string): Promise<PostedTurn | undefined>;
  retake(): Promise<ChatTurn>;
  isLost(posted: PostedTurn): boolean;
  clock: Clock;
}

function createFollowedTurn(following: Following, key: string): ChatTurn {
  return {
    subscribe(listener) {
      let leave = () => {};
      let hasLeft = false;
      const listen = (event: ReplyEvent) => {
        if (!hasLeft) listener(event);
      };
      readOn(following, key, {
        listen,
        later: (call) => {
          leave = hasLeft ? leave : following.clock.after(pieceMs, call);
        },
      })
        .then((retaken) => {
          if (retaken && !hasLeft) leave = retaken.subscribe(listener);
        })
        .catch((error: unknown) => listen(errorEvent(error instanceof HttpError ? error : lostAnswer())));
      return () => {
        hasLeft = true;
        leave();
      };
    },
  };
}

interface Reading {
  listen(event: ReplyEvent): void;
  /** Never calls once nobody listens any more. */
  later(call: () => void): void;
}

/** Tells what comes until the end. @returns the turn that was begun anew where the other gateway was lost before its first word */
async function readOn({ read, retake, isLost }: Following, key: string, { listen, later }: Reading): Promise<ChatTurn | undefined> {
  let sent: readonly ReplyEvent[] = [];
  for (;;) {
    const posted = await read(key);
    for (const event of newEvents(sent, posted?.history ?? [])) listen(event);
    sent = posted?.history ?? sent;
    if (isEnd(sent.at(-1))) return undefined;
    if (!posted || isLost(posted)) break;
    await new Promise<void>((resolve) => later(resolve));
  }
  if (sent.length === 0) return retake();
  listen(errorEvent(lostAnswer()));
  return undefined;
}

const isEnd = (event: ReplyEvent | undefined) => event?.type === 'done' || event?.type === 'error';

const lostAnswer = () => new HttpError('upstream-failed', { reason: 'the gateway that answered is gone' });

/** What has come since: the last piece of text may have grown. */
function newEvents(sent: readonly ReplyEvent[], history: readonly ReplyEvent[]): ReplyEvent[] {
  return history.slice(Math.max(0, sent.length - 1)).flatMap((event, at) => {
    const before = at === 0 ? sent.at(-1) : undefined;
    if (before === undefined) return event;
    if (event.type !== 'text' || before.type !== 'text' || event.delta === before.delta) return [];
    return { type: 'text', delta: event.delta.slice(before.delta.length) };
  });
}

export function errorEvent({ code, message, retryAfterSeconds }: HttpError): ReplyEvent {
  return { type: 'error', code, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}
