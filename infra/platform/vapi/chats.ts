import { randomUUID } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import type { MuseumContent } from '../content/content.ts';
import type { Guide } from '../guide/guide.ts';
import type { GuideEvent, GuideState } from '../guide/guide-state.ts';
import { ServiceError } from '../services/http.ts';
import { type ChatRequest, museumContextOf, questionOf, stateFromSummary } from './chat-request.ts';

const mostChats = 5000;

/** Two turns may refer to the same turn and then continue separately. */
type Chat = { state: GuideState };

export type ChatTurn = { id: string; answer: AsyncIterable<GuideEvent> };

/** Store for conversations of all platforms of a site. A site sends assistant and variables with every question. */
export interface SharedChats {
  load(id: string): Promise<Chat | undefined>;
  save(id: string, chat: Chat): void;
}

export type Chats = ReturnType<typeof createChats>;

export function createChats(
  museums: readonly MuseumContent[],
  guideOf: (museum: MuseumContent) => Guide,
  clock: Pick<Clock, 'now'>,
  shared?: SharedChats,
) {
  const chats = new LRUCache<string, Chat>({ max: mostChats });

  return {
    /** @throws ServiceError 404 for an unknown assistant, 400 for an unknown chat, museum or exhibition */
    async answer({ assistantId, input, assistantOverrides, previousChatId }: ChatRequest, signal: AbortSignal): Promise<ChatTurn> {
      const previous = previousChatId === undefined ? undefined : (chats.get(previousChatId) ?? (await shared?.load(previousChatId)));
      if (previousChatId !== undefined && !previous) throw new ServiceError(400, 'previousChatId: no such chat');
      const variables = assistantOverrides?.variableValues ?? {};
      const context = museumContextOf(museums, assistantId, variables);
      const state = previous?.state ?? stateFromSummary(variables.pastTranscriptSummary, clock.now());
      const id = randomUUID();
      const keepState = (reached: GuideState) => {
        chats.set(id, { state: reached });
        shared?.save(id, { state: reached });
      };
      // Stored before the answer, because a visitor who interrupts the answer continues this chat.
      keepState(state);
      const answer = guideOf(context.museum).answer(state, questionOf(input, variables, context, clock.now()), signal);
      return { id, answer: watchDone(answer, keepState) };
    },
  };
}

async function* watchDone(answer: AsyncIterable<GuideEvent>, onDone: (state: GuideState) => void): AsyncIterable<GuideEvent> {
  for await (const event of answer) {
    if (event.type === 'done') onDone(event.state);
    yield event;
  }
}
