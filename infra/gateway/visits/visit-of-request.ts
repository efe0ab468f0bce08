import type { Clock } from '@enfilade/shared-contracts/remote/clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { VisitSeal } from './visit-cookie.ts';

/** Finds the visit a writing request belongs to; without a valid cookie a new one begins. */
export type VisitOf = (request: FastifyRequest, reply: FastifyReply, clientMessageId?: string) => string;

const maxRecent = 10_000;
const recentMs = 60_000;

/**
 * A message that was sent twice before the first cookie arrived belongs to one visit: the random id of the
 * message, which only its sender knows, leads to the visit it began.
 */
export function createVisitOf(seal: VisitSeal, clock: Clock): VisitOf {
  const begunBy = new LRUCache<string, { visitId: string; at: number }>({ max: maxRecent });

  const begin = (clientMessageId: string | undefined): string => {
    const begun = clientMessageId === undefined ? undefined : begunBy.get(clientMessageId);
    if (begun && clock.now() - begun.at < recentMs) return begun.visitId;
    const visitId = seal.mint();
    if (clientMessageId !== undefined) begunBy.set(clientMessageId, { visitId, at: clock.now() });
    return visitId;
  };

  return (request, reply, clientMessageId) => {
    const known = seal.find(request.headers.cookie);
    if (known !== undefined) return known;
    const visitId = begin(clientMessageId);
    reply.header('set-cookie', seal.header(visitId));
    return visitId;
  };
}
