import { createHash } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { pictureTypes } from '@enfilade/shared-contracts/museum/media-files';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The encoding that the client prefers (RFC 9110, 12.5.3), Brotli before gzip at the same quality; undefined for no encoding. */
export function pickEncoding(header: string | string[] | undefined): Encoding | undefined {
  const qualities = readQualities(header);
  const qualityOf = (encoding: Encoding) => qualities.get(encoding) ?? qualities.get('*') ?? 0;
  let best: { encoding?: Encoding; quality: number } = { quality: qualities.get('identity') ?? 0 };
  for (const encoding of encodings) if (qualityOf(encoding) > best.quality) best = { encoding, quality: qualityOf(encoding) };
  return best.encoding;
}

/** Whether the client names this encoding. A wildcard does not count, because a dictionary encoding needs a stored file. */
export const takesEncoding = (header: string | string[] | undefined, name: string) => (readQualities(header).get(name) ?? 0) > 0;

/** Reading the header again for each file took a fifth of its processor time. */
const readBefore = new LRUCache<string, ReadonlyMap<string, number>>({ max: 100 });
const longestKept = 100;

function readQualities(header: string | string[] = ''): ReadonlyMap<string, number> {
  const text = String(header);
  const known = readBefore.get(text);
  if (known) return known;
  const qualities = new Map<string, number>();
  for (const entry of text.split(',')) {
    const [, name, quality = '1'] = /^\s*([\w*-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(entry) ?? [];
    if (name !== undefined) qualities.set(name.toLowerCase(), Number(quality));
  }
  if (text.length <= longestKept) readBefore.set(text, qualities);
  return qualities;
}

export const compressGzip = promisify(gzip);
const brotli = promisify(brotliCompress);
export const compressBrotli = (plain: Uint8Array, quality: number): Promise<Buffer> =>
  brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
export const compressBest = (plain: Uint8Array) => compressBrotli(plain, constants.BROTLI_MAX_QUALITY);

export interface EncodedText extends Readonly<Record<Encoding | 'plain', Buffer>> {
  readonly tag: string;
}

/** Compresses at a fast level, because a request is waiting. */
export async function encodeText(plain: Buffer): Promise<EncodedText> {
  const br = compressBrotli(plain, 5);
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 16)}"`;
  return { plain, br: await br, gzip: await compressGzip(plain), tag };
}

export function sendText(request: FastifyRequest, reply: FastifyReply, text: EncodedText): FastifyReply {
  const encoding = pickEncoding(request.headers['accept-encoding']);
  return markEncoding(reply, encoding).send(text[encoding ?? 'plain']);
}

export function sendTagged(request: FastifyRequest, reply: FastifyReply, text: EncodedText): FastifyReply {
  reply.header('etag', text.tag);
  if (!isKnownTag(request.headers['if-none-match'], text.tag)) return sendText(request, reply, text);
  return markEncoding(reply, undefined).code(304).send();
}

/** Whether If-None-Match lists the tag. A proxy that compresses adds `W/` to tags. */
function isKnownTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(tag) || known.includes('*');
}

export function markEncoding(reply: FastifyReply, encoding: Encoding | undefined): FastifyReply {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? 'Accept-Encoding' : `${String(before)}, Accept-Encoding`);
  return encoding ? reply.header('content-encoding', encoding) : reply;
}

/** A Map, because a name may end in `.constructor`. */
const contentTypes = new Map([
  ...pictureTypes,
  ['js', 'text/javascript; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['map', 'application/json; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['webmanifest', 'application/manifest+json'],
  ['ico', 'image/x-icon'],
  ['woff2', 'font/woff2'],
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
]);

export const contentTypeOf = (file: string) => contentTypes.get(path.extname(file).slice(1));

export const isPublishable = (file: string) => /\.(?:js|css|svg|png|jpe?g|webp|avif|woff2|mp3)$/.test(file);

/** Pictures, sounds and fonts are compressed already. */
export const isCompressible = (file: string) => /\.(?:js|css|svg)$/.test(file);
