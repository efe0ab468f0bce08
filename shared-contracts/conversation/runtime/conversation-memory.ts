import { z } from 'zod';
import { roomSchema, sourceSchema } from '../../api/schemas.ts';
import { type EntityId, entityIdSchema } from '../../museum/id.ts';
import type { Conversation, ConversationState } from '../conversation.ts';

const lineSchema = z.object({
  key: z.string(),
  turn: z.number().int().nonnegative(),
  speaker: z.enum(['visitor', 'guide']),
  text: z.string(),
});
const detailsSchema = z.object({
  sources: z.array(sourceSchema),
  clientMessageId: z.string().optional(),
  markdown: z.string().optional(),
  messageId: z.string().optional(),
  state: z.enum(['arriving', 'complete', 'broken']),
});
const memorySchema = z.object({
  exhibitionId: entityIdSchema,
  turn: z.number().int().nonnegative(),
  transcript: z.array(lineSchema),
  turns: z.record(z.string().regex(/^\d{1,6}$/), detailsSchema),
  room: roomSchema.optional(),
});

/** What a reload must not lose: what was said, and how many turns it took. */
export type RestoredConversation = Pick<ConversationState, 'turn' | 'transcript' | 'turns' | 'room'>;

type MemoryStorage = Pick<Storage, 'getItem' | 'setItem'>;
/** Looking at a blocked storage already throws. */
type StorageOwner = { readonly sessionStorage: MemoryStorage };

const memoryKey = 'conversation';
/** Characters; a longer text is not ours. */
const memoryLimit = 1_000_000;

/**
 * What was said in the exhibition before the page was loaded again, in this tab. An answer that was on its
 * way then is broken now. Undefined when there is nothing, or something else stands there.
 */
export function restoreConversation(owner: StorageOwner, exhibitionId: EntityId | undefined): RestoredConversation | undefined {
  try {
    const text = owner.sessionStorage.getItem(memoryKey);
    if (!text || text.length > memoryLimit) return undefined;
    const found = memorySchema.safeParse(JSON.parse(text)).data;
    if (!found || found.exhibitionId !== exhibitionId) return undefined;
    const turns: Record<number, ConversationState['turns'][number]> = {};
    for (const [turn, { clientMessageId, markdown, messageId, sources, state }] of Object.entries(found.turns)) {
      turns[Number(turn)] = {
        sources,
        state: state === 'arriving' ? 'broken' : state,
        ...(clientMessageId !== undefined && { clientMessageId }),
        ...(markdown !== undefined && { markdown }),
        ...(messageId !== undefined && { messageId }),
      };
    }
    // The counter never falls behind what was said: a number must not be used twice.
    const turn = Math.max(found.turn, ...found.transcript.map((line) => line.turn));
    return { turn, transcript: found.transcript, turns, room: found.room };
  } catch {
    return undefined;
  }
}

/** Writes what was said whenever a message was sent or an answer has ended, until the returned function is called. */
export function rememberConversation(
  owner: StorageOwner,
  conversation: Conversation,
  exhibitionId: () => EntityId | undefined,
): () => void {
  return conversation.store.subscribe((now, before) => {
    // Not for every word of an answer that streams in.
    if (now.phase === before.phase && now.turn === before.turn) return;
    const { turn, transcript, turns, room } = now;
    try {
      owner.sessionStorage.setItem(memoryKey, JSON.stringify({ exhibitionId: exhibitionId(), turn, transcript, turns, room }));
    } catch {
      // Full or blocked: what was said lives as long as the page.
    }
  });
}
