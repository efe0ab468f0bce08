import { randomUUID } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import type { MuseumContent } from '../content/content.ts';
import type { Guide } from '../guide/guide.ts';
import type { AnswerUsage, GuideEvent, GuideState } from '../guide/guide-state.ts';
import { ServiceError } from '../services/http.ts';
import { type ChatRequest, museumContextOf, questionOf, stateFromSummary } from './chat-request.ts';

const mostChats = 5000;

/** Two turns may refer to the same turn and then continue separately. */
type Chat = { state: GuideState };

export interface ChatTurn {
  id: string;
  assistantId: string;
  previousChatId: string | undefined;
  text: string;
  answer: AsyncIterable<GuideEvent>;
  usage(): AnswerUsage | undefined;
}

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

  const previousOf = async ({ previousChatId: id }: ChatRequest): Promise<Chat | undefined> => {
    if (id === undefined) return undefined;
    const previous = chats.get(id) ?? (await shared?.load(id));
    if (!previous) throw new ServiceError(400, 'previousChatId: no such chat');
    return previous;
  };

  return {
    /** @throws ServiceError 404 for an unknown assistant, 400 for an unknown chat, museum or exhibition */
    async answer(request: ChatRequest, signal: AbortSignal): Promise<ChatTurn> {
      const { assistantId, input: text, assistantOverrides, previousChatId } = request;
      const previous = await previousOf(request);
      const variables = assistantOverrides?.variableValues ?? {};
      const context = museumContextOf(museums, assistantId, variables);
      const state = previous?.state ?? stateFromSummary(variables.pastTranscriptSummary, clock.now());
      let usage: AnswerUsage | undefined;
      const answer = guideOf(context.museum).answer(state, questionOf(text, variables, context, clock.now()), signal, (used) => {
        usage = used;
      });
      const id = randomUUID();
      const keepState = (reached: GuideState) => {
        chats.set(id, { state: reached });
        shared?.save(id, { state: reached });
      };
      // Stored before the answer, because a visitor who interrupts the answer continues this chat.
      keepState(state);
      return { id, assistantId, previousChatId, text, answer: watchDone(answer, keepState), usage: () => usage };
    },
  };
}

async function* watchDone(answer: AsyncIterable<GuideEvent>, onDone: (state: GuideState) => void): AsyncIterable<GuideEvent> {
  for await (const event of answer) {
    if (event.type === 'done') onDone(event.state);
    yield event;
  }
}
