import { createHash } from 'node:crypto';
import type { ChatRequest } from '@enfilade/shared-contracts/api/schemas';
import { LRUCache } from 'lru-cache';
import { GatewayFault } from '../../http/gateway-fault.ts';
import { type ChatTurn, startChatTurn, type TurnWork } from './chat-turn.ts';

export interface TurnKey {
  visitId: string;
  request: ChatRequest;
}

/** The turns under way and those answered lately, so that a message sent twice is asked once. */
export interface ChatTurns {
  /**
   * The turn of this message; work is begun only when there is none yet.
   * @throws GatewayFault `refused` when the id stands for another message; what `begin` threw, and then there is no turn
   */
  join(key: TurnKey, begin: () => TurnWork): ChatTurn;
}

const maxTurns = 2000;

export function createChatTurns(): ChatTurns {
  const turns = new LRUCache<string, { turn: ChatTurn; fingerprint: string }>({ max: maxTurns });
  return {
    join({ visitId, request }, begin) {
      const key = `${visitId}/${request.clientMessageId}`;
      const { museumId, exhibitionId } = request.visit;
      // Not the whole visit: whoever changes the language meanwhile still asks the same.
      const fingerprint = createHash('sha256')
        .update(JSON.stringify([museumId, exhibitionId, request.text]))
        .digest('base64');
      const held = turns.get(key);
      if (held && held.fingerprint !== fingerprint) throw new GatewayFault('refused', { reason: 'one message id, two messages' });
      if (held) return held.turn;
      const work = begin();
      const turn = startChatTurn({
        run: work.run,
        onEnd(end, fault) {
          // Only an answer is worth keeping: the same message may be asked again after a failure.
          if (end !== 'answered' && turns.peek(key)?.turn === turn) turns.delete(key);
          work.onEnd(end, fault);
        },
      });
      turns.set(key, { turn, fingerprint });
      return turn;
    },
  };
}
