import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { HttpError } from '../http/exchange.ts';
import { createQueue, decideAll, keysOf, type Pending, type SharedState, type Texts } from './shared-state.ts';

/**
 * Sets all values if the current values are the expected ones; otherwise returns the current values.
 * ARGV has the expected values, the new values (empty to remove) and the lifetimes in ms, each in the order of KEYS.
 */
const compareAndSet = `
local found = redis.call('MGET', unpack(KEYS))
for at = 1, #KEYS do
  if (found[at] or '') ~= ARGV[at] then
    for other = 1, #KEYS do found[other] = found[other] or '' end
    return found
  end
end
for at, key in ipairs(KEYS) do
  local value = ARGV[#KEYS + at]
  if value ~= ARGV[at] then
    if value == '' then redis.call('DEL', key) else redis.call('SET', key, value, 'PX', ARGV[2 * #KEYS + at]) end
  end
end
return {}`;

/** A try fails if another process changed a value meanwhile. */
const mostTries = 100;
const mostKnown = 20_000;
const usualCommandMs = 500;
const connectMs = 1_000;
const [firstReconnectMs, lastReconnectMs] = [100, 1_000];
/** While the server accepts writes, and while the server refuses writes. */
const [usualProbeMs, failingProbeMs] = [5_000, 1_000];
/** A replica refuses the write. */
const probe = { key: 'probe', lastsMs: 1_000 };

export interface ValkeyStateOptions {
  /** `redis://` or `rediss://`. */
  url: string;
  clock: Clock;
  log: FastifyBaseLogger;
  /** After the timeout the server counts as unreachable. */
  commandMs?: number;
}

/** While the server cannot be reached, changes are refused as `busy`. So is a change with a late answer, which the server may have made. */
export async function openValkeyState({ url, clock, log, commandMs = usualCommandMs }: ValkeyStateOptions): Promise<SharedState> {
  const { Redis: Client } = await import('ioredis');
  const client: Redis = new Client(url, {
    commandTimeout: commandMs,
    connectTimeout: connectMs,
    enableOfflineQueue: false,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(lastReconnectMs, firstReconnectMs * tries),
  });
  const commit = createCommit(client);
  let problem: string | undefined;
  let isClosed = false;
  let cancelProbe = () => {};

  const fail = (error: unknown) => {
    if (problem !== undefined || isClosed) return;
    log.error({ err: error }, 'The shared state cannot be reached; what costs money is refused until then');
    problem = 'The shared state (VALKEY_URL) cannot be reached';
    probeAfter(failingProbeMs);
  };
  const change = createQueue(async (all) => {
    if (problem !== undefined) throw unavailable(problem);
    await commit(all).catch((error: unknown) => {
      if (error instanceof HttpError) throw error;
      fail(error);
      throw unavailable('the shared state did not answer', error);
    });
  });

  async function probeNow(): Promise<void> {
    try {
      await client.set(probe.key, '', 'PX', probe.lastsMs);
      if (problem !== undefined) log.info('The shared state is reachable again');
      problem = undefined;
    } catch (error) {
      fail(error);
      // After a failover the open connection leads to a replica, and the name may lead to another server.
      if (client.status === 'ready') client.disconnect(true);
    }
    probeAfter(problem === undefined ? usualProbeMs : failingProbeMs);
  }
  function probeAfter(ms: number): void {
    cancelProbe();
    if (!isClosed) cancelProbe = clock.after(ms, () => void probeNow());
  }

  client.on('error', fail);
  await client.connect().catch(fail);
  await probeNow();

  return {
    isShared: true,
    change,
    problem: () => problem,
    async close() {
      isClosed = true;
      cancelProbe();
      client.disconnect();
    },
  };
}

const unavailable = (reason: string, cause?: unknown) => new HttpError('busy', { reason, cause });

/** Makes waiting changes in order with one request. The function rejects if the server does not answer. */
function createCommit(client: Redis) {
  /** The last known texts by key, so that most changes need only one request. */
  const known = new LRUCache<string, string>({ max: mostKnown });
  return async (all: readonly Pending[]): Promise<void> => {
    const keys = keysOf(all);
    let expected: Texts = new Map(keys.map((key) => [key, known.get(key) ?? '']));
    for (let tries = 0; tries < mostTries; tries += 1) {
      const decided = decideAll(all, expected);
      const next: Texts = new Map([...expected, ...decided.next]);
      const textsOf = (of: Texts) => keys.map((key) => of.get(key) ?? '');
      const lastsMs = keys.map((key) => decided.lastsMs.get(key) ?? 1);
      const sent = [...textsOf(expected), ...textsOf(next), ...lastsMs];
      const found = (await client.eval(compareAndSet, keys.length, ...keys, ...sent)) as string[];
      const isSet = found.length === 0;
      const texts: Texts = isSet ? next : new Map(keys.map((key, at) => [key, found[at] ?? '']));
      for (const [key, text] of texts) known.set(key, text);
      if (isSet) return decided.settle();
      expected = texts;
    }
    throw unavailable(`others changed ${keys.join(', ')} ${mostTries} times meanwhile`);
  };
}
