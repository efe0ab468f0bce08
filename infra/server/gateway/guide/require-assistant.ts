import type { Assistant } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { FastifyBaseLogger } from 'fastify';
import { GatewayFault } from '../../http/gateway-fault.ts';
import type { CheckedVisit } from '../visits/check-visit.ts';

/** Who guides through the visit's exhibition. @throws GatewayFault `exhibition-not-found` where nobody does */
export function requireAssistant({ exhibition: { assistant } }: CheckedVisit, log: FastifyBaseLogger): Assistant {
  if (assistant) return assistant;
  log.warn('No exhibition or assistant found');
  throw new GatewayFault('exhibition-not-found', { reason: 'the exhibition has no assistant' });
}
