import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Visit } from '@enfilade/shared-contracts/visit/visit';
import { LRUCache } from 'lru-cache';

/**
 * The platform's id of the last answer in each conversation. It opens what was said, so no browser ever sees it.
 * A visitor who changes languages goes on with the same conversation.
 */
export interface ChatChains {
  last(visitId: string, visit: Visit): string | undefined;
  advance(visitId: string, visit: Visit, chatId: string): void;
}

const maxChains = 20_000;
const lifeMs = 4 * 60 * 60 * 1000;

export function createChatChains(clock: Clock): ChatChains {
  const chains = new LRUCache<string, { chatId: string; at: number }>({ max: maxChains });
  const keyOf = (visitId: string, { museumId, exhibitionId }: Visit) => [visitId, museumId, exhibitionId].join('/');
  return {
    last(visitId, visit) {
      const held = chains.get(keyOf(visitId, visit));
      return held && clock.now() - held.at < lifeMs ? held.chatId : undefined;
    },
    advance: (visitId, visit, chatId) => void chains.set(keyOf(visitId, visit), { chatId, at: clock.now() }),
  };
}
