import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { compressGzip, type Encoding, markEncoding, pickEncoding, takesEncoding } from '../../http/encoded-text.ts';
import { HttpError } from '../../http/exchange.ts';

/** For a text file, `brotliPath` is the path of the variant that the build compressed. */
export interface StaticFile {
  path: string;
  brotliPath?: string | undefined;
  contentType: string;
  read?(path: string): Promise<Buffer>;
  /** Compression dictionary (RFC 9842); absent if the file has no other version. */
  dictionary?:
    | {
        scope: string;
        /** @param digest SHA-256 of the dictionary in hex */
        findDelta(digest: string): Promise<Buffer | undefined>;
      }
    | undefined;
}

/** Files of earlier and later builds of the host, by their paths in the build. */
export interface HostFiles {
  find(file: string): Promise<StaticFile | undefined>;
}

/** Names contain the hash of the contents, so builds that share a name share the file. */
export async function findKept(hosts: HostFiles | undefined, file: string): Promise<StaticFile | undefined> {
  try {
    return await hosts?.find(file);
  } catch (cause) {
    throw new HttpError('busy', { cause });
  }
}

/** For paths that contain the hash or version of their content. */
export const immutable = 'public, max-age=31536000, immutable';

const fileCache = new LRUCache<string, Buffer>({ maxSize: 32 * 1024 * 1024, sizeCalculation: ({ length }) => length + 1 });

async function readEncoded({ path, brotliPath, read = readFile }: StaticFile, encoding: Encoding | undefined, changes: boolean) {
  const cached = async (key: string, load: () => Promise<Buffer>) => {
    const known = changes ? undefined : fileCache.get(key);
    if (known) return known;
    const bytes = await load();
    if (!changes) fileCache.set(key, bytes);
    return bytes;
  };
  const file = encoding === 'br' && brotliPath ? brotliPath : path;
  const readBytes = () => cached(file, () => read(file));
  return encoding === 'gzip' ? cached(`${path}.gz`, async () => compressGzip(await readBytes())) : readBytes();
}

/** Compresses texts if the client accepts compression. @throws HttpError `whenMissing` */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  whenMissing: GatewayErrorCode = 'not-found',
): Promise<FastifyReply> {
  const encoding = file.brotliPath ? pickEncoding(request.headers['accept-encoding']) : undefined;
  const bytes = await readEncoded(file, encoding, reply.getHeader('cache-control') !== immutable).catch((cause: unknown) => {
    throw new HttpError(whenMissing, { cause });
  });
  if (file.brotliPath) markEncoding(reply, encoding);
  reply.type(file.contentType);
  if (!file.dictionary) return reply.send(bytes);
  reply.header('use-as-dictionary', `match="${file.dictionary.scope}"`).header('vary', 'Accept-Encoding, Available-Dictionary');
  const digest = availableDictionary(request.headers, reply.hasHeader('access-control-allow-origin'));
  const delta = digest && (await file.dictionary.findDelta(digest));
  if (!delta || delta.length >= bytes.length) return reply.send(bytes);
  return reply.header('content-encoding', 'dcz').send(delta);
}

/**
 * Only pages of this site, and pages that may read the answer by CORS, get deltas. A page that bypasses caches, as after a hash mismatch,
 * gets the complete file.
 */
function availableDictionary(headers: IncomingHttpHeaders, isReadable: boolean): string | undefined {
  const {
    'available-dictionary': dictionary,
    'sec-fetch-site': site = '',
    'sec-fetch-mode': mode,
    'accept-encoding': accepted,
    'cache-control': control,
  } = headers;
  const mayRead = ['same-origin', 'none'].includes(String(site)) || (isReadable && mode === 'cors');
  if (!mayRead || control?.includes('no-cache') || !takesEncoding(accepted, 'dcz')) return undefined;
  const [, digest] = /^:([A-Za-z0-9+/]{43}=):$/.exec(String(dictionary)) ?? [];
  return digest && Buffer.from(digest, 'base64').toString('hex');
}

interface Recording {
  path: string;
  contentType?: string;
  missing: 'voice-not-found' | 'not-found';
}

/** Supports ranges, because iPhones play nothing from a server without ranges. @throws HttpError `missing` */
export async function sendAudio(request: FastifyRequest, reply: FastifyReply, recording: Recording): Promise<FastifyReply> {
  const { path, contentType = 'audio/mpeg', missing } = recording;
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new HttpError(missing, { cause });
  });
  reply.type(contentType).header('accept-ranges', 'bytes').header('cache-control', 'public, max-age=86400, immutable');
  // The answers have no validator, so If-Range never matches, and the browser's part may be of another file.
  const range = request.headers['if-range'] ? undefined : parseByteRange(request.headers.range, size);
  if (!range) return reply.header('content-length', size).send(createReadStream(path));
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).header('cache-control', 'no-store').send();
  }
  const { first, last } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${size}`)
    .header('content-length', last - first + 1)
    .send(createReadStream(path, { start: first, end: last }));
}

/** Both ends included. */
interface ByteRange {
  first: number;
  last: number;
}

/** Undefined: send the complete file, as RFC 9110 allows. 'unsatisfiable': the range begins past the end. */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [whole, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (whole === undefined || (!from && !to)) return undefined;
  // A range without a beginning counts from the end.
  const first = from ? Number(from) : size - Math.min(Number(to), size);
  const wanted = from && to ? Number(to) : size - 1;
  if (from && to && wanted < first) return undefined;
  return first < size ? { first, last: Math.min(wanted, size - 1) } : 'unsatisfiable';
}
