import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Consent, SignedVisit, VisitCookie } from './visit-cookie.ts';

/** The visit of one request, and the network it came from. */
export interface RequestVisit extends Pick<SignedVisit, 'id' | 'museumId' | 'consent'> {
  address: string;
}

export interface VisitFacts {
  /** One that is known to be. Absent where a request names none: any museum's visit will do. */
  museumId?: EntityId | undefined;
  /** As the checked answers have it. Absent where a request has none: it stays what it was. */
  consent?: Consent | undefined;
  clientMessageId?: string | undefined;
}

/**
 * Finds the visit a writing request belongs to. Without a valid cookie, and with that of another museum, a new one
 * begins; a changed consent is signed again.
 */
export type VisitOf = (request: FastifyRequest, reply: FastifyReply, facts?: VisitFacts) => RequestVisit;

export interface VisitOfOptions {
  cookie: VisitCookie;
  addressOf(request: FastifyRequest): string;
  onBegin(): void;
}

export function createVisitOf({ cookie, addressOf, onBegin }: VisitOfOptions): VisitOf {
  return (request, reply, facts = {}) => {
    const found = cookie.find(request);
    const known = found && (facts.museumId === undefined || facts.museumId === found.museumId) ? found : undefined;
    const { museumId: named = '*', consent: said = 'unasked', clientMessageId } = facts;
    const visit = known
      ? { ...known, consent: facts.consent ?? known.consent }
      : cookie.begin({ museumId: named, consent: said, clientMessageId });
    if (!known) onBegin();
    if (visit.consent !== known?.consent) reply.header('set-cookie', cookie.header(request, visit));
    const { id, museumId, consent } = visit;
    return { id, museumId, consent, address: addressOf(request) };
  };
}
