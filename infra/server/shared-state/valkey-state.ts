import { randomUUID } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { HttpError } from '../http/http-error.ts';
import { createQueue, decideAll, keysOf, lastsOf, mostTogether, type Pending, parseText, type Texts, toText } from './batch.ts';
import { type Change, kindOf, type Merges, type SharedState } from './shared-state.ts';

/**
 * Sets all values if all of them still are what was expected, and otherwise says what they are. KEYS; for each key what
 * is expected, what to set (empty: nothing) and for how many ms. Says how many gateways there are, too.
 */
const compareAndSet = `
local found = redis.call('MGET', unpack(KEYS))
for at = 1, #KEYS do
  if (found[at] or '') ~= ARGV[at] then
    local answer = { redis.call('ZCARD', 'gateways') }
    for other = 1, #KEYS do answer[other + 1] = found[other] or '' end
    return answer
  end
end
for at, key in ipairs(KEYS) do
  local value = ARGV[#KEYS + at]
  if value ~= ARGV[at] then
    if value == '' then redis.call('DEL', key) else redis.call('SET', key, value, 'PX', ARGV[2 * #KEYS + at]) end
  end
end
return { redis.call('ZCARD', 'gateways') }`;

/** As often others may come first; each time somebody else got on. */
const mostTries = 100;
const mostKnown = 20_000;
const usualCommandMs = 500;
const connectMs = 1_000;
const [firstReconnectMs, lastReconnectMs] = [100, 1_000];
/** How often a process says that it is there, and after what silence it is not counted. */
const [presentMs, absentMs] = [5_000, 20_000];

export interface ValkeyStateOptions {
  /** `redis://` or `rediss://`. */
  url: string;
  merges: Merges;
  clock: Clock;
  log: FastifyBaseLogger;
  /** What a command may take before the server counts as gone. */
  commandMs?: number;
}

/**
 * The state of a site of several processes, in a Valkey or Redis server. While that cannot be reached each process goes
 * on by itself, from what was agreed last and within its share of what is still free; afterwards what it did is merged.
 */
export async function openValkeyState({ url, merges, clock, log, commandMs = usualCommandMs }: ValkeyStateOptions): Promise<SharedState> {
  const { Redis: Client } = await import('ioredis');
  const client: Redis = new Client(url, {
    commandTimeout: commandMs,
    connectTimeout: connectMs,
    enableOfflineQueue: false,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(lastReconnectMs, firstReconnectMs * tries),
  });
  const known = new LRUCache<string, string>({ max: mostKnown });
  const alone = createLoneState({ known, clock });
  const server = createServerState(client, { known, onGateways: alone.setPeers });
  const id = randomUUID();
  let problem: string | undefined;
  let isClosed = false;
  let agreeing: Promise<void> | undefined;
  let cancelPresence = () => {};

  const fail = (error: unknown) => {
    if (problem !== undefined || isClosed) return;
    log.error({ err: error }, 'The shared state cannot be reached; this process goes on within its share');
    problem = 'The shared state (VALKEY_URL) cannot be reached';
    presentAfter(lastReconnectMs);
  };

  const change = createQueue(async (all) => {
    // What was decided alone meanwhile would not be merged.
    await agreeing;
    try {
      if (problem !== undefined) throw new Error(problem);
      await server.commit(all);
    } catch (error) {
      // Decided once more alone, what the server has made already would be counted twice.
      const giveUp = isWithoutAnswer(error) ? rejectWith(error) : alone.decide;
      fail(error);
      for (const pending of all) giveUp(pending);
    }
  });

  /** Brings what was done alone to the others, before anything else is changed. */
  async function agree(): Promise<void> {
    const onError = (error: unknown) => log.error({ err: error }, 'What was done alone could not be merged');
    const changes = alone.mergesOf(merges).map((change): Pending => ({ change, resolve: () => {}, reject: onError }));
    for (let at = 0; at < changes.length; at += mostTogether) {
      const some = changes.slice(at, at + mostTogether);
      await server.commit(some);
      // Not once more where the server goes away again before the end.
      alone.forget(keysOf(some));
    }
    alone.clear();
    log.info('The shared state is reached again');
    problem = undefined;
  }

  /** Says that this process is there and counts those that are; also how it is noticed that the server is back. */
  async function present(): Promise<void> {
    try {
      alone.setPeers(await countGateways(client, id, clock.now()));
      if (problem !== undefined) {
        agreeing = agree().catch(fail);
        await agreeing;
      }
    } catch (error) {
      fail(error);
      // After a failover the old connection leads to a replica, or to nobody: the name may lead elsewhere by now.
      if (client.status === 'ready') client.disconnect(true);
    }
    presentAfter(problem === undefined ? presentMs : lastReconnectMs);
  }

  function presentAfter(ms: number): void {
    cancelPresence();
    if (!isClosed) cancelPresence = clock.after(ms, () => void present());
  }

  client.on('error', fail);
  await client.connect().catch(fail);
  await present();

  return {
    isShared: true,
    change,
    problem: () => problem,
    async close() {
      isClosed = true;
      cancelPresence();
      await client.zrem('gateways', id).catch(() => undefined);
      client.disconnect();
    },
  };
}

/** The command was sent, and no answer came. A command that was answered with an error changed nothing. */
const isWithoutAnswer = (error: unknown) =>
  error instanceof Error && /^(?:Command timed out|Connection is closed|Reached the max retries)/.test(error.message);

const rejectWith = (cause: unknown) => {
  const error = new HttpError('busy', { reason: 'the shared state did not say whether it was changed', cause });
  return ({ reject }: Pending) => reject(error);
};

async function countGateways(client: Redis, id: string, now: number): Promise<number> {
  const answers = await client
    .multi()
    .zadd('gateways', now, id)
    .zremrangebyscore('gateways', 0, now - absentMs)
    .zcard('gateways')
    .exec();
  const failed = answers?.find(([error]) => error !== null);
  if (failed) throw failed[0];
  return Number(answers?.[2]?.[1] ?? 1);
}

/** What the server has, and how it is changed. */
interface ServerStateOptions {
  /** The texts of keys as they were last. */
  known: LRUCache<string, string>;
  /** How many gateways say that they are there. */
  onGateways(count: number): void;
}

function createServerState(client: Redis, { known, onGateways }: ServerStateOptions) {
  /** @returns whether they were set; if not, `expected` is what was found */
  async function set(keys: readonly string[], expected: Texts, next: Texts, lastsMs: ReadonlyMap<string, number>): Promise<boolean> {
    const textsOf = (of: Texts) => keys.map((key) => of.get(key) ?? '');
    const lasts = keys.map((key) => lastsMs.get(key) ?? 1);
    const [gateways, ...texts] = (await client.eval(
      compareAndSet,
      keys.length,
      ...keys,
      ...textsOf(expected),
      ...textsOf(next),
      ...lasts,
    )) as [number, ...string[]];
    onGateways(gateways);
    const found = texts.length > 0 ? texts : undefined;
    for (const [at, key] of keys.entries()) {
      const text = found ? (found[at] ?? '') : (next.get(key) ?? '');
      known.set(key, text);
      if (found) expected.set(key, text);
    }
    return !found;
  }

  return {
    /** Makes changes together, as if one came after the other. Rejects when the server did not answer. */
    async commit(all: readonly Pending[]): Promise<void> {
      const keys = keysOf(all);
      const expected: Texts = new Map(keys.map((key) => [key, known.get(key) ?? '']));
      for (let tries = 0; tries < mostTries; tries += 1) {
        const { next, lastsMs, settle } = decideAll(all, expected);
        if (!(await set(keys, expected, new Map([...expected, ...next]), lastsMs))) continue;
        settle();
        return;
      }
      throw new Error(`Others changed ${keys.join(', ')} ${mostTries} times meanwhile`);
    },
  };
}

/** What one process does by itself while the server cannot be reached. */
function createLoneState({ known, clock }: { known: Pick<LRUCache<string, string>, 'get'>; clock: Clock }) {
  /** What was agreed before, and what it came to. */
  const own = new Map<string, { agreed: string; text: string; endsAt: number }>();
  let peers = 1;

  const find = (key: string): { agreed: string; text: string } => {
    const entry = own.get(key);
    if (entry && entry.endsAt > clock.now()) return entry;
    const agreed = known.get(key) ?? '';
    return { agreed, text: agreed };
  };
  function decideNow(change: Change<unknown>): unknown {
    const entries = change.keys.map(find);
    const found = entries.map(({ text }) => parseText(text));
    const { result, values } = change.decide(found, { share: 1 / peers, agreed: entries.map(({ agreed }) => parseText(agreed)) });
    for (const [at, text] of (values ?? []).map(toText).entries()) {
      const endsAt = clock.now() + lastsOf(change, at);
      own.set(change.keys[at] ?? '', { agreed: entries[at]?.agreed ?? '', text, endsAt });
    }
    return result;
  }

  return {
    setPeers(count: number) {
      peers = Math.max(1, count);
    },
    decide({ change, resolve, reject }: Pending): void {
      try {
        resolve(decideNow(change));
      } catch (error) {
        reject(error);
      }
    },
    mergesOf: (merges: Merges): Change<undefined>[] =>
      [...own].flatMap(([key, { agreed, text, endsAt }]) => {
        const merge = merges[kindOf(key)];
        const lastsMs = endsAt - clock.now();
        if (!merge || lastsMs <= 0) return [];
        return {
          keys: [key],
          lastsMs,
          decide: ([found]) => ({ result: undefined, values: [merge(parseText(agreed), parseText(text), found)] }),
        };
      }),
    forget(keys: readonly string[]): void {
      for (const key of keys) own.delete(key);
    },
    clear: () => own.clear(),
  };
}
