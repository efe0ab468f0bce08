import { forgetRequestSchema } from '@enfilade/shared-contracts/api/carried-visit';
import type { FastifyInstance } from 'fastify';
import { parseInput } from '../../http/exchange.ts';
import type { Groups } from '../groups/groups.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import type { VisitCookie } from '../visits/visit-cookie.ts';
import type { ChatChains } from './chat-chains.ts';
import type { ChatTurns } from './chat-turns.ts';

export interface ForgetRouteOptions {
  museums: MuseumDirectory;
  cookie: VisitCookie;
  chains: Pick<ChatChains, 'forget'>;
  turns: Pick<ChatTurns, 'forget'>;
  groups: Pick<Groups, 'endOf'>;
}

/**
 * `POST /api/visits/forget`: what led from this visit to what was said in it is gone, its cookie and the group that followed it, too. A visit that is
 * not known, or over, has nothing left. What counts against a limit stays until it expires: it holds no word.
 */
export function registerForgetRoute(app: FastifyInstance, { museums, cookie, chains, turns, groups }: ForgetRouteOptions): void {
  app.post('/api/visits/forget', async (request, reply) => {
    const { museumId } = parseInput(forgetRequestSchema, request.body);
    const museum = await museums.loadMuseum(museumId);
    const visit = cookie.find(request);
    if (visit) {
      await turns.forget(visit.id);
      await chains.forget(visit.id, museum);
      await groups.endOf(visit.id);
    }
    return reply.header('set-cookie', cookie.removal(request)).code(204).send();
  });
}
