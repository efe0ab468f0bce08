import { readFile } from 'node:fs/promises';
import type { GatewayErrorCode } from '@enfilade/shared-contracts/api/gateway-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { HttpError } from '../../http/http-error.ts';
import type { StaticFile } from './static-files.ts';

/** The path names its content, so it never changes. */
export const immutable = 'public, max-age=31536000, immutable';

/** What every visitor asks for, as it was read. */
const kept = new LRUCache<string, Buffer>({ maxSize: 32 * 1024 * 1024, sizeCalculation: ({ length }) => length + 1 });

/** A file; one that never changes is read once. */
async function readBytes(file: string, changes: boolean): Promise<Buffer> {
  const held = changes ? undefined : kept.get(file);
  if (held) return held;
  const bytes = await readFile(file);
  if (!changes) kept.set(file, bytes);
  return bytes;
}

/** Whether the client takes Brotli; `br;q=0` says it does not. */
export function acceptsBrotli(request: FastifyRequest): boolean {
  const accepted = request.headers['accept-encoding'];
  return typeof accepted === 'string' && /(?:^|,)\s*br\s*(?:;\s*q=(?:1|0?\.\d*[1-9])\d*\s*)?(?:,|$)/.test(accepted);
}

/** Sends a file, compressed at build where it was and the client takes it. @throws HttpError `not-found`, or what a file that should be there says instead */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  whenMissing: GatewayErrorCode = 'not-found',
): Promise<FastifyReply> {
  const brotliPath = acceptsBrotli(request) ? file.brotliPath : undefined;
  const bytes = await readBytes(brotliPath ?? file.path, reply.getHeader('cache-control') !== immutable).catch((cause: unknown) => {
    throw new HttpError(whenMissing, { cause });
  });
  if (file.brotliPath) reply.header('vary', 'Accept-Encoding');
  if (brotliPath) reply.header('content-encoding', 'br');
  return reply.type(file.contentType).send(bytes);
}
