import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayFault } from '../../http/gateway-fault.ts';
import { parseByteRange } from './byte-range.ts';

export interface Recording {
  path: string;
  /** What is said when there is no such file. */
  missing: 'voice-not-found' | 'not-found';
}

/**
 * Sends a short recording, whole or the part asked for: iPhones play nothing from a server that knows no
 * ranges. @throws GatewayFault as `missing` says
 */
export async function sendAudio(request: FastifyRequest, reply: FastifyReply, { path, missing }: Recording): Promise<FastifyReply> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new GatewayFault(missing, { cause });
  });
  reply.type('audio/mpeg').header('accept-ranges', 'bytes').header('cache-control', 'public, max-age=86400, immutable');
  // There is no validator a browser could name, so If-Range never holds, and what it has may be of another file.
  const range = request.headers['if-range'] ? undefined : parseByteRange(request.headers.range, bytes.length);
  if (!range) return reply.send(bytes);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${bytes.length}`).header('cache-control', 'no-store').send();
  }
  const { first, last } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${bytes.length}`)
    .send(bytes.subarray(first, last + 1));
}
