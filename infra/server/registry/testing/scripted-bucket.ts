import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BucketSettings } from '../artifacts/bucket.ts';

/** What it does with requests of a method; absent: what S3 does. */
export type BucketFault = 'slow-down' | 'wrong-bytes' | 'half-bodies' | 'silence' | 'no-conditions' | 'conflict' | 'forbidden';

/** One bucket in S3's wire format, in memory, which can be made to fail. */
export interface ScriptedBucket {
  settings: BucketSettings;
  /** Key → contents. */
  objects: Map<string, Buffer>;
  /** `PUT 200` and the like, in order. */
  readonly heard: string[];
  /** Until it is called again; `times`: so many requests only. */
  fail(method: string, fault?: BucketFault, times?: number): void;
  /** How far its clock is ahead of this machine's. */
  aheadMs: number;
  stop(): Promise<void>;
  start(): Promise<void>;
}

const skewLimitMs = 15 * 60_000;

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
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = '', url = '', headers } = request;
    const { pathname } = new URL(url, 'http://s3');
    const end = (status: number, content: Buffer | string = '', more: Record<string, string | number> = {}) => {
      heard.push(`${method} ${status}`);
      const date = new Date(Date.now() + bucket.aheadMs).toUTCString();
      const length = Buffer.byteLength(content);
      response.writeHead(status, { date, 'content-length': length, ...more }).end(method === 'HEAD' ? undefined : content);
    };
    const refuse = (status: number, code: string) => end(status, errorXml(code), { 'content-type': 'application/xml' });
    const fault = takeFault(method);
    if (fault === 'silence') return;
    if (fault === 'slow-down') return refuse(503, 'SlowDown');
    if (fault === 'forbidden') return refuse(403, 'InvalidAccessKeyId');
    const problem = problemOf(headers, body, bucket.aheadMs);
    if (problem) return refuse(403, problem);
    const key = /^\/bucket\/(.+)$/.exec(pathname)?.[1];
    const found = bucket.objects.get(key ?? '');
    if (!/^\/bucket\/?/.test(pathname)) return refuse(404, 'NoSuchBucket');
    if (key === undefined) return end(200, listXml, { 'content-type': 'application/xml' });
    if (method === 'PUT') {
      if (headers['if-none-match'] && fault === 'no-conditions') return refuse(501, 'NotImplemented');
      if (fault === 'conflict') return refuse(409, 'ConditionalRequestConflict');
      if (headers['if-none-match'] && found) return refuse(412, 'PreconditionFailed');
      bucket.objects.set(key, body);
      return end(200);
    }
    if (!found) return refuse(404, 'NoSuchKey');
    if (fault === 'wrong-bytes') return end(200, Buffer.from(found.map((byte) => byte ^ 1)));
    if (fault !== 'half-bodies') return end(200, found);
    heard.push(`${method} half`);
    response.writeHead(200, { 'content-length': found.length }).write(found.subarray(0, found.length / 2), () => response.destroy());
  }

  const bucket: ScriptedBucket = {
    settings: { url: 's3://bucket/site', credentials: { accessKeyId: 'key', secretAccessKey: 'secret' } },
    objects: new Map(),
    heard,
    fail(method, fault, times = Number.POSITIVE_INFINITY) {
      if (fault) faults.set(method, { fault, times });
      else faults.delete(method);
    },
    aheadMs: 0,
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

/** A request that is not signed, of another time, or whose body is not what was signed. */
function problemOf(headers: IncomingMessage['headers'], body: Buffer, aheadMs: number): string | undefined {
  const [, day, time] = /^(\d{8})T(\d{6})Z$/.exec(String(headers['x-amz-date'])) ?? [];
  if (!headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/') || !day || !time) return 'AccessDenied';
  const at = Date.parse(`${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`);
  if (Math.abs(at - Date.now() - aheadMs) > skewLimitMs) return 'RequestTimeTooSkewed';
  const signed = String(headers['x-amz-content-sha256']);
  return signed === createHash('sha256').update(body).digest('hex') ? undefined : 'XAmzContentSHA256Mismatch';
}

const errorXml = (code: string) => `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
const listXml = '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';
