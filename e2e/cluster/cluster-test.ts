import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { freshId } from '../../infra/tooling/bench/content.mjs';
import { museums, test as siteTest, staircase } from '../test-kit/test.ts';
import { type Cluster, startCluster } from './start-cluster.ts';
import type { ProxyKind } from './start-proxy.ts';

interface WorkerFixtures {
  proxyKind: ProxyKind;
  cluster: Cluster;
}

/** Pages opened with a path go through the cluster's proxy. */
export const test = siteTest.extend<object, WorkerFixtures>({
  proxyKind: ['nginx', { option: true, scope: 'worker' }],
  cluster: [
    async ({ proxyKind }, use) => {
      const cluster = await startCluster(proxyKind);
      await use(cluster);
      await cluster.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ cluster }, use) => {
    await use(cluster.origin);
  },
});

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  pieces: number;
}

export const questionOf = (visit: object, cookie: string | undefined) => ({
  ...{ address: '/api/chat', cookie },
  body: { visit, clientMessageId: freshId, text: 'Who painted the ceiling?' },
});

interface Sent {
  headers?: Record<string, string>;
  /** An archive, or a value that is sent as JSON. */
  body?: object;
}

/** Keeps connections open, as browsers do. @param localAddress of this machine, because visitors of a museum share an address */
export function createClient({ origin, ca }: Pick<Cluster, 'origin' | 'ca'>, localAddress?: string) {
  // HAProxy closes an idle connection after 15 s. A request at that moment fails, which browsers repeat and Node does not.
  const agent = new Agent({ ca, keepAlive: true, timeout: 5_000, ...(localAddress !== undefined && { localAddress }) });
  const send = (method: string, path: string, { headers = {}, body }: Sent = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const type = body && { 'content-type': Buffer.isBuffer(body) ? 'application/gzip' : 'application/json' };
      const sent = request(origin + path, { method, agent, headers: { ...headers, ...type } });
      sent.once('error', reject);
      sent.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => void chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            ...{ status: response.statusCode ?? 0, headers: response.headers, pieces: chunks.length },
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      sent.end(Buffer.isBuffer(body) ? body : body && JSON.stringify(body));
    });
  return {
    send,
    get: (path: string) => send('GET', path),
    ask: (text: string, cookie?: string, clientMessageId: string = randomUUID()) =>
      send('POST', '/api/chat', {
        headers: { 'x-enfilade': '1', accept: 'text/event-stream', ...(cookie && { cookie }) },
        body: {
          visit: { museumId: museums.belmonte, exhibitionId: staircase, language: 'en', visitMode: 'exploration', answers: {} },
          ...{ clientMessageId, text },
        },
      }),
    close: () => agent.destroy(),
  };
}

interface Load {
  counts: { pages: number; answers: number };
  failures: string[];
  stop(): Promise<void>;
}

/** Visitors load pages, or ask questions, without a pause. */
export function startLoad(cluster: Cluster, { readers, askers }: { readers: number; askers: number }): Load {
  const counts = { pages: 0, answers: 0 };
  const failures: string[] = [];
  const client = createClient(cluster);
  let isOver = false;
  const repeat = async (act: () => Promise<string | undefined>) => {
    while (!isOver) {
      const failure = await act().catch((error: Error) => `${error.message}`);
      if (failure !== undefined) failures.push(failure);
    }
  };
  const read = async () => {
    const { status, text } = await client.get(`/?museum=${museums.belmonte}`);
    counts.pages += 1;
    return status === 200 && text.includes('</html>') ? undefined : `page: ${status}`;
  };
  const createAsker = () => {
    let cookie: string | undefined;
    return async () => {
      const { status, headers, text } = await client.ask('Who painted the ceiling?', cookie);
      cookie ??= String(headers['set-cookie']).split(';')[0];
      counts.answers += 1;
      // The chat's page waits this time, too.
      await wait(1_000 * Number(headers['retry-after'] ?? 0));
      return status === 200 && text.includes('event: done') ? undefined : `answer: ${status} ${text.slice(-300)}`;
    };
  };
  const all = [...Array.from({ length: readers }, () => repeat(read)), ...Array.from({ length: askers }, () => repeat(createAsker()))];
  return {
    counts,
    failures,
    async stop() {
      isOver = true;
      await Promise.all(all);
      client.close();
    },
  };
}
