import { randomUUID } from 'node:crypto';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import type { MuseumContent } from '../content/content.ts';
import type { Guide } from '../guide/guide.ts';
import type { AnswerUsage, GuideEvent, GuideState } from '../guide/guide-state.ts';
import { ServiceError } from '../services/http.ts';
import { type ChatRequest, type VariableValues, visitorText } from './chat-request.ts';
import { museumContextOf, questionOf, stateFromSummary } from './museum-context.ts';

const mostChats = 5000;

/** Two turns may refer to the same turn and then continue separately. */
type Chat = { assistantId: string | undefined; variables: VariableValues; state: GuideState };

export interface ChatTurn {
  id: string;
  assistantId: string | undefined;
  previousChatId: string | undefined;
  text: string;
  answer: AsyncIterable<GuideEvent>;
  usage(): AnswerUsage | undefined;
}

/** Store for conversations of all platforms of a site. The store has no variables, because a site sends them with every question. */
export interface SharedChats {
  load(id: string): Promise<Pick<Chat, 'assistantId' | 'state'> | undefined>;
  save(id: string, chat: Pick<Chat, 'assistantId' | 'state'>): void;
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
    const elsewhere = chats.has(id) ? undefined : await shared?.load(id);
    const previous = elsewhere ? { ...elsewhere, variables: {} } : chats.get(id);
    if (!previous) throw new ServiceError(400, 'previousChatId: no such chat');
    return previous;
  };

  return {
    /** @throws ServiceError 404 for an unknown assistant, 400 for an unknown chat, museum or exhibition */
    async answer(request: ChatRequest, signal: AbortSignal): Promise<ChatTurn> {
      const previous = await previousOf(request);
      const assistantId = request.assistantId ?? (request.assistant ? undefined : previous?.assistantId);
      const variables = { ...previous?.variables, ...request.assistantOverrides?.variableValues };
      const context = museumContextOf(museums, assistantId, variables);
      const text = visitorText(request);
      if (text === undefined) throw new ServiceError(400, 'input: contains no message of a user');
      const state = previous?.state ?? stateFromSummary(variables.pastTranscriptSummary, clock.now());
      let usage: AnswerUsage | undefined;
      const answer = guideOf(context.museum).answer(state, questionOf(text, variables, context, clock.now()), signal, (used) => {
        usage = used;
      });
      const id = randomUUID();
      const keepState = (reached: GuideState) => {
        chats.set(id, { assistantId, variables, state: reached });
        shared?.save(id, { assistantId, state: reached });
      };
      // Stored before the answer, because a visitor who interrupts the answer continues this chat.
      keepState(state);
      return { id, assistantId, previousChatId: request.previousChatId, text, answer: watchDone(answer, keepState), usage: () => usage };
    },
  };
}

async function* watchDone(answer: AsyncIterable<GuideEvent>, onDone: (state: GuideState) => void): AsyncIterable<GuideEvent> {
  for await (const event of answer) {
    if (event.type === 'done') onDone(event.state);
    yield event;
  }
}
