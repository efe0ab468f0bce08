import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { mostEntries } from '../../http/most-entries.ts';
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
 * begins; a changed consent is signed anew.
 */
export type VisitOf = (request: FastifyRequest, reply: FastifyReply, facts?: VisitFacts) => RequestVisit;

export interface VisitOfOptions {
  cookie: VisitCookie;
  clock: Clock;
  addressOf(request: FastifyRequest): string;
}

const maxRecent = 10_000;
const recentMs = 60_000;

/**
 * A message that was sent twice before the first cookie arrived belongs to one visit: the random id of the
 * message, which only its sender knows, leads to the visit it began.
 */
export function createVisitOf({ cookie, clock, addressOf }: VisitOfOptions): VisitOf {
  const begunBy = new LRUCache<string, SignedVisit>({ ...mostEntries(maxRecent), ttl: recentMs, ttlResolution: 0, perf: clock });

  const begin = ({ museumId = '*', consent = 'unasked', clientMessageId }: VisitFacts): SignedVisit => {
    if (clientMessageId === undefined) return cookie.begin({ museumId, consent });
    const key = `${clientMessageId}/${museumId}`;
    const begun = begunBy.get(key);
    if (begun) return { ...begun, consent };
    const visit = cookie.begin({ museumId, consent });
    begunBy.set(key, visit);
    return visit;
  };

  return (request, reply, facts = {}) => {
    const found = cookie.find(request);
    const known = found && (facts.museumId === undefined || facts.museumId === found.museumId) ? found : undefined;
    const visit = known ? { ...known, consent: facts.consent ?? known.consent } : begin(facts);
    if (visit.consent !== known?.consent) reply.header('set-cookie', cookie.header(request, visit));
    const { id, museumId, consent } = visit;
    return { id, museumId, consent, address: addressOf(request) };
  };
}
