import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketSettings } from '../artifacts/bucket.ts';

/** The bucket answers as S3 unless a fault is set. */
export type BucketFault = 'slow-down' | 'wrong-bytes' | 'half-bodies' | 'slow' | 'silence' | 'forbidden' | 'denied';

/** In memory, with S3's wire format. */
export interface ScriptedBucket {
  settings: BucketSettings;
  objects: Map<string, Buffer>;
  /** Methods and statuses of the requests in order, such as `PUT 200`. */
  readonly heard: string[];
  /** For the next `times` requests, or for all requests. */
  fail(method: string, fault: BucketFault, times?: number): void;
  unanswered: number;
  aheadMs: number;
  stop(): Promise<void>;
  start(): Promise<void>;
}

const skewLimitMs = 15 * 60_000;
const slowMs = 300;

export async function startScriptedBucket(): Promise<ScriptedBucket> {
  const faults = new Map<string, { fault: BucketFault; times: number }>();
  const heard: string[] = [];
  let server: Server;
  let port = 0;
  const takeFault = (method: string) => {
    const found = faults.get(method);
    if (found && --found.times <= 0) faults.delete(method);
    return found?.fault;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    const fault = takeFault(method);
    if (fault === 'silence') {
      bucket.unanswered += 1;
      return;
    }
    const key = keyOf(url);
    const found = bucket.objects.get(key);
    const refused = (fault && refusals[fault]) ?? problemOf(headers, body, bucket.aheadMs);
    const [status, code] = refused ?? answerOf(method, key, found);
    if (code === '' && method === 'PUT') bucket.objects.set(key, body);
    if (status === 204) bucket.objects.delete(key);
    heard.push(`${method} ${status}`);
    const date = new Date(Date.now() + bucket.aheadMs).toUTCString();
    send(response, { status, date, fault, content: contentOf(code, method === 'GET' ? found : undefined, fault) });
  }

  const bucket: ScriptedBucket = {
    settings: { url: 's3://bucket/site', credentials: { accessKeyId: 'key', secretAccessKey: 'secret' } },
    objects: new Map(),
    heard,
    fail: (method, fault, times = Number.POSITIVE_INFINITY) => void faults.set(method, { fault, times }),
    aheadMs: 0,
    unanswered: 0,
    async stop() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
    async start() {
      server = createServer((request, response) => void answer(request, response)).listen(port, '127.0.0.1');
      await once(server, 'listening');
      ({ port } = server.address() as AddressInfo);
    },
  };
  await bucket.start();
  bucket.settings.endpoint = `http://127.0.0.1:${port}`;
  return bucket;
}

type Answer = readonly [status: number, code: string];
const refusals: Partial<Record<BucketFault, Answer>> = {
  'slow-down': [503, 'SlowDown'],
  forbidden: [403, 'InvalidAccessKeyId'],
  denied: [403, 'AccessDenied'],
};

/** Refuses an unsigned request, a request of another time, and a body that differs from the signature. */
function problemOf(headers: IncomingMessage['headers'], body: Buffer, aheadMs: number): Answer | undefined {
  const [, day, time] = /^(\d{8})T(\d{6})Z$/.exec(String(headers['x-amz-date'])) ?? [];
  if (!headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/') || !day || !time) return [403, 'AccessDenied'];
  const at = Date.parse(`${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`);
  if (Math.abs(at - Date.now() - aheadMs) > skewLimitMs) return [403, 'RequestTimeTooSkewed'];
  const signed = String(headers['x-amz-content-sha256']);
  return signed === createHash('sha256').update(body).digest('hex') ? undefined : [400, 'XAmzContentSHA256Mismatch'];
}

function answerOf(method: string, key: string, found: Buffer | undefined): Answer {
  if (key === '') return [404, 'NoSuchBucket'];
  if (method === 'DELETE') return [204, ''];
  return found || method === 'PUT' ? [200, ''] : [404, 'NoSuchKey'];
}

function contentOf(code: string, found: Buffer | undefined, fault: BucketFault | undefined): Buffer {
  if (code !== '' || !found) return Buffer.from(code && errorXml(code));
  return fault === 'wrong-bytes' ? Buffer.from(found.map((byte) => byte ^ 1)) : found;
}

interface Sent {
  status: number;
  date: string;
  fault: BucketFault | undefined;
  content: Buffer;
}

function send(response: ServerResponse, { status, date, fault, content }: Sent): void {
  response.writeHead(status, { date, 'content-length': content.length });
  const half = content.length / 2;
  if (fault === 'half-bodies') response.write(content.subarray(0, half), () => response.destroy());
  else if (fault === 'slow')
    response.write(content.subarray(0, half), () => setTimeout(() => response.end(content.subarray(half)), slowMs));
  else response.end(content);
}

/** Empty for an address of another bucket. */
const keyOf = (url: string) => /^\/bucket\/([^?]+)/.exec(url)?.[1] ?? '';
const errorXml = (code: string) => `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
